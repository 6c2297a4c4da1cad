import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { hideStatement } from '../../adapters/postgres/history/activity-repository.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId, TaskId } from '../../domain/shared/ids.js';
import { toSearchText } from '../../domain/tasks/views.js';
import { canonicalZones } from '../../migrations/0028_canonical_zones.js';
import { searchText } from '../../migrations/0038_search_text.js';
import { hidingOperations } from '../../migrations/0135_hiding_operations.js';
import { shoppingKeys } from '../../migrations/0155_shopping_keys.js';
import { emailDomains } from '../../migrations/0156_email_domains.js';
import { notesOfRemovedRows } from '../../migrations/0157_notes_of_removed_rows.js';
import { glassesKeys } from '../../migrations/0165_glasses_keys.js';
import { migrations } from '../../migrations/index.js';
import { aDraft } from '../builders/draft.js';
import { anId } from '../builders/ids.js';
import { home } from '../http/households/people.js';
import type { Api } from '../support/api.js';
import { runOperation } from '../support/application/run-operation.js';
import { ALL, homeIn } from '../support/application/home.js';
import { twoApplications } from '../support/application/on-postgres.js';
import { migrateTo } from '../support/database/migrate-to.js';
import { planNodes } from '../support/database/plan.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { shareServiceInFile } from '../support/fresh-service.js';
import { serviceOn, startService, type TestService } from '../support/service.js';

const freshService = shareServiceInFile();

const application = twoApplications();

