import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { migrateTo, migrateUpTo } from '../support/database/migrate-to.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { serviceOn } from '../support/service.js';
import { isFullTier } from '../support/tier.js';
import { until } from '../support/until.js';
import { rowsAt } from './upgrade-rows.js';
import { responsible } from '../../domain/rotation/responsible.js';
import { seriesDates } from '../../domain/series/dates.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { Segment } from '../../domain/rotation/segment.js';
import { civilDate, type CivilDate } from '../../domain/shared/civil-date.js';

describe('upgrades', () => {
  const ALL = Object.keys(migrations);
  type Rows = Record<string, string[]>;
  type Columns = Record<string, string[]>;

  /** Returns the columns of each table of the application. */
  async function columnsIn(db: Database): Promise<Columns> {
    const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      -- Members who left have their account again since 0077.
      and (table_name, column_name) <> ('members', 'account_id')
    group by 1 order by 1
  `.execute(db);
    return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
  }

  /** Returns every row of every table as text, with these columns only. */
  async function rowsIn(db: Database, columns: Columns): Promise<Rows> {
    const rows: Rows = {};
    for (const [table, names] of Object.entries(columns)) {
      const found = await sql<{ row: string }>`
      select row(${sql.join(names.map((name) => sql.ref(name)))})::text as row from ${sql.table(table)} order by 1
    `.execute(db);
      // Absences have ids since migration 0072, so the ids are removed before comparing.
      rows[table] = found.rows.map(({ row }) => row.replaceAll(/""id"": ""[0-9a-f-]{36}"", (?=""to"")/g, ''));
    }
    return rows;
  }

  describe('an upgrade from an earlier version [T-D2, T-D3]', () => {
    let database: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      database = await createTestDatabase({ bare: true });
      db = createDatabase({ connectionString: database.connectionString, poolSize: 1 });
    });
    afterAll(async () => {
      await db.destroy();
      await database.drop();
    });

    test(`keeps all values and constraints, starting from ${isFullTier ? 'each migration' : 'every thirtieth migration'} with rows in every table`, async () => {
      const transaction = await db.startTransaction().execute();
      const up = (name: string) => migrations[name]!.up(transaction as never);
      for (const [i, name] of ALL.entries()) {
        await up(name);
        if (rowsAt[name] !== undefined) await sql.raw(rowsAt[name]).execute(transaction);
        if (!isFullTier && i % 30 !== 0) continue;
        const columns = await columnsIn(transaction);
        const before = await rowsIn(transaction, columns);
        for (const [table, rows] of Object.entries(before))
          expect([table, rows.length]).not.toEqual([table, 0]);

        const here = await transaction.savepoint('here').execute();
        for (const later of ALL.slice(i + 1)) await up(later);
        expect(await rowsIn(transaction, columns)).toEqual(before);
        const { rows: unchecked } = await sql`
        select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace
      `.execute(transaction);
        expect(unchecked).toEqual([]);
        await here.rollbackToSavepoint('here').execute();
      }
      await transaction.rollback().execute();
    }, 180_000);

    test('starts the service with data that the first version wrote', async () => {
      await migrateTo(database.connectionString, ALL[0]!);
      await query(database, rowsAt[ALL[0]!]!);
      expect(await migrateToLatest(database.connectionString)).toEqual(ALL.slice(1));
      const service = await serviceOn(database);
      expect((await service.api.get('/health/ready')).status).toBe(200);
      const { api } = await service.api.register();
      const home = await api.household();
      expect((await api.post(`${home}/tasks`, { title: 'After the upgrade' })).status).toBe(201);
      await service.close();
    });
  });

  describe('an interrupted upgrade', () => {
    let database: TestDatabase;
    /** Begins several migrations before the failing one, so that some of them have run by then. */
    const undone = ALL.slice(ALL.indexOf('0014_calendar_connections'));
    beforeAll(async () => {
      database = await createTestDatabase({ bare: true });
      await migrateUpTo(database.connectionString, undone[0]!);
    });
    afterAll(() => database.drop());

    const state = async () => [
      await query(database, 'select name from kysely_migration order by 1'),
      await query(database, `select tablename from pg_tables where schemaname = 'public' order by 1`),
    ];

    test('leaves the old schema when a migration fails', async () => {
      await query(database, 'create table notifications (in_the_way text)');
      const before = await state();
      await expect(migrateToLatest(database.connectionString)).rejects.toThrow(
        /"notifications" already exists/,
      );
      expect(await state()).toEqual(before);
      await query(database, 'drop table notifications');
    });

    test('leaves the old schema when its connection is lost, and the next upgrade applies all migrations', async () => {
      const before = await state();
      // Blocks the migration halfway: it has created tables and waits for the lock on this one.
      const holder = new pg.Client({ connectionString: database.connectionString });
      await holder.connect();
      await holder.query('begin; lock table occurrences in access share mode');
      const cut = expect(migrateToLatest(database.connectionString)).rejects.toThrow();
      await until(async () => {
        const [found] = await query(
          database,
          `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alter table occurrences%'`,
        );
        return found?.['ended'] !== 0;
      }, 'the migration waits for the lock and its connection is terminated');
      await cut;
      await holder.query('commit');
      await holder.end();
      expect(await state()).toEqual(before);
      expect(await migrateToLatest(database.connectionString)).toEqual(undone);
    });
  });
});

