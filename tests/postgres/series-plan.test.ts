import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { historyStatement, rowsForUpdateStatement } from '../../adapters/postgres/tasks/occurrence-series.js';
import { dueStatement } from '../../adapters/postgres/series/series-due.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { addDays, civilDate, toDayNumber } from '../../domain/shared/civil-date.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { NOON } from '../builders/instants.js';
import { aRowOf, aSeries } from '../builders/series.js';
import { planNodes, type PlanNode } from '../support/database/plan.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';

const TODAY = civilDate('2026-03-10');
const YEARS = 10;

describe('of a daily series that is ten years old', () => {
  let database: TestDatabase;
  let db: Database;
  let series: SeriesRecord;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ connectionString: database.connectionString });
    for (let i = 0; i < 3; i++) await storeOldSeries();
    await sql`vacuum analyze occurrences, series`.execute(db);
  });

  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  /** All past rows are done, but one of a month ago; ninety are to come. */
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

  const touched = (nodes: readonly PlanNode[]) =>
    nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
  const indexes = (nodes: readonly PlanNode[]) =>
    nodes.flatMap((node) => node['Index Name'] ?? []).toSorted();

  test('what lies ahead and what is open is found without reading its past', async () => {
    const place = { date: TODAY, index: YEARS * 365 };
    const nodes = await planNodes(db, rowsForUpdateStatement(series.householdId, series.id, place));
    expect(nodes[0]!['Actual Rows']).toBe(91);
    expect(indexes(nodes)).toEqual([
      'occurrences_series_date_key',
      'occurrences_series_date_key',
      'occurrences_series_index_key',
      'occurrences_series_open',
    ]);
    expect(touched(nodes)).toBe(0);
  });

  test.each([[null], [[-toDayNumber(addDays(TODAY, -2_000)), -1_650, anId<string>()]]])(
    'a page of the history after %j is read from the index in order',
    async (after) => {
      const viewer = series.createdBy;
      const statement = historyStatement(series.householdId, series.taskId, viewer, { limit: 50, after });
      const nodes = await planNodes(db, statement);
      expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
      expect(nodes[1]).toMatchObject({ 'Index Name': 'occurrences_task_history', 'Actual Rows': 51 });
      expect(touched(nodes)).toBeLessThanOrEqual(1);
    },
  );
});

describe('a batch of due series', () => {
  let database: TestDatabase;
  let db: Database;
  let series: SeriesRecord;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ connectionString: database.connectionString });
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
    ['for the horizon', sql`s.recurrence ->> 'kind' is null and s.horizon < '2026-06-01'`, 'series_due', 20],
    ['that keep the latest', sql`s.missed = 'keepLatest'`, 'series_keeping_latest', 5],
  ])('%s is read from its index in order, from where the last one ended', async (_, isDue, index, rows) => {
    const nodes = await planNodes(db, dueStatement(isDue, series, rows));
    const scan = nodes.find((node) => node['Index Name'] === index);
    expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Actual Rows': rows });
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test('for the horizon is read in order too among thousands of households', async () => {
    await db.transaction().execute(async (transaction) => {
      // Copies without their tasks are enough for a plan.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`
        with home as (
          insert into households select (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid()))).*
          from households h, generate_series(1, 4000) returning id
        )
        insert into series
        select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'household_id', home.id))).*
        from home, series s, generate_series(1, 5) where s.id = ${series.id}
      `.execute(transaction);
    });
    await sql`analyze series, households`.execute(db);
    const isDue = sql`s.recurrence ->> 'kind' is null and s.horizon < '2026-06-01'`;
    const nodes = await planNodes(db, dueStatement(isDue, series, 200));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  });
});
