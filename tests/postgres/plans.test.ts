import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import { listStatement, trashStatement } from '../../adapters/postgres/tasks/occurrence-list.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Household, Member } from '../../domain/households/household.js';
import { civilDate, addDays, toDayNumber } from '../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { SortKey } from '../../domain/shared/page.js';
import type { OccurrenceQuery, View } from '../../domain/tasks/views.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence, aQuery } from '../builders/occurrence.js';
import { preparedPlanNodes, planNodes, type PlanNode } from '../support/database/plan.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import {
  historyStatement,
  rowsForUpdateStatement,
  rowsOfManyStatement,
} from '../../adapters/postgres/tasks/occurrence-bulk.js';
import { lockedStatement } from '../../adapters/postgres/tasks/occurrence-repository.js';
import { dueStatement } from '../../adapters/postgres/series/series-due.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { aRowOf, aSeries } from '../builders/series.js';
import { createTestDatabase, type TestDatabase, query } from '../support/database/test-database.js';
import { candidatesStatement } from '../../adapters/postgres/notifications/reminder-candidates.js';

describe('a page of occurrences', () => {
  let household: Household;
  let member: Member;

  onPostgres();
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await storeCrowdedHousehold();
    await sql`vacuum analyze occurrences`.execute(db);
  });

  /** Stores many rows of each kind. The repository writes one of them, and the others are copies in SQL. */
  async function storeCrowdedHousehold(): Promise<void> {
    const account = anAccount();
    household = aHousehold();
    member = aMember({ id: account.id, householdId: household.id });
    const task = anOccurrence({ householdId: household.id, createdBy: account.id });
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(member);
      await scope.occurrences.insertTask(task);
    });
    await sql`
      insert into occurrences (household_id, id, task_id, title, search_text, visibility, priority, status, date,
        all_day, responsible_member_ids, checklist, attachment_count, reminders, is_exception, version,
        sync_version, synced_version, google_sync_status, created_by, created_at, updated_at, completed_at,
        deleted_at)
      select household_id, gen_random_uuid(), task_id, title, search_text, visibility, n % 4,
        case when n % 3 = 0 then 'DONE' else 'TODO' end,
        case when n % 10 > 0 then date '2026-03-10' + (n % 200 - 100) end, false, responsible_member_ids,
        checklist, 0, reminders, false, 1, 1, 0, google_sync_status, created_by, created_at, updated_at,
        case when n % 3 = 0 then created_at + n * interval '1 minute' end,
        case when n % 7 = 0 then created_at + n * interval '1 minute' end
      from occurrences, generate_series(1, 5000) n where id = ${task.id}
    `.execute(db);
  }

  async function expectOneIndexScan(statement: RawBuilder<unknown>, index: string): Promise<PlanNode> {
    const nodes = await planNodes(db, statement);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
    expect(nodes.at(-1)).toMatchObject({ 'Index Name': index, 'Actual Rows': 51 });
    expect((await preparedPlanNodes(db, statement)).at(-1)).toMatchObject({ 'Index Name': index });
    return nodes.at(-1)!;
  }

  const listPlan = (query: Partial<OccurrenceQuery>, after: SortKey | null = null) =>
    listStatement(household.id, aQuery({ viewer: member.id, ...query }), { limit: 50, after });

  test.each<[View, SortKey | null]>([
    ['all', null],
    ['all', ['2026-03-10', -1, '9999-12-31', 2, anId()]],
    ['upcoming', null],
    ['upcoming', ['2026-03-20', -1, '9999-12-31', 2, anId()]],
    ['overdue', null],
    ['overdue', ['2026-02-20', -1, '9999-12-31', 2, anId()]],
    ['unscheduled', null],
    ['unscheduled', ['9999-12-31', -1, '9999-12-31', 1, anId()]],
  ])('of the view %s after the key %j is read from an index in order', async (view, after) => {
    await expectOneIndexScan(listPlan({ view }, after), 'occurrences_list');
  });

  test('in the middle of the list is read without reading the rows of earlier pages', async () => {
    const after = ['2026-03-10', -1, '9999-12-31', 2, anId<string>()];
    const scan = await expectOneIndexScan(listPlan({}, after), 'occurrences_list');
    expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
  });

  test('for a range of dates is read from the first date of that range on', async () => {
    const scan = await expectOneIndexScan(
      listPlan({ from: civilDate('2026-04-01'), to: civilDate('2026-05-01') }),
      'occurrences_list',
    );
    expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
  });

  test.each([[null], [[-(NOON + 3_000 * 60_000), anId<string>()]]])(
    'of the view done after the key %j is read from an index in order',
    async (after) => {
      await expectOneIndexScan(listPlan({ view: 'done' }, after), 'occurrences_done');
    },
  );

  test.each([[null], [[-(NOON + 3_000 * 60_000), anId<string>()]]])(
    'of the trash after the key %j is read from an index in order',
    async (after) => {
      await expectOneIndexScan(
        trashStatement(household.id, member.id, { limit: 50, after }),
        'occurrences_trash',
      );
    },
  );
});