describe('the migration that numbers the occurrences of a series', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    await migrateUpTo(database.connectionString, '0064_series_places');
  });
  afterAll(() => database.drop());

  const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const [ANA, BEN, HOME, TWINS, SOUND] = [1, 2, 3, 10, 11].map(id);
  const AT = `'2026-01-02T03:04:05Z'`;
  const TURNS = JSON.stringify(
    [0, 3].map((fromIndex) => ({
      fromIndex,
      anchorDate: '2026-01-01',
      rotation: { kind: 'turns', order: [[ANA], [BEN]], unit: 'occurrence', length: 1, offset: 0 },
    })),
  );

  const series = (of: string) => `
  insert into tasks (household_id, id, visibility, created_by, created_at)
    values ('${HOME}', '${of}', 'SHARED', '${ANA}', ${AT});
  insert into series (household_id, id, task_id, recurrence, start_date, start_index, segments, missed, title,
      visibility, priority, all_day, reminders, checklist, horizon, next_index, excluded_dates, created_by, created_at)
    values ('${HOME}', '${of}', '${of}', '{"frequency": "daily", "count": 9}', '2026-01-01', 0, '${TURNS}', 'keep', 'Bins',
      'SHARED', 2, true, '{}', '[]', '2026-01-06', 5, '[]', '${ANA}', ${AT});`;

  type Fields = Readonly<Record<string, string>>;
  /** Returns the insert of a row on the day of January that the rule gives, unless a field says otherwise. */
  const row = (of: string, title: string, index: number, fields: Fields = {}) => {
    const day = `'2026-01-${String(index + 1).padStart(2, '0')}'`;
    const all: Fields = {
      household_id: `'${HOME}'`,
      id: 'gen_random_uuid()',
      task_id: `'${of}'`,
      series_id: `'${of}'`,
      series_index: String(index),
      original_date: day,
      date: day,
      title: `'${title}'`,
      search_text: `'bins'`,
      visibility: `'SHARED'`,
      priority: '2',
      status: `'TODO'`,
      all_day: 'true',
      responsible_member_ids: `'{}'`,
      checklist: `'[]'`,
      attachment_count: '0',
      reminders: `'{}'`,
      is_exception: 'false',
      version: '4',
      sync_version: '4',
      synced_version: '4',
      google_sync_status: `'SYNCED'`,
      created_by: `'${ANA}'`,
      created_at: AT,
      updated_at: AT,
      ...fields,
    };
    return `insert into occurrences (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
  };
  const on = (day: string): Fields => ({ original_date: `'${day}'`, date: `'${day}'` });
  const DONE = { status: `'DONE'`, completed_at: AT, completed_by: `'${ANA}'`, completed_for: `'${ANA}'` };

  type Stored = {
    readonly recurrence: Recurrence;
    readonly start: CivilDate;
    readonly startIndex: number;
    readonly segments: readonly Segment[];
  };
  const stored = async (of: string): Promise<Stored & { readonly next: number }> => {
    const [found] = await query(
      database,
      `select recurrence, start_date::text as start, start_index as "startIndex", segments, next_index as next
     from series where id = '${of}'`,
    );
    return found as Stored & { readonly next: number };
  };
  /** Returns the dates of the rule and whose turn each date is. */
  const turnsOf = ({ recurrence, start, startIndex, segments }: Stored) =>
    [
      ...seriesDates(
        { recurrence, start, startIndex, endsBefore: null, season: null },
        civilDate('2026-01-01'),
        civilDate('2027-01-01'),
      ),
    ].map(({ date, index }) => [date, responsible(segments, index, date, 'mo')]);
  const indexesOf = async (of: string) =>
    (
      await query(
        database,
        `select title, series_index as index, is_exception as exception from occurrences
       where series_id = '${of}' order by title`,
      )
    ).map(({ title, index, exception }) => [title, index, exception]);

  test('gives each occurrence its own index without changing its date or turn', async () => {
    await query(
      database,
      `
    insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at) values
      ('${ANA}', 'ana@example.org', true, 'Ana', 'en', 'UTC', ${AT}),
      ('${BEN}', 'ben@example.org', true, 'Ben', 'en', 'UTC', ${AT});
    insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
      values ('${HOME}', 'Home', 'UTC', 'en', 'mo', '{title}', ${AT});
    insert into members (household_id, user_id, role, color, joined_at, away_periods) values
      ('${HOME}', '${ANA}', 'OWNER', '#dc2626', ${AT}, '[]'), ('${HOME}', '${BEN}', 'MEMBER', '#2563eb', ${AT}, '[]');
    ${series(TWINS!)}
    ${row(TWINS!, 'a', 0, DONE)}
    ${row(TWINS!, 'b', 1)}
    ${row(TWINS!, 'c, of an earlier rule', 2, { ...on('2026-02-01'), is_exception: 'true' })}
    ${row(TWINS!, 'd', 2)}
    ${row(TWINS!, 'e, in the trash', 2, { ...on('2026-02-02'), status: `'CANCELLED'`, deleted_at: AT, status_before_deletion: `'TODO'` })}
    ${row(TWINS!, 'f, done ahead', 4, { ...DONE, ...on('2025-12-01') })}
    ${row(TWINS!, 'g', 4)}
    ${row(TWINS!, 'h, done ahead', 4, { ...DONE, ...on('2025-12-02') })}
    ${series(SOUND!)}
    ${row(SOUND!, 'a', 0)}
    ${row(SOUND!, 'b, in the trash', 0, { ...on('2026-02-02'), status: `'CANCELLED'`, deleted_at: AT, status_before_deletion: `'TODO'` })}
    ${row(SOUND!, 'c', 1)}
  `,
    );
    const [before, soundBefore] = [await stored(TWINS!), [await stored(SOUND!), await indexesOf(SOUND!)]];

    expect(await migrateToLatest(database.connectionString)).toContain('0064_series_places');

    expect(await indexesOf(TWINS!)).toEqual([
      ['a', 3, false],
      ['b', 4, false],
      ['c, of an earlier rule', 2, true],
      ['d', 5, false],
      ['e, in the trash', 5, false],
      ['f, done ahead', 0, true],
      ['g', 7, false],
      ['h, done ahead', 1, true],
    ]);
    const after = await stored(TWINS!);
    expect(after).toMatchObject({ startIndex: 3, next: 8, recurrence: { count: 12 } });
    expect(after.segments.map(({ fromIndex }) => fromIndex)).toEqual([0, 3, 6]);
    expect(turnsOf(before)).toHaveLength(9);
    expect(turnsOf(after)).toEqual(turnsOf(before));
    expect([await stored(SOUND!), await indexesOf(SOUND!)]).toEqual(soundBefore);
    await expect(query(database, row(TWINS!, 'i', 7, on('2026-03-01')))).rejects.toThrow(
      /occurrences_series_index_key/,
    );
  });
});

describe('the migration of the accounts of members', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    await migrateUpTo(database.connectionString, '0079_member_accounts');
  });
  afterAll(() => database.drop());

  const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const [ANA, BEN, ERASED, CHLOE, HOME] = [1, 2, 3, 4, 5].map(id);
  const AT = `'2026-01-02T03:04:05Z'`;
  const insert = (member: string, leftAt: string) => `
    insert into members (household_id, user_id, role, color, joined_at, left_at, away_periods)
      values ('${HOME}', '${member}', 'MEMBER', '#dc2626', ${AT}, ${leftAt}, '[]');`;
  const accounts = async () => {
    const rows = await query(database, 'select user_id, account_id from members');
    return Object.fromEntries(rows.map((row) => [row['user_id'], row['account_id']]));
  };

  test('fills in accounts, also for members that a process of the previous version adds', async () => {
    const account = (one: string) => `
      insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at)
        values ('${one}', '${one}@example.org', true, 'A', 'en', 'UTC', ${AT});`;
    await query(
      database,
      `${[ANA!, BEN!, CHLOE!].map(account).join('')}
      insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
        values ('${HOME}', 'Home', 'UTC', 'en', 'mo', '{title}', ${AT});
      ${insert(ANA!, 'null')} ${insert(BEN!, AT)} ${insert(ERASED!, AT)}`,
    );
    await migrateToLatest(database.connectionString);
    expect(await accounts()).toEqual({ [ANA!]: ANA, [BEN!]: BEN, [ERASED!]: null });

    await query(database, insert(CHLOE!, 'null'));
    expect((await accounts())[CHLOE!]).toBe(CHLOE);
    await expect(query(database, insert(id(6), 'null'))).rejects.toThrow(/members_account_fkey/);
    await expect(query(database, `delete from accounts where id = '${ANA}'`)).rejects.toThrow(
      /members_active_account/,
    );
    await query(database, `delete from accounts where id = '${BEN}'`);
    expect((await accounts())[BEN!]).toBeNull();
    await expect(
      query(database, `update members set account_id = '${ANA}' where user_id = '${BEN}'`),
    ).rejects.toThrow(/members_household_account_key/);
  });
});

describe('the migration of the visibility of tasks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    await migrateUpTo(database.connectionString, '0026_task_visibility');
  });
  afterAll(() => database.drop());

  const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const [ANA, BEN, HOME] = [1, 2, 3].map((n) => `'${id(n)}'`);
  const AT = `'2026-01-02T03:04:05Z'`;
  const [CHORE, DIARY, CHAIN, SPLIT, ONE_OFF] = [10, 11, 12, 13, 14];
  const LATER_HALF = 15;

  const series = (n: number, task: number, visibility: string, fields: Record<string, string> = {}) => {
    const all: Record<string, string> = {
      household_id: HOME!,
      id: `'${id(n)}'`,
      task_id: `'${id(task)}'`,
      recurrence: `'{"frequency": "weekly"}'`,
      start_date: `'2026-01-01'`,
      start_index: '0',
      segments: `'[]'`,
      missed: `'keep'`,
      title: `'Task ${task}'`,
      visibility: `'${visibility}'`,
      priority: '2',
      all_day: 'true',
      reminders: `'{60}'`,
      checklist: `'["glass"]'`,
      horizon: `'2026-04-01'`,
      next_index: '13',
      excluded_dates: `'[]'`,
      created_by: ANA!,
      created_at: AT,
      ...fields,
    };
    return `insert into series (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
  };
  /**
   * Returns the insert of a row. `of` is the series and the index in it, or null for a one-off task. The date is that
   * many days into March.
   */
  const row = (n: number, task: number, visibility: string, of: [number, number] | null, fields = {}) => {
    const day = `'2026-03-${String((of?.[1] ?? 0) + 1).padStart(2, '0')}'`;
    const all: Record<string, string> = {
      household_id: HOME!,
      id: `'${id(n)}'`,
      task_id: `'${id(task)}'`,
      series_id: of === null ? 'null' : `'${id(of[0])}'`,
      series_index: of === null ? 'null' : String(of[1]),
      original_date: of === null ? 'null' : day,
      date: day,
      title: `'Row ${n}'`,
      search_text: `'row'`,
      visibility: `'${visibility}'`,
      priority: '2',
      status: `'TODO'`,
      all_day: 'true',
      responsible_member_ids: `'{}'`,
      checklist: `'[]'`,
      attachment_count: '0',
      reminders: `'{}'`,
      is_exception: 'false',
      version: '4',
      sync_version: '4',
      synced_version: '4',
      google_sync_status: `'SYNCED'`,
      created_by: ANA!,
      created_at: AT,
      updated_at: AT,
      ...fields,
    };
    return `insert into occurrences (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
  };
  const DONE = { status: `'DONE'`, completed_at: AT, completed_by: ANA };
  const TURNS = `'[{"fromIndex": 0, "anchorDate": "2026-01-01", "rotation":
  {"kind": "turns", "order": [["${id(1)}"], ["${id(2)}"]], "unit": "occurrence", "length": 1, "offset": 0}}]'`;

  const rows = () =>
    query(
      database,
      `select right(id::text, 2)::int as id, right(task_id::text, 2)::int as task, right(series_id::text, 2)::int as series,
       series_index as index, visibility, version, google_sync_status as sync, attachment_count as files,
       responsible_member_ids as people, completed_for as doer, is_exception as exception
     from occurrences where title like 'Row%' order by 1`,
    );

  test('makes occurrences whose visibility differs from their task separate tasks, and changes nothing else', async () => {
    const both = `'{${id(1)},${id(2)}}'`;
    await query(
      database,
      `
    insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at) values
      (${ANA}, 'ana@example.org', true, 'Ana', 'en', 'UTC', ${AT}),
      (${BEN}, 'ben@example.org', true, 'Ben', 'en', 'UTC', ${AT});
    insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
      values (${HOME}, 'Home', 'UTC', 'en', 'mo', '{title}', ${AT});
    insert into members (household_id, user_id, role, color, joined_at, away_periods) values
      (${HOME}, ${ANA}, 'OWNER', '#dc2626', ${AT}, '[]'), (${HOME}, ${BEN}, 'MEMBER', '#2563eb', ${AT}, '[]');
    insert into tasks (household_id, id, created_by, created_at)
      select ${HOME}, id::uuid, ${ANA}, ${AT}
      from unnest(array['${[CHORE, DIARY, CHAIN, SPLIT, ONE_OFF].map(id).join("','")}']) as id;
    ${series(CHORE, CHORE, 'SHARED', { segments: TURNS, excluded_dates: `'["2026-02-01", "2026-03-20"]'` })}
    ${row(20, CHORE, 'SHARED', [CHORE, 0], { ...DONE, responsible_member_ids: both, completed_for: BEN })}
    ${row(21, CHORE, 'PERSONAL', [CHORE, 1], { is_exception: 'true', attachment_count: '1' })}
    ${row(22, CHORE, 'PERSONAL', [CHORE, 2], { ...DONE, responsible_member_ids: both, completed_for: BEN })}
    ${row(23, CHORE, 'SHARED', [CHORE, 3], { responsible_member_ids: both, attachment_count: '1' })}
    ${series(DIARY, DIARY, 'PERSONAL', { segments: TURNS })}
    ${row(30, DIARY, 'PERSONAL', [DIARY, 0], { responsible_member_ids: `'{${id(2)}}'` })}
    ${row(31, DIARY, 'SHARED', [DIARY, 1], { responsible_member_ids: both })}
    ${series(CHAIN, CHAIN, 'SHARED', { recurrence: `'{"kind": "afterCompletion", "every": 1, "unit": "day"}'`, next_index: '2' })}
    ${row(40, CHAIN, 'SHARED', [CHAIN, 0], DONE)}
    ${row(41, CHAIN, 'PERSONAL', [CHAIN, 1])}
    ${series(SPLIT, SPLIT, 'SHARED', { ended_at: AT })}
    ${series(LATER_HALF, SPLIT, 'PERSONAL', { created_at: `'2026-02-02T03:04:05Z'` })}
    ${row(50, SPLIT, 'SHARED', [SPLIT, 0])}
    ${row(51, SPLIT, 'PERSONAL', [LATER_HALF, 0], { attachment_count: '1' })}
    ${row(60, ONE_OFF, 'PERSONAL', null)}`,
    );
    const before = await rows();
    await migrateToLatest(database.connectionString);
    const after = await rows();

    const kept = { version: 4, sync: 'SYNCED' };
    const moved = { version: 5, sync: 'PENDING', files: 0 };
    const alone = { series: null, index: null, exception: false };
    expect(after).toEqual(
      [
        {},
        { ...moved, ...alone, task: 21 },
        { ...moved, ...alone, task: 22, version: 6, people: [id(1)], doer: null },
        {},
        { version: 5, sync: 'PENDING', people: [] },
        { ...moved, ...alone, task: 31 },
        {},
        { ...moved, ...alone, task: 41 },
        {},
        { ...moved, task: LATER_HALF },
        {},
      ].map((change, i) => ({ ...before[i], ...kept, ...change })),
    );
    expect(
      await query(
        database,
        `select right(id::text, 2)::int as id, right(task_id::text, 2)::int as task, excluded_dates as excluded, next_index as next
       from series order by 1`,
      ),
    ).toEqual([
      {
        id: CHORE,
        task: CHORE,
        excluded: ['2026-02-01', '2026-03-02', '2026-03-03', '2026-03-20'],
        next: 13,
      },
      { id: DIARY, task: DIARY, excluded: ['2026-03-02'], next: 13 },
      { id: CHAIN, task: CHAIN, excluded: ['2026-03-02'], next: 3 },
      { id: SPLIT, task: SPLIT, excluded: [], next: 13 },
      { id: LATER_HALF, task: LATER_HALF, excluded: [], next: 13 },
    ]);
    expect(
      await query(database, `select segments from series where right(id::text, 2) = '${DIARY}'`),
    ).toEqual([
      {
        segments: [{ fromIndex: 0, anchorDate: '2026-01-01', rotation: { kind: 'fixed', members: [id(1)] } }],
      },
    ]);
    // The series continues with a date that it has not had before.
    expect(
      await query(
        database,
        `select o.series_index as index, o.visibility, o.status, o.checklist -> 0 ->> 'title' as item,
         o.original_date > '2026-03-02' and o.date = o.original_date and s.horizon = o.date + 1 as dated
       from occurrences o join series s on s.id = o.series_id where o.title = 'Task ${CHAIN}'`,
      ),
    ).toEqual([{ index: 2, visibility: 'SHARED', status: 'TODO', item: 'glass', dated: true }]);
  });
});
