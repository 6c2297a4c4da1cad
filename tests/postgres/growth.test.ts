import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { UsageCounter } from '../../adapters/postgres/households/usage.js';
import { FEEDS_LIMIT } from '../../domain/feeds/feed.js';
import { HOUSEHOLD_LIMITS } from '../../domain/limits/limits.js';
import { INVITATIONS_KEPT, OPEN_INVITATIONS_LIMIT } from '../../domain/households/invitation.js';
import { DEVICES_LIMIT } from '../../domain/notifications/device.js';
import { HISTORY_LIMIT, LIST_LIMIT } from '../../domain/shopping/item.js';
import { DISPLAYS_LIMIT } from '../../domain/displays/display.js';
import { DAY_CALENDARS_LIMIT } from '../../domain/days/calendar.js';
import { PAUSES_LIMIT } from '../../domain/days/pause.js';
import { TEMPLATES_LIMIT } from '../../domain/templates/template.js';
import { LISTS_LIMIT } from '../../domain/shopping/list.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Api } from '../support/api.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { startService, type TestService } from '../support/service.js';

describe('the growth of each table', () => {
  /*
   * Says for each table what keeps one user or one household from growing it without end. The size of a row is
   * limited by the request that writes it. Completed occurrences, and those in the trash for 30 days, are limited by
   * the number of open ones.
   */
  type Bound =
    /**
     * At most one row per value of these columns, which are unique together. The number of values is bounded
     * elsewhere.
     */
    | { readonly onePer: readonly string[] }
    /**
     * At most `upTo` rows per household or user. `makeMore` tries to add another one. `fresh` has the columns in
     * which copies of a row must differ.
     */
    | {
        readonly upTo: number;
        readonly fresh: Readonly<Record<string, string>>;
        readonly makeMore: () => Promise<Response>;
      }
    /** Rows that the cleanup jobs delete when they expire. */
    | { readonly isTemporary: true }
    /** Another test checks the bound. The file must contain this word. */
    | { readonly heldIn: readonly [file: string, word: string] };

  let service: TestService;
  let api: Api;
  let home: FurnishedHousehold;

  const UUID = 'md5(n || random()::text)::uuid';
  const AN_OLD_MOMENT = `'2026-01-01T00:00:00Z'`;
  const CEILING_TESTS = 'tests/http/household-limits.test.ts';
  const BOUNDS: Readonly<Record<string, Bound>> = {
    accounts: { onePer: ['email'] },
    activities: { isTemporary: true },
    attachments: { heldIn: ['tests/http/attachments/attachments.test.ts', 'ATTACHMENTS_QUOTA'] },
    calendar_connections: { onePer: ['user_id', 'google_sub'] },
    // One per occurrence.
    calendar_events: { onePer: ['household_id', 'id'] },
    calendar_failures: { onePer: ['household_id', 'id'] },
    calendar_leftovers: { onePer: ['calendar_id', 'event_id'] },
    calendar_links: { onePer: ['household_id'] },
    calendar_states: { isTemporary: true },
    calendar_tickets: { isTemporary: true },
    categories: {
      upTo: HOUSEHOLD_LIMITS.categories,
      fresh: { id: UUID, unique_name: `n || ''`, sort_name: `n || ''` },
      makeMore: () => api.post(`${home.path}/categories`, { name: 'One more' }),
    },
    change_entries: { isTemporary: true },
    change_heads: { onePer: ['household_id', 'audience'] },
    devices: {
      upTo: DEVICES_LIMIT,
      fresh: { id: UUID, address_hash: `n || ''` },
      makeMore: () => api.post('/v1/me/devices', { platform: 'ANDROID', token: 'one more' }),
    },
    feeds: {
      upTo: FEEDS_LIMIT,
      fresh: { id: UUID, token_hash: `n || ''` },
      makeMore: () => api.post('/v1/me/feeds', { householdId: home.path.split('/').at(-1) }),
    },
    // Deleted together with the row that has the secret.
    household_of_token: { onePer: ['hash'] },
    households_of_user: { onePer: ['user_id', 'household_id'] },
    households: { heldIn: [CEILING_TESTS, 'HOUSEHOLDS_LIMIT'] },
    idempotency_keys: { isTemporary: true },
    identities: { onePer: ['user_id', 'provider'] },
    installation: { onePer: ['only_row'] },
    invitations: {
      upTo: OPEN_INVITATIONS_LIMIT + INVITATIONS_KEPT,
      fresh: {
        ...{ id: UUID, token_hash: `n || ''`, mail_token_hash: 'null' },
        revoked_at: `case when n > ${OPEN_INVITATIONS_LIMIT - 1} then ${AN_OLD_MOMENT} end`,
      },
      makeMore: () => api.post(`${home.path}/invitations`, {}),
    },
    job_outbox: { heldIn: ['tests/jobs/outbox.test.ts', 'outbox'] },
    members: { onePer: ['household_id', 'user_id'] },
    mobile_codes: { isTemporary: true },
    notification_preferences: { onePer: ['user_id'] },
    notifications: { isTemporary: true },
    occurrences: { heldIn: ['tests/domain/households/membership.test.ts', 'HOUSEHOLD_LIMITS'] },
    operations: { isTemporary: true },
    password_resets: { isTemporary: true },
    email_changes: { isTemporary: true },
    rate_limits: { isTemporary: true },
    refresh_tokens: { isTemporary: true },
    reminders_made: { onePer: ['only_row'] },
    // One per deleted row. Ids of version 7 are deleted after some time.
    retired_ids: { heldIn: ['tests/contracts/tasks/retired-ids.contract.ts', 'forgetRetired'] },
    series: { heldIn: [CEILING_TESTS, 'openSeries'] },
    sessions: { isTemporary: true },
    shopping_history: {
      upTo: HISTORY_LIMIT,
      fresh: { name_key: `n || ''` },
      makeMore: () => api.post(`${home.path}/shopping/items`, { text: 'something new' }),
    },
    shopping_items: {
      upTo: LIST_LIMIT,
      fresh: { id: UUID, name_key: `n || ''`, name: `n || ''` },
      makeMore: () => api.post(`${home.path}/shopping/items`, { text: 'something else' }),
    },
    // The first list needs no row.
    shopping_lists: {
      upTo: LISTS_LIMIT - 1,
      fresh: { id: UUID },
      makeMore: () => api.post(`${home.path}/shopping/lists`, { name: 'One more' }),
    },
    // One per offered turn.
    swaps: { heldIn: ['tests/contracts/series/swap-repository.contract.ts', 'forgetAnswered'] },
    day_calendars: {
      upTo: DAY_CALENDARS_LIMIT,
      fresh: { id: UUID },
      makeMore: () => api.post(`${home.path}/day-calendars`, { name: 'One more' }),
    },
    pauses: {
      upTo: PAUSES_LIMIT,
      fresh: { id: UUID },
      makeMore: () => api.post(`${home.path}/pauses`, { from: '2026-12-20', to: '2026-12-20', mode: 'skip' }),
    },
    displays: {
      upTo: DISPLAYS_LIMIT,
      fresh: { id: UUID, token_hash: 'null' },
      makeMore: () => api.post(`${home.path}/displays`, { name: 'One more' }),
    },
    member_pins: { onePer: ['household_id', 'member_id'] },
    display_pairings: { isTemporary: true },
    task_templates: {
      upTo: TEMPLATES_LIMIT,
      fresh: { id: UUID },
      makeMore: () => api.post(`${home.path}/templates`, { name: 'One more', tasks: [{ title: 'x' }] }),
    },
    // Every task has an occurrence or a series.
    tasks: { heldIn: [CEILING_TESTS, 'openSeries'] },
    unlinked_identities: { onePer: ['user_id', 'provider'] },
  };

  const those = <K extends string>(kind: K) =>
    Object.entries(BOUNDS).filter(
      (entry): entry is [string, Extract<Bound, Record<K, unknown>>] => kind in entry[1],
    );

  beforeAll(async () => {
    service = await startService({ usageCounter: new UsageCounter({ rememberedMs: 0 }) });
    ({ api } = await service.api.register());
    home = await furnish(service, api);
  });
  afterAll(() => service.close());

  const count = async (table: string) =>
    Number((await service.query(`select count(*) as rows from ${table}`))[0]?.['rows']);

  test('is limited by a rule that this file lists for the table', async () => {
    const tables = await service.query(`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
  `);
    expect(Object.keys(BOUNDS).sort()).toEqual(tables.map((row) => String(row['table_name'])).sort());
  });

  test.each(those('onePer'))('is limited for %s by a unique index', async (table, { onePer }) => {
    const indexes = await service.query(`
    select array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey) order by attname
    ) as columns
    from pg_index where indrelid = '${table}'::regclass and indisunique and indpred is null
  `);
    expect(indexes.map(({ columns }) => columns)).toContainEqual([...onePer].sort());
  });

  test.each(those('heldIn'))(
    'is limited for %s by a rule that another test file mentions',
    (_table, { heldIn: [file, word] }) => {
      expect(readFileSync(file, 'utf8')).toContain(word);
    },
  );

  test.each(those('upTo'))(
    'ends for %s when the maximum number of rows is reached',
    async (table, { upTo, fresh, makeMore }) => {
      const own = Object.entries(fresh).map(([column, value]) => `'${column}', ${value}`);
      expect(await count(table)).toBeGreaterThan(0);
      await service.query(`
    insert into ${table} select made.*
    from (select to_jsonb(t) as row from ${table} t limit 1) one,
      generate_series(1, ${upTo - (await count(table))}) n,
      jsonb_populate_record(null::${table}, one.row || jsonb_build_object(${own.join(', ')})) made
  `);
      expect(await count(table)).toBe(upTo);
      const { status } = await makeMore();
      expect(status).toBeLessThan(500);
      expect(await count(table)).toBeLessThanOrEqual(upTo);
    },
  );

  test('is limited for tables of temporary rows, which are deleted when they expire', async () => {
    const [session] = await service.query('select id, user_id from sessions limit 1');
    const now = `'${new Date(service.clock.now()).toISOString()}'`;
    const user = `'${String(session?.['user_id'])}'`;
    await service.query(`insert into mobile_codes values ('x', ${user}, 'x', ${now})`);
    await service.query(
      `insert into calendar_tickets values ('x', ${user}, '${String(session?.['id'])}', ${now})`,
    );
    await service.query(`insert into calendar_states values ('x', ${now})`);
    await service.query(`
    insert into password_resets (id, email_hash, requested_at) values ('${randomUUID()}', 'x', ${now})
  `);
    await service.query(`
    insert into email_changes values ('${randomUUID()}', ${user}, 'x@example.org', null, null, ${now}, ${now}, null)
  `);
    await api.post(`${home.path}/tasks`, { title: 'Once' }, { 'idempotency-key': randomUUID() });
    const counts = () =>
      Promise.all(those('isTemporary').map(async ([table]) => [table, await count(table)]));
    expect((await counts()).filter(([, rows]) => rows === 0)).toEqual([]);
    service.clock.advance(400 * DAY_MS);
    const { purgeExpired, purgeHistory, purgeChanges, purgeOperations } = service.useCases;
    for (const purge of [purgeExpired, purgeHistory, purgeChanges, purgeOperations]) await purge();
    expect((await counts()).filter(([, rows]) => rows !== 0)).toEqual([]);
  });
});

describe('counting the rows of a household to check its limits', () => {
  let service: TestService;
  let api: Api;
  let home: string;
  beforeAll(async () => {
    service = await startService();
    ({ api } = await service.api.register());
    home = await api.household();
  });
  afterAll(() => service.close());

  const create = (title: string, client = api) => client.post(`${home}/tasks`, { title });
  const counts = async (work: () => Promise<unknown>) =>
    (await service.statementsOf(work)).filter((text) => text.includes('as open_occurrences')).length;

  test('happens once while the count is far below the limits', async () => {
    expect(await counts(() => create('first'))).toBe(1);
    expect(await counts(() => create('second'))).toBe(0);
  });

  test('happens for every request when the count is near a limit', async () => {
    home = await api.household();
    const elsewhere = await service.another();
    await create('filler', elsewhere.api.as(api.token));
    await elsewhere.close();
    await service.query(
      `update occurrences set notes = repeat('x', ${HOUSEHOLD_LIMITS.textBytes / 2}) where title = 'filler'`,
    );
    expect(await counts(() => create('third'))).toBe(1);
    expect(await counts(() => create('fourth'))).toBe(1);
  });
});
