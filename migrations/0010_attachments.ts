import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the table for files of tasks. Their content is in the file store. A row without a digest reserves a place
 * for a file that is being uploaded.
 */
export const attachments: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attachments (
      household_id uuid not null,
      id uuid not null,
      task_id uuid not null,
      file_name text,
      content_type text,
      size integer not null check (size >= 0),
      sha256 text,
      created_by uuid not null,
      created_at timestamptz not null,
      primary key (household_id, id),
      constraint attachments_task_fkey foreign key (household_id, task_id) references tasks on delete cascade,
      foreign key (household_id, created_by) references members,
      constraint attachments_whole check (num_nonnulls(file_name, content_type, sha256) in (0, 3))
    );
  `.execute(db);
  await sql`create index attachments_list on attachments (household_id, task_id, created_at desc, id)`.execute(
    db,
  );
  await sql`create index attachments_held on attachments (created_at) where sha256 is null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table attachments`.execute(db);
}
