import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The older half of a split ends where the younger begins, also after its rule is replaced by one that goes on. Of
 * those split before, the end is what their rule says, where a younger series of the task begins after it.
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