describe('queries on series', () => {
  const TODAY = civilDate('2026-03-10');
  const YEARS = 10;

  describe('on the occurrences of a daily series that is ten years old', () => {
    let database: TestDatabase;
    let db: Database;
    let series: SeriesRecord;

    beforeAll(async () => {
      database = await createTestDatabase();
      db = createDatabase({ connectionString: database.connectionString, statementTimeoutMs: 60_000 });
      for (let i = 0; i < 3; i++) await storeOldSeries();
      await sql`vacuum analyze occurrences, series`.execute(db);
    });

    afterAll(async () => {
      await db.destroy();
      await database.drop();
    });

    /** Stores a series whose past occurrences are all done, except one of a month ago. Ninety are in the future. */
    async function storeOldSeries(): Promise<void> {
      const account = anAccount();
      const household = aHousehold();
      const past = YEARS * 365;
      series = aSeries({
        householdId: household.id,
        createdBy: account.id,
        start: addDays(TODAY, -past),
      });
      const rows = Array.from({ length: past + 90 }, (_, i) =>
        aRowOf(series, i, i < past && i !== past - 30 ? { status: 'DONE', completedAt: NOON } : {}),
      );
      await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
        await scope.accounts.insert(account);
        await scope.households.insert(household);
        await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
        await scope.series.insertWithTask(series);
        await scope.occurrences.insertAll(rows);
      });
    }

    /** Returns how many occurrences are read but not returned. Reading all three rows of `series` is fine. */
    const touched = (nodes: readonly PlanNode[]) =>
      nodes
        .filter((node) => node['Relation Name'] !== 'series')
        .reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
    const indexes = (nodes: readonly PlanNode[]) =>
      nodes.flatMap((node) => node['Index Name'] ?? []).toSorted();

    test('find future and open occurrences without reading past ones', async () => {
      const place = { date: TODAY, index: YEARS * 365 };
      const statement = rowsForUpdateStatement(series.householdId, series.id, place);
      const nodes = await planNodes(db, statement);
      expect(nodes[0]!['Actual Rows']).toBe(91);
      expect(indexes(nodes)).toEqual([
        'occurrences_series_date_key',
        'occurrences_series_date_key',
        'occurrences_series_index_key',
        'occurrences_series_open',
      ]);
      expect(indexes(await preparedPlanNodes(db, statement))).toEqual(indexes(nodes));
      expect(touched(nodes)).toBe(0);
    });

    test('find the occurrence that a request changes by its id, and keep the plan', async () => {
      const { rows } = await sql<{ id: OccurrenceId }>`
        select id from occurrences where household_id = ${series.householdId} limit 1
      `.execute(db);
      const ids = rows.map(({ id }) => id);
      const statement = lockedStatement(series.householdId, ids, series.createdBy);
      const read = (await preparedPlanNodes(db, statement)).filter(
        (node) => node['Relation Name'] === 'occurrences',
      );
      // One step finds the task of the occurrence, to lock its series first.
      expect(read.map((node) => node['Index Name'])).toEqual(['occurrences_pkey', 'occurrences_pkey']);
      // A plan that is kept has parameters in place of values.
      expect(read[0]!['Index Cond']).toMatch(/household_id = \$\d+\) AND \(id = \$\d+/);
    });

    test('do not read past occurrences if many series are read at once', async () => {
      const from = { date: TODAY, index: YEARS * 365 };
      const statement = rowsOfManyStatement(series.householdId, [{ id: series.id, from }]);
      const nodes = await planNodes(db, statement);
      expect(nodes[0]!['Actual Rows']).toBe(91);
      expect(touched(nodes)).toBe(0);
      // Each part of the query finds some of the rows by its own index. The last part reads them by id.
      const read = nodes.filter((node) => 'Index Name' in node).map((node) => node['Actual Rows']);
      expect(read.toSorted((a, b) => a - b)).toEqual([0, 0, 90, 90, 91, 91]);
      expect(indexes(await preparedPlanNodes(db, statement))).toEqual(indexes(nodes));
    });

    test.each([[null], [[-toDayNumber(addDays(TODAY, -2_000)), -1_650, anId<string>()]]])(
      'read a page of completed occurrences after the key %j from an index in order',
      async (after) => {
        const viewer = series.createdBy;
        const statement = historyStatement(series.householdId, series.taskId, viewer, { limit: 50, after });
        const nodes = await planNodes(db, statement);
        expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
        expect(nodes[1]).toMatchObject({ 'Index Name': 'occurrences_task_history', 'Actual Rows': 51 });
        expect(indexes(await preparedPlanNodes(db, statement))).toEqual(['occurrences_task_history']);
        expect(touched(nodes)).toBeLessThanOrEqual(1);
      },
    );
  });

  describe('for a batch of series that a job processes', () => {
    const IS_DUE_FOR_HORIZON = sql`
      s.recurrence ->> 'kind' is null and s.horizon < '2026-06-01' and h.time_zone = any(${['Europe/Paris']})`;

    let database: TestDatabase;
    let db: Database;
    let series: SeriesRecord;

    beforeAll(async () => {
      database = await createTestDatabase();
      db = createDatabase({ connectionString: database.connectionString, statementTimeoutMs: 60_000 });
      const account = anAccount();
      const household = aHousehold();
      const base = { householdId: household.id, createdBy: account.id };
      series = aSeries(base);
      await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
        await scope.accounts.insert(account);
        await scope.households.insert(household);
        await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
        await scope.series.insertWithTask(series);
        for (let i = 0; i < 500; i++)
          await scope.series.insertWithTask(
            aSeries({
              ...base,
              missed: i % 50 === 0 ? 'keepLatest' : 'keep',
              ended: i % 5 > 0,
              endedAt: i % 5 > 0 ? NOON : null,
            }),
          );
      });
      await sql`vacuum analyze series`.execute(db);
    });

    afterAll(async () => {
      await db.destroy();
      await database.drop();
    });

    test.each([
      ['whose horizon ends soon', IS_DUE_FOR_HORIZON, 'series_due', 20],
      ['that keep only the latest occurrence', sql`s.missed = 'keepLatest'`, 'series_keeping_latest', 5],
    ])(
      'read series %s from an index in order, starting where the last batch ended',
      async (_, isDue, index, rows) => {
        const statement = dueStatement(isDue, series, rows);
        const nodes = await planNodes(db, statement);
        const scan = nodes.find((node) => node['Index Name'] === index);
        expect(scan).toMatchObject({
          'Node Type': expect.stringMatching(/^Index (Only )?Scan$/),
          'Actual Rows': rows,
        });
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
        const prepared = await preparedPlanNodes(db, statement);
        expect(prepared.map((node) => node['Index Name'])).toContain(index);
      },
    );

    test('read series whose horizon ends soon without sorting, even in a database with thousands of households', async () => {
      await db.transaction().execute(async (transaction) => {
        // The copies have no tasks, which are not needed for a plan. The temporary tables allow copying rows with all
        // their columns, but with other ids.
        await sql`set local session_replication_role = replica`.execute(transaction);
        for (const statement of [
          'create temp table homes on commit drop as select households.* from households, generate_series(1, 4000)',
          'update homes set id = gen_random_uuid()',
          'insert into households select * from homes',
          `create temp table copies on commit drop as
            select series.*, homes.id as home from series, homes, generate_series(1, 5) where series.id = '${series.id}'`,
          'update copies set id = gen_random_uuid(), household_id = home',
          'alter table copies drop column home',
          'insert into series select * from copies',
        ])
          await sql.raw(statement).execute(transaction);
      });
      await sql`analyze series, households`.execute(db);
      const nodes = await planNodes(db, dueStatement(IS_DUE_FOR_HORIZON, series, 200));
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    });
  });
});

