import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Category, Household } from '../../domain/households/household.js';

import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { anAccount } from '../builders/account.js';
import { aCategory, aHousehold, aMember } from '../builders/household.js';
import { anId, type PersonId } from '../builders/ids.js';
import { anOccurrence } from '../builders/occurrence.js';
import { aRowOf, aSeries, aSwap } from '../builders/series.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';
import { HOUSEHOLD_TABLES } from '../../adapters/postgres/households/household-repository.js';

describe('the constraints of the database', () => {
  type Tenant = {
    household: Household;
    user: PersonId;
    category: Category;
    task: Occurrence;
    series: SeriesRecord;
  };

  let ours: Tenant;
  let theirs: Tenant;

  onPostgres();
  beforeAll(async () => {
    [ours, theirs] = [await storeTenant(), await storeTenant()];
  });

  async function storeTenant(): Promise<Tenant> {
    const account = anAccount();
    const household = aHousehold();
    const base = { householdId: household.id, createdBy: account.id };
    const category = aCategory(base);
    const task = anOccurrence({ ...base, categoryId: category.id });
    const series = aSeries({ ...base, template: { categoryId: category.id } });
    const row = aRowOf(series, 0);
    const swap = aSwap({
      householdId: household.id,
      occurrenceId: task.id,
      withOccurrenceId: row.id,
      requestedBy: account.id,
    });
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
      await scope.categories.insert(category);
      await scope.occurrences.insertTask(task);
      await scope.series.insertWithTask(series);
      await scope.occurrences.insertAll([row]);
      await scope.swaps.insert(swap);
    });
    return { household, user: account.id, category, task, series };
  }

  const setting = (assignment: RawBuilder<unknown>, table = 'occurrences') =>
    sql`update ${sql.table(table)} set ${assignment} where household_id = ${ours.household.id}`;

  test.each<[string, () => RawBuilder<unknown>]>([
    ['a task', () => setting(sql`task_id = ${theirs.task.taskId}`)],
    [
      'a series',
      () =>
        setting(
          sql`series_id = ${theirs.series.id}, series_index = 0, original_date = coalesce(original_date + 1, now())`,
        ),
    ],
    ['a category', () => setting(sql`category_id = ${theirs.category.id}`)],
    ['an author', () => setting(sql`created_by = ${theirs.user}`)],
    ['the member who ticked it', () => setting(sql`completed_by = ${theirs.user}`)],
    ['the member who did it', () => setting(sql`completed_for = ${theirs.user}`)],
    ['the id (in a task)', () => setting(sql`household_id = ${theirs.household.id}`)],
    ['the task of a series', () => setting(sql`task_id = ${theirs.task.taskId}`, 'series')],
    ['the author of a series', () => setting(sql`created_by = ${theirs.user}`, 'series')],
    ['the category of a series', () => setting(sql`category_id = ${theirs.category.id}`, 'series')],
    ['the id (in a series)', () => setting(sql`household_id = ${theirs.household.id}`, 'series')],
    ['an occurrence to swap', () => setting(sql`occurrence_id = ${theirs.task.id}`, 'swaps')],
    ['an occurrence to swap with', () => setting(sql`with_occurrence_id = ${theirs.task.id}`, 'swaps')],
    ['the member who asks for a swap', () => setting(sql`requested_by = ${theirs.user}`, 'swaps')],
    [
      'the member who answers a swap',
      () => setting(sql`status = 'DECLINED', answered_at = now(), answered_by = ${theirs.user}`, 'swaps'),
    ],
    [
      'the author of a task',
      () => sql`update tasks set created_by = ${theirs.user} where household_id = ${ours.household.id}`,
    ],
    [
      'the author of a category',
      () => sql`update categories set created_by = ${theirs.user} where household_id = ${ours.household.id}`,
    ],
  ])('reject a row of one household that refers to %s of another household', async (_, statement) => {
    await expect(statement().execute(db)).rejects.toMatchObject({ code: '23503' });
  });

  test('reject deleting a category that tasks still refer to', async () => {
    const deletion = sql`delete from categories where household_id = ${ours.household.id}`.execute(db);
    await expect(deletion).rejects.toMatchObject({ code: '23503' });
  });

  test.each<[string, RawBuilder<unknown>]>([
    ['a time without date', sql`"time" = '10:00'`],
    ['a whole day without date', sql`all_day = true`],
    ['a date that means "undated"', sql`date = '9999-12-31'`],
    [
      'a soft due span together with a date',
      sql`date = '2026-01-01', soft_due_kind = 'BEFORE', soft_due_by = '2026-01-02'`,
    ],
    ['a soft due span without end', sql`soft_due_kind = 'BEFORE'`],
    ['the status DONE but no time of completion', sql`status = 'DONE'`],
    ['an unknown status', sql`status = 'LATER'`],
    ['an unknown priority', sql`priority = 4`],
    ['a synced version above the current one', sql`synced_version = 99`],
    ['a blank title', sql`title = ''`],
    ['a series but no index in that series', sql`series_id = task_id, series_index = null`],
  ])('reject an occurrence with %s', async (_, assignment) => {
    await expect(setting(assignment).execute(db)).rejects.toMatchObject({ code: '23514' });
  });

  test.each<[string, 'series' | 'swaps', RawBuilder<unknown>]>([
    ['a blank title', 'series', sql`title = ''`],
    ['a whole day with a time', 'series', sql`all_day = true, "time" = '10:00'`],
    ['an unknown policy', 'series', sql`missed = 'drop'`],
    ['a rule that is not an object', 'series', sql`recurrence = '[]'`],
    ['segments that are no list', 'series', sql`segments = '{}'`],
    ['an index below 0', 'series', sql`next_index = -1`],
    ['an occurrence with itself', 'swaps', sql`with_occurrence_id = occurrence_id`],
    ['an answer without an instant', 'swaps', sql`status = 'ACCEPTED'`],
    ['an open swap with an answer', 'swaps', sql`answered_at = now()`],
    ['an unknown status', 'swaps', sql`status = 'LATER'`],
  ])('reject %s in %s', async (_, table, assignment) => {
    await expect(setting(assignment, table).execute(db)).rejects.toMatchObject({ code: '23514' });
  });

  test('allow the same id in two households', async () => {
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

describe('deleting a household', () => {
  onPostgres();
  test('has a list of tables to delete from that contains every table with a household_id', async () => {
    const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'household_id'
  `.execute(db);
    expect(rows.map((row) => row.table_name).sort()).toEqual([...HOUSEHOLD_TABLES].sort());
  });
});
