import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { candidatesStatement } from '../../adapters/postgres/notifications/reminder-candidates.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { anOccurrence } from '../builders/occurrence.js';
import { planNodes } from '../support/database/plan.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';

const [HOUSEHOLDS, EACH, DAYS] = [200, 200, 400];

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ connectionString: database.connectionString });
  await storeCrowd();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Households of one member, with a task every other day, half of them with reminders. */
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

test('a minute reads the open occurrences of the days around it, and none of the others', async () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const nodes = await planNodes(db, candidatesStatement({ since: now - 60_000, now }, null, 500));
  const scans = nodes.filter((node) => node['Index Name']?.startsWith('occurrences'));
  expect(new Set(scans.map((node) => node['Index Name']))).toEqual(new Set(['occurrences_to_remind']));
  const read = scans.reduce(
    (sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
    0,
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan((HOUSEHOLDS * EACH) / 20);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 1_000)).toEqual([]);
});