describe('the query for reminders', () => {
  const [HOUSEHOLDS, EACH, DAYS] = [200, 200, 400];

  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ connectionString: database.connectionString, statementTimeoutMs: 60_000 });
    await storeCrowd();
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  /** Stores households with one member and a task every other day. Half of the tasks have reminders. */
  async function storeCrowd(): Promise<void> {
    const account = anAccount();
    const household = aHousehold();
    const task = anOccurrence({ householdId: household.id, createdBy: account.id });
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
      await scope.occurrences.insertTask(task);
    });
    await query(
      database,
      `create temp table copies as select gen_random_uuid() as copy from generate_series(1, ${HOUSEHOLDS});
    insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
      select copy, name, time_zone, locale, week_starts_on, calendar_title_format, created_at from households, copies;
    insert into members (household_id, user_id, display_name, role, color, joined_at, left_at, away_periods)
      select copy, user_id, display_name, role, color, joined_at, left_at, away_periods from members, copies;
    insert into tasks (household_id, id, created_by, created_at)
      select copy, id, created_by, created_at from tasks, copies;
    insert into occurrences (household_id, id, task_id, title, search_text, visibility, priority, status, date, "time",
      all_day, responsible_member_ids, checklist, attachment_count, reminders, remind_on, is_exception, version,
      sync_version, synced_version, google_sync_status, created_by, created_at, updated_at)
      select copy, gen_random_uuid(), task_id, title, search_text, visibility, priority, 'TODO',
        date '2026-11-21' + day, '18:00', false, array[created_by], checklist, 0,
        case when day % 4 = 0 then array[30] else '{}'::int[] end,
        case when day % 4 = 0 then date '2026-11-21' + day - 2 end, false, 1, 1, 0, google_sync_status, created_by,
        created_at, updated_at
      from occurrences, copies, generate_series(${-DAYS / 2}, ${DAYS / 2 - 1}, ${DAYS / EACH}) as day;
  `,
    );
    await query(database, 'vacuum analyze');
  }

  test('reads only open occurrences on the days around the minute in which reminders are due', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const statement = candidatesStatement({ since: now - 60_000, now }, null, 500);
    const nodes = await planNodes(db, statement);
    const ofOccurrences = (plan: readonly PlanNode[]) =>
      plan.filter((node) => node['Index Name']?.startsWith('occurrences'));
    const indexes = (plan: readonly PlanNode[]) =>
      new Set(ofOccurrences(plan).map((node) => node['Index Name']));
    const scans = ofOccurrences(nodes);
    expect(indexes(nodes)).toEqual(new Set(['occurrences_to_remind', 'occurrences_to_chase']));
    expect(indexes(await preparedPlanNodes(db, statement))).toEqual(indexes(nodes));
    const read = scans.reduce(
      (sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
      0,
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan((HOUSEHOLDS * EACH) / 20);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 1_000)).toEqual(
      [],
    );
  });
});