describe('migrations', () => {
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

    test('can undo all migrations down to an empty database, and apply them again', async () => {
      const before = await tables();
      expect(await migrateTo(database.connectionString, null)).toEqual(ALL.toReversed());
      expect(await tables()).toEqual([]);
      expect(await migrateToLatest(database.connectionString)).toEqual(ALL);
      expect(await tables()).toEqual(before);
    });

    test('does nothing in an up-to-date database', async () => {
      expect(await migrateToLatest(database.connectionString)).toEqual([]);
    });

    test('migrates an empty database once when several runs start at the same time', async () => {
      await client.query('drop schema public cascade');
      await client.query('create schema public');
      const runs = Array.from({ length: 5 }, () => migrateToLatest(database.connectionString));
      const done = (await Promise.all(runs)).filter((names) => names.length > 0);
      expect(done).toEqual([ALL]);
    });

    test('throws an error that names the problem if a newer version has migrated the database', async () => {
      await client.query(`insert into kysely_migration values ('9999_later', '2999-01-01T00:00:00.000Z')`);
      const old = migrateToLatest(database.connectionString);
      await expect(old).rejects.toThrow(/newer version.*9999_later/);
      await expect(old).rejects.toBeInstanceOf(OperatorError);
      await client.query(`delete from kysely_migration where name = '9999_later'`);
    });

    test('throws UNAVAILABLE if no database answers', async () => {
      await expect(migrateToLatest('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    });
  });

  describe('the migration of time zone names', () => {
    test('gives stored zones their canonical names, and the API returns the IANA spelling', async () => {
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

  describe('the stored search text', () => {
    let service: TestService;
    let api: Api;
    let home: string;
    beforeAll(async () => {
      service = await freshService();
      ({ api } = await service.api.register());
      home = await api.household();
    });

    const daily = { date: '2026-11-21', recurrence: { frequency: 'daily' } };
    const stored = async () =>
      new Set((await service.query('select search_text from occurrences')).map((row) => row['search_text']));
    const found = async (q: string) =>
      ((await api.get(`${home}/occurrences?q=${encodeURIComponent(q)}`)).body as unknown[]).length;

    test('is stored only if it differs from the lower-case text', async () => {
      const plain = { title: 'BINS [x] \\ Out', notes: 'Red\nBLUE 50%_' };
      const { body } = await api.post(`${home}/tasks`, { ...plain, ...daily });
      expect(await stored()).toEqual(new Set([null]));
      const rows = await found('');
      expect(rows).toBeGreaterThan(50);
      for (const q of ['bins [X] \\ out', 'blue 50', '50%_']) {
        expect({ q, found: await found(q) }).toEqual({ q, found: rows });
      }
      expect(await found('out red')).toBe(0);

      const accented = { title: 'Été STRASSE straße', notes: null };
      const address = `${home}/occurrences/${body.id}?scope=all`;
      const edited = await api.patch(address, { ...accented, version: 1 });
      expect(edited.status).toBe(200);
      expect(await stored()).toEqual(new Set([toSearchText(accented)]));
      for (const q of ['ete', 'ÉTÉ', 'strasse STRASSE']) {
        expect({ q, found: await found(q) }).toEqual({ q, found: rows });
      }

      await api.patch(address, { ...plain, version: edited.body.version });
      expect(await stored()).toEqual(new Set([null]));
      expect(await found('blue')).toBe(rows);
    });

    test('is at most twice as long as the text, and is not cut within a character', () => {
      const many = { title: 'x', notes: '\ufdfa'.repeat(10_000) };
      expect(toSearchText(many)).toHaveLength(2 * 10_002);
      const cut = toSearchText({ title: 'xy', notes: '\ufdfa'.repeat(500) + '😀'.repeat(2_000) });
      expect([cut.length, cut.isWellFormed()]).toEqual([2 * 4_503 - 1, true]);
      expect(toSearchText({ title: 'Œuf ½ ﬃ Ærø', notes: 'ß'.repeat(100) })).toMatch(
        /^oeuf 1⁄2 ffi aerø\ns{200}$/,
      );
    });

    test('is removed by the migration where it is redundant, and restored when the migration is undone', async () => {
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

  describe('the migration of shopping keys', () => {
    test('gives shopping names new keys and merges names that get the same key', async () => {
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

  describe('the migration of shopping names that contain "glasses"', () => {
    test('gives these names a key of their own and does not change the key of "glass"', async () => {
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

  describe('the migration of e-mail addresses to ASCII domains', () => {
    test('converts addresses, except if two accounts would get the same one, which a warning names', async () => {
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
});

describe('history entries and operations about removed rows', () => {
  const TABLES = ['activities', 'operations'] as const;

  describe('the migration that hides entries of removed rows', () => {
    test('hides only entries about tasks that were made personal and then permanently deleted', async () => {
      const app = await application(0);
      const home = await homeIn(app);
      const { ana, ben, useCases } = home;
      const draft = (title: string) => aDraft({ title, date: civilDate('2026-11-24') });
      for (const recurrence of [null, { frequency: 'weekly' } as const]) {
        const { id } = await useCases.createTask(ana, { ...draft('Surprise party'), recurrence });
        await runOperation(home, ben, () => useCases.completeOccurrence(ben, id, { for: null, at: null }));
        await runOperation(home, ben, () => useCases.reopenOccurrence(ben, id));
        const scope = recurrence === null ? 'this' : 'all';
        const hidden = { visibility: 'PERSONAL', responsibleMemberIds: [] } as const;
        await runOperation(home, ana, () => useCases.editOccurrence(ana, id, scope, hidden, {}));
        await runOperation(home, ana, () => useCases.deleteOccurrence(ana, id, scope, {}));
      }
      const shared = await useCases.createTask(ana, draft('Bins'));
      await runOperation(home, ana, () => useCases.deleteOccurrence(ana, shared.id, 'this', {}));
      const kept = await useCases.createTask(ana, draft('Dishes'));
      await runOperation(home, ben, () => useCases.completeOccurrence(ben, kept.id, { for: null, at: null }));
      const unmarked = new Map<string, readonly string[]>();
      for (const table of TABLES) {
        const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where only_for is null
      `.execute(app.db);
        unmarked.set(
          table,
          rows.map(({ id }) => id),
        );
      }
      await useCases.emptyTrash(ana);
      await app.performJobs();

      const read = async () => {
        const { rows: activity } = await useCases.listActivity(ben, ALL);
        const { rows: operations } = await useCases.listOperations(ben, ALL);
        return JSON.stringify([activity, operations]);
      };
      const hiddenNow = await read();
      expect(hiddenNow).not.toContain('Surprise party');
      // An earlier version did not mark these notes when it emptied the trash.
      for (const [table, ids] of unmarked)
        await sql`
        update ${sql.table(table)} set only_for = null where id = any(${ids}::uuid[])
      `.execute(app.db);
      expect(await read()).toContain('Surprise party');
      await sql`drop index activities_subject`.execute(app.db);
      await notesOfRemovedRows.up(app.db);
      expect(await read()).toBe(hiddenNow);
      for (const title of ['Bins', 'Dishes']) expect(hiddenNow).toContain(title);
    });
  });

  describe('the query that hides entries of removed rows', () => {
    test('reads only the entries about the removed rows, even if the household has 10,000 other history entries', async () => {
      // The test above drops an index of database 0 and creates it again. PostgreSQL does not use the new index as long as
      // a transaction is open, in any database of the server, that began before the last updates of the table.
      const app = await application(1);
      const { ana } = await homeIn(app);
      const { id: householdId } = ana.household;
      await sql`
      insert into activities (household_id, id, at, actor_id, action, subject_type, subject_id, task_id, changes)
      select ${householdId}, gen_random_uuid(), now() - n * interval '1 minute', ${ana.memberId}, 'COMPLETED', 'TASK',
        gen_random_uuid(), gen_random_uuid(), '[]'
      from generate_series(1, 10000) n
    `.execute(app.db);
      const [row, task] = [anId<OccurrenceId>(), anId<TaskId>()];
      await sql`
      insert into activities (household_id, id, at, actor_id, action, subject_type, subject_id, task_id, changes)
      values (${householdId}, gen_random_uuid(), now(), ${ana.memberId}, 'COMPLETED', 'TASK', ${row}, ${task}, '[]')
    `.execute(app.db);
      await sql`analyze activities`.execute(app.db);
      const removed = {
        ...{ householdId, author: ana.memberId },
        occurrences: [row, ...Array.from({ length: 50 }, () => anId<OccurrenceId>())],
        ...{ series: [], tasks: [task] },
      };
      const nodes = await planNodes(app.db, hideStatement(removed));
      const read = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...read)).toBeLessThan(100);
    });
  });
});

describe('the migration of operations that made a task or series personal', () => {
  test('shows such operations of an earlier version only to their author', async () => {
    const app = await application(0);
    const { ana, ben, useCases } = await homeIn(app);
    const hide = async (recurrence: { frequency: 'weekly' } | null) => {
      const draft = aDraft({ date: civilDate('2026-11-24'), recurrence });
      const { id } = await useCases.createTask(ana, draft);
      const scope = recurrence === null ? 'this' : 'all';
      const done = await runOperation(app, ana, () =>
        useCases.editOccurrence(ana, id, scope, { visibility: 'PERSONAL' }, {}),
      );
      return done.operationId;
    };
    const hidden = [await hide(null), await hide({ frequency: 'weekly' })];
    const shown = await runOperation(app, ben, () => useCases.createTask(ben, aDraft()));
    await sql`update operations set only_for = null`.execute(app.db);
    await hidingOperations.up(app.db);
    const { rows } = await sql<{ id: string; onlyFor: string | null }>`
      select id, only_for as "onlyFor" from operations where kind <> 'CREATED' or id = ${shown.operationId}
    `.execute(app.db);
    const onlyFor = new Map(rows.map((row) => [row.id, row.onlyFor]));
    expect(hidden.map((id) => onlyFor.get(id!))).toEqual([ana.memberId, ana.memberId]);
    expect(onlyFor.get(shown.operationId!)).toBeNull();
  });
});

describe('undoing the migration of original times', () => {
  let database: TestDatabase;
  let service: TestService;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await serviceOn(database);
    db = createDatabase({ connectionString: database.connectionString, poolSize: 1 });
  });
  afterAll(async () => {
    await db.destroy();
    await service.close();
    await database.drop();
  });

  test('keeps the first occurrence of each day in the series, and the later ones of that day as single tasks', async () => {
    const { owner, path } = await home(service.api);
    const recurrence = { frequency: 'daily', times: ['08:00', '18:00'], count: 5 };
    await owner.api.post(`${path}/tasks`, { title: 'Cat', date: '2026-11-23', recurrence });
    const transaction = await db.startTransaction().execute();
    await migrations['0078_original_times']!.down!(transaction as never);
    await transaction.commit().execute();
    const rows = await query(
      database,
      `select original_date::text as of, to_char(time, 'HH24:MI') as time, series_id is null as alone from occurrences order by date, time`,
    );
    expect(rows.map(({ of, time, alone }) => [of, time, alone])).toEqual([
      ['2026-11-23', '08:00', false],
      [null, '18:00', true],
      ['2026-11-24', '08:00', false],
      [null, '18:00', true],
      ['2026-11-25', '08:00', false],
    ]);
    const again = await db.startTransaction().execute();
    await migrations['0078_original_times']!.up(again as never);
    await again.commit().execute();
    expect((await owner.api.get(`${path}/occurrences?view=all`)).status).toBe(200);
  });
});
