import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Category, Household } from '../../domain/households/household.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { anAccount } from '../builders/account.js';
import { aCategory, aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { anOccurrence } from '../builders/occurrence.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';

type Tenant = { household: Household; user: UserId; category: Category; task: Occurrence };

describe('the database itself', () => {
  let database: TestDatabase;
  let db: Database;
  let ours: Tenant;
  let theirs: Tenant;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ connectionString: database.connectionString });
    [ours, theirs] = [await storeTenant(), await storeTenant()];
  });

  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  async function storeTenant(): Promise<Tenant> {
    const account = anAccount();
    const household = aHousehold();
    const base = { householdId: household.id, createdBy: account.id };
    const category = aCategory(base);
    const task = anOccurrence({ ...base, categoryId: category.id });
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
      await scope.categories.insert(category);
      await scope.occurrences.insertTask(task);
    });
    return { household, user: account.id, category, task };
  }

  const setting = (assignment: RawBuilder<unknown>) =>
    sql`update occurrences set ${assignment} where household_id = ${ours.household.id}`;

  test.each<[string, () => RawBuilder<unknown>]>([
    ['a task', () => setting(sql`task_id = ${theirs.task.taskId}`)],
    ['a category', () => setting(sql`category_id = ${theirs.category.id}`)],
    ['an author', () => setting(sql`created_by = ${theirs.user}`)],
    ['who ticked it', () => setting(sql`completed_by = ${theirs.user}`)],
    ['who did it', () => setting(sql`completed_for = ${theirs.user}`)],
    ['the household of a task', () => setting(sql`household_id = ${theirs.household.id}`)],
    [
      'the author of a task',
      () => sql`update tasks set created_by = ${theirs.user} where household_id = ${ours.household.id}`,
    ],
    [
      'the author of a category',
      () => sql`update categories set created_by = ${theirs.user} where household_id = ${ours.household.id}`,
    ],
  ])('refuses %s of another household', async (_, statement) => {
    await expect(statement().execute(db)).rejects.toMatchObject({ code: '23503' });
  });

  test('takes the category away from its tasks when it is deleted past the repository', async () => {
    const { household, category, task } = await storeTenant();
    await sql`delete from categories where id = ${category.id}`.execute(db);
    const { rows } = await sql`
      select household_id, category_id from occurrences where id = ${task.id}
    `.execute(db);
    expect(rows).toEqual([{ household_id: household.id, category_id: null }]);
  });

  test.each<[string, RawBuilder<unknown>]>([
    ['a time without date', sql`"time" = '10:00'`],
    ['a whole day without date', sql`all_day = true`],
    ['a date that means "undated"', sql`date = '9999-12-31'`],
    [
      'a soft due span beside a date',
      sql`date = '2026-01-01', soft_due_kind = 'BEFORE', soft_due_by = '2026-01-02'`,
    ],
    ['a soft due span without end', sql`soft_due_kind = 'BEFORE'`],
    ['DONE without an instant', sql`status = 'DONE'`],
    ['an unknown status', sql`status = 'LATER'`],
    ['an unknown priority', sql`priority = 4`],
    ['more synced than there is', sql`synced_version = 99`],
    ['a blank title', sql`title = ''`],
  ])('refuses %s', async (_, assignment) => {
    await expect(setting(assignment).execute(db)).rejects.toMatchObject({ code: '23514' });
  });

  test('gives an id that is taken in one household to another', async () => {
    const household = aHousehold();
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: ours.user, householdId: household.id }));
      await scope.occurrences.insertTask({
        ...ours.task,
        householdId: household.id,
        categoryId: null,
        title: anId<string>(),
      });
    });
    const { rows } = await sql`select 1 from occurrences where id = ${ours.task.id}`.execute(db);
    expect(rows).toHaveLength(2);
  });
});
