import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the activity of households. It has no foreign keys to its subjects, which may be deleted, and keeps their
 * titles of that day. The migration also adds an index for the statistics of skipped occurrences by date;
 * `occurrences_done` is the index for completed ones.
 */
export const activity: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activities (
      household_id uuid not null references households,
      id uuid not null,
      at timestamptz not null,
      actor_id uuid,
      action text not null,
      subject_type text not null,
      subject_id uuid not null,
      subject_title text,
      task_id uuid,
      only_for uuid,
      changes jsonb not null check (jsonb_typeof(changes) = 'array'),
      primary key (household_id, id)
    );
  `.execute(db);
  await sql`create index activities_list on activities (household_id, at desc, id)`.execute(db);
  await sql`create index activities_task on activities (household_id, task_id) where task_id is not null`.execute(
    db,
  );
  await sql`create index activities_age on activities using brin (at)`.execute(db);
  await sql`
    create index occurrences_skipped on occurrences (household_id, date)
      where status = 'SKIPPED' and deleted_at is null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_skipped`.execute(db);
  await sql`drop table activities`.execute(db);
}
