import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index to find the activity about a permanently deleted row, so that it can be hidden without reading all
 * activity of the household.
 *
 * It also hides what earlier versions left visible: activity and operations about tasks that were personal when they
 * were permanently deleted. If the newest note about a deleted row is for one member only, so are the older ones.
 */
export const notesOfRemovedRows: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index activities_subject on activities (household_id, subject_id)`.execute(db);
  await hideLeftNotes(db, 'activities', 'task_id');
  await hideLeftNotes(db, 'activities', 'subject_id');
  await hideLeftNotes(db, 'operations', 'task_id');
  await hideLeftNotes(db, 'operations', "(subject ->> 'id')::uuid");
}

/** `about` is an SQL expression for the id that the notes of this table name. */
async function hideLeftNotes(db: Kysely<unknown>, table: 'activities' | 'operations', about: string) {
  const id = sql.raw(about);
  const notes = sql.table(table);
  const isThere = (rows: 'tasks' | 'series' | 'occurrences') =>
    sql`exists (select from ${sql.table(rows)} t where t.household_id = newest.household_id and t.id = newest.about)`;
  await sql`
    with newest as (
      select distinct on (household_id, ${id}) household_id, ${id} as about, only_for
      from ${notes} where ${id} is not null
      order by household_id, ${id}, at desc, id desc
    )
    update ${notes} n set only_for = newest.only_for
    from newest
    where n.household_id = newest.household_id and n.only_for is null and newest.only_for is not null
      and ${sql.raw(about.replace(/\b(task_id|subject_id|subject)\b/, 'n.$1'))} = newest.about
      and not ${isThere('tasks')} and not ${isThere('series')} and not ${isThere('occurrences')}
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index activities_subject`.execute(db);
}
