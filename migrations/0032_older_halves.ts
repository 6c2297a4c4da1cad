import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the end of a series that was split: it ends before the newer part begins, even if its rule is replaced by one
 * without an end. For older splits, the end is taken from the rule if a newer series of the task begins on or after
 * its last day.
 */
export const olderHalves: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series add column ends_before date`.execute(db);
  await sql`
    update series s set ends_before = (s.recurrence ->> 'until')::date + 1
    where s.recurrence ->> 'until' is not null and exists (
      select from series younger
      where younger.household_id = s.household_id and younger.task_id = s.task_id and younger.id <> s.id
        and younger.created_at >= s.created_at and younger.start_date >= (s.recurrence ->> 'until')::date
    )
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series drop column ends_before`.execute(db);
}
