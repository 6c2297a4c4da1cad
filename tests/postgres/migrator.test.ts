import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { migrateDown } from '../support/database/migrate-down.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { createDatabase } from '../../adapters/postgres/database.js';
import { canonicalZones } from '../../migrations/0028_canonical_zones.js';
import { startService, type TestService } from '../support/service.js';
import { toSearchText } from '../../domain/tasks/views.js';
import { emailDomains } from '../../migrations/0156_email_domains.js';
import { shoppingKeys } from '../../migrations/0155_shopping_keys.js';
import { glassesKeys } from '../../migrations/0165_glasses_keys.js';
import { searchText } from '../../migrations/0038_search_text.js';
import type { Api } from '../support/api.js';

describe('the migrator', () => {
  const ALL = Object.keys(migrations);

  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const tables = async () => {
    const { rows } = await client.query<{ table_name: string }>(
      `select table_name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
    );
    return rows.map((row) => row.table_name);
  };

  test('undoes every migration down to an empty database, and does them again', async () => {
    const before = await tables();
    const undone: string[] = [];
    for (let i = 0; i < ALL.length; i++) undone.push(...(await migrateDown(database.connectionString)));
    expect(undone).toEqual(ALL.toReversed());
    expect(await tables()).toEqual([]);
    expect(await migrateToLatest(database.connectionString)).toEqual(ALL);
    expect(await tables()).toEqual(before);
  });

  test('has nothing to do in a database that is up to date', async () => {
    expect(await migrateToLatest(database.connectionString)).toEqual([]);
  });

  test('lets one of several processes that start at once on an empty database do the work', async () => {
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    const runs = Array.from({ length: 5 }, () => migrateToLatest(database.connectionString));
    const done = (await Promise.all(runs)).filter((names) => names.length > 0);
    expect(done).toEqual([ALL]);
  });

  test('says so when a newer version has migrated the database', async () => {
    await client.query(`insert into kysely_migration values ('9999_later', '2999-01-01T00:00:00.000Z')`);
    const old = migrateToLatest(database.connectionString);
    await expect(old).rejects.toThrow(/newer version.*9999_later/);
    await expect(old).rejects.toBeInstanceOf(OperatorError);
    await client.query(`delete from kysely_migration where name = '9999_later'`);
  });

  test('refuses with UNAVAILABLE where no database answers', async () => {
    await expect(migrateToLatest('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('canonical zones', () => {
  test('names of zones are answered in their IANA spelling, and old rows get canonical names', async () => {
    const service = await startService();
    const { api } = await service.api.register({ timeZone: 'us/EASTERN' });
    const home = await api.household({ timeZone: 'eUROPE/pARIS' });
    const zones = async () => [
      (await api.get('/v1/me')).body.user.timeZone,
      (await api.get(home)).body.timeZone,
    ];
    expect(await zones()).toEqual(['US/Eastern', 'Europe/Paris']);
    await api.patch(home, { timeZone: 'ASIA/tokyo' });
    await api.patch('/v1/me', { timeZone: 'Etc/utc' });
    expect(await zones()).toEqual(['Etc/UTC', 'Asia/Tokyo']);

    await service.query(`update households set time_zone = 'eUROPE/pARIS'`);
    await service.query(`update accounts set time_zone = 'No/Where'`);
    const db = createDatabase({ connectionString: service.connectionString });
    await canonicalZones.up(db);
    await db.destroy();
    const stored = await service.query(
      'select a.time_zone as a, h.time_zone as h from accounts a, households h',
    );
    expect(stored).toEqual([{ a: 'No/Where', h: 'Europe/Paris' }]);
    await service.close();
  });
});

describe('text to search in', () => {
  let service: TestService;
  let api: Api;
  let home: string;
  beforeAll(async () => {
    service = await startService();
    ({ api } = await service.api.register());
    home = await api.household();
  });
  afterAll(() => service.close());

  const daily = { date: '2026-11-21', recurrence: { frequency: 'daily' } };
  const stored = async () =>
    new Set((await service.query('select search_text from occurrences')).map((row) => row['search_text']));
  const found = async (q: string) =>
    ((await api.get(`${home}/occurrences?q=${encodeURIComponent(q)}`)).body as unknown[]).length;

  test('text is stored a second time only where folding changes more than capitals', async () => {
    const plain = { title: 'BINS [x] \\ Out', notes: 'Red\nBLUE 50%_' };
    const { body } = await api.post(`${home}/tasks`, { ...plain, ...daily });
    expect(await stored()).toEqual(new Set([null]));
    const rows = await found('');
    expect(rows).toBeGreaterThan(50);
    for (const q of ['bins [X] \\ out', 'blue 50', '50%_']) {
      expect(q).toEqual(q);
      expect(await found(q)).toEqual(rows);
    }
    expect(await found('out red')).toBe(0);

    const accented = { title: 'Été STRASSE straße', notes: null };
    const address = `${home}/occurrences/${body.id}?scope=all`;
    const edited = await api.patch(address, { ...accented, version: 1 });
    expect(edited.status).toBe(200);
    expect(await stored()).toEqual(new Set([toSearchText(accented)]));
    for (const q of ['ete', 'ÉTÉ', 'strasse STRASSE']) {
      expect(q).toEqual(q);
      expect(await found(q)).toEqual(rows);
    }

    await api.patch(address, { ...plain, version: edited.body.version });
    expect(await stored()).toEqual(new Set([null]));
    expect(await found('blue')).toBe(rows);
  });

  test('of signs that stand for many, no more is kept than twice the text, in whole characters', () => {
    const many = { title: 'x', notes: '\ufdfa'.repeat(10_000) };
    expect(toSearchText(many)).toHaveLength(2 * 10_002);
    const cut = toSearchText({ title: 'xy', notes: '\ufdfa'.repeat(500) + '😀'.repeat(2_000) });
    expect([cut.length, cut.isWellFormed()]).toEqual([2 * 4_503 - 1, true]);
    expect(toSearchText({ title: 'Œuf ½ ﬃ Ærø', notes: 'ß'.repeat(100) })).toMatch(
      /^oeuf 1⁄2 ffi aerø\ns{200}$/,
    );
  });

  test('what was stored twice is not any more, and is there again on the way back', async () => {
    await api.post(`${home}/tasks`, { title: 'Été' });
    const all = 'select id, search_text from occurrences order by id';
    const before = await service.query(all);
    const db = createDatabase({ connectionString: service.connectionString });
    await searchText.down?.(db);
    expect(await stored()).toEqual(new Set(['bins [x] \\ out\nred\nblue 50%_', 'ete']));
    await searchText.up(db);
    await db.destroy();
    expect(await service.query(all)).toEqual(before);
  });
});

describe('migration of shopping keys', () => {
  test('gives names their own keys and joins those that are one thing', async () => {
    const service = await startService();
    const { api } = await service.api.register();
    const path = await api.household();
    const suggest = async (q: string) => (await api.get(`${path}/shopping/suggestions?q=${q}`)).body;
    const { body } = await api.post(`${path}/shopping/items`, { text: 'pâté' });
    await service.query(`update shopping_items set name_key = 'pate'`);
    await service.query('delete from shopping_history');
    const row = (key: string, name: string, times: number, fields: Record<string, unknown> = {}) => ({
      ...{ name_key: key, name, unit: null, section: null, times, last_at: '2026-01-02T03:04:05Z' },
      ...{ section_by_hand: false, bought: [], declined_at: null },
      ...fields,
    });
    const old = [
      row('pate', 'pâtes', 5, { bought: ['2026-01-01T00:00:00Z'] }),
      row('cooky', 'Cookies', 2, { bought: ['2026-01-01T00:00:00Z', '2026-01-08T00:00:00Z'] }),
      row('cookie', 'cookie', 1, {
        ...{ last_at: '2026-02-01T00:00:00Z', unit: 'pack', bought: ['2026-02-01T00:00:00Z'] },
      }),
      row('couch', 'couches', 3, { section: 'Baby', section_by_hand: true }),
      row('couche', 'couche', 1, { section: 'Hygiene' }),
      row('milk', 'Milk', 1),
    ];
    await service.query(
      `insert into shopping_history (household_id, name_key, name, unit, section, times, last_at, section_by_hand,
         bought, declined_at)
       select h.id, r.name_key, r.name, r.unit, r.section, r.times, r.last_at, r.section_by_hand, r.bought, r.declined_at
       from households h, jsonb_populate_recordset(null::shopping_history, '${JSON.stringify(old)}') r`,
    );
    const db = createDatabase({ connectionString: service.connectionString });
    for (let time = 0; time < 2; time++) await shoppingKeys.up(db);
    await db.destroy();
    const stored = await service.query(
      `select name_key, name, unit, section, times, cardinality(bought) as bought from shopping_history order by 1`,
    );
    expect(stored).toEqual([
      { name_key: 'cookie', name: 'cookie', unit: 'pack', section: null, times: 3, bought: 3 },
      { name_key: 'couche', name: 'couches', unit: null, section: 'Baby', times: 4, bought: 0 },
      { name_key: 'milk', name: 'Milk', unit: null, section: null, times: 1, bought: 0 },
      { name_key: 'pâtes', name: 'pâtes', unit: null, section: null, times: 5, bought: 1 },
    ]);
    expect(await service.query('select name_key from shopping_items')).toEqual([{ name_key: 'pâté' }]);
    expect(await suggest('pat')).toMatchObject([{ name: 'pâtes' }]);
    const again = await api.post(`${path}/shopping/items`, { text: 'Pâté, pâtes' });
    expect(again.body.map((item: { id: string }) => item.id)).toEqual([body[0].id, expect.anything()]);
    await service.close();
  });
});

describe('migration of the keys of "glasses"', () => {
  test('gives names with the word their own key and leaves "glass" alone', async () => {
    const service = await startService();
    const { api } = await service.api.register();
    const path = await api.household();
    await api.post(`${path}/shopping/items`, { text: 'glasses, wine glasses, glass' });
    const keys = () => service.query('select name, name_key from shopping_items order by name');
    const before = await keys();
    for (const table of ['shopping_items', 'shopping_history'])
      await service.query(`update ${table} set name_key = 'wine glass' where name = 'wine glasses'`);
    await service.query(`update shopping_items set name_key = 'glass' where name = 'glasses'`);
    const db = createDatabase({ connectionString: service.connectionString });
    for (let time = 0; time < 2; time++) await glassesKeys.up(db);
    await db.destroy();
    expect(await keys()).toEqual(before);
    expect(await service.query('select name_key from shopping_history order by 1')).toEqual([
      { name_key: 'glass' },
      { name_key: 'glasses' },
      { name_key: 'wine glasses' },
    ]);
    await service.close();
  });
});

describe('addresses after the upgrade to domains in ASCII', () => {
  test('are converted, unless two accounts would have the same; those are named in a warning', async () => {
    const service = await startService();
    const ids: string[] = [];
    const emails = [
      ...['alone@exämple.org', 'ana@EXÄMPLE.org'.toLowerCase(), 'zoé@example.org', 'wide@exämple.org'],
      ...['both@exämple.org', 'both@xn--exmple-cua.org', 'wide@ｅxämple.org', 'given-up@exämple.org'],
    ];
    for (const email of emails) {
      const { id } = await service.api.register();
      await service.query(`update accounts set email = '${email}' where id = '${id}'`);
      ids.push(id);
    }
    await service.query(`
      insert into email_changes (id, user_id, email, requested_at, expires_at, former_email, revert_until)
      values (gen_random_uuid(), '${ids[0]}', 'x@example.org', now(), now(), 'given-up@xn--exmple-cua.org', now() + interval '1 day')
    `);
    const warnings: string[] = [];
    const db = createDatabase({
      connectionString: service.connectionString,
      onWarning: (text) => warnings.push(text),
    });
    for (let time = 0; time < 2; time++) await emailDomains.up(db);
    await db.destroy();
    const stored = await service.query('select id, email from accounts order by id');
    const converted = ['alone@xn--exmple-cua.org', 'ana@xn--exmple-cua.org'];
    expect(new Map(stored.map(({ id, email }) => [id, email]))).toEqual(
      new Map([...converted, ...emails.slice(2)].map((email, i) => [ids[i], email])),
    );
    expect(warnings).toEqual(Array(2).fill(expect.stringContaining('in another spelling keep theirs')));
    const named = [ids[3], ids[4], ids[6], ids[7]] as string[];
    expect(ids.filter((id) => warnings[0]!.includes(id))).toEqual(named);
    await service.close();
  });
});
