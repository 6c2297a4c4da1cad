import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import { listStatement, trashStatement } from '../../adapters/postgres/tasks/occurrence-list.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Household, Member } from '../../domain/households/household.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { SortKey } from '../../domain/shared/page.js';
import type { OccurrenceQuery, View } from '../../domain/tasks/views.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence, aQuery } from '../builders/occurrence.js';
import { planNodes, type PlanNode } from '../support/database/plan.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

describe('a page of occurrences', () => {
  let household: Household;
  let member: Member;

  onPostgres();
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await storeCrowdedHousehold();
    await sql`vacuum analyze occurrences`.execute(db);
  });

  /** Many rows of each kind: one is written by the repository, the others are copies of it. */
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
  ])('of the view %s after %j is read from the index in order', async (view, after) => {
    await expectOneIndexScan(listPlan({ view }, after), 'occurrences_list');
  });

  test('in the middle is found without reading what comes before', async () => {
    const after = ['2026-03-10', -1, '9999-12-31', 2, anId<string>()];
    const scan = await expectOneIndexScan(listPlan({}, after), 'occurrences_list');
    expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
  });

  test('of a span of dates begins at its first', async () => {
    const scan = await expectOneIndexScan(
      listPlan({ from: civilDate('2026-04-01'), to: civilDate('2026-05-01') }),
      'occurrences_list',
    );
    expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
  });

  test.each([[null], [[-(NOON + 3_000 * 60_000), anId<string>()]]])(
    'of the view done after %j is read from the index in order',
    async (after) => {
      await expectOneIndexScan(listPlan({ view: 'done' }, after), 'occurrences_done');
    },
  );

  test.each([[null], [[-(NOON + 3_000 * 60_000), anId<string>()]]])(
    'of the trash after %j is read from the index in order',
    async (after) => {
      await expectOneIndexScan(
        trashStatement(household.id, member.id, { limit: 50, after }),
        'occurrences_trash',
      );
    },
  );
});
