import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates templates of several tasks. The tasks are one JSON value, read and replaced as a whole. Members and
 * categories that no longer exist are noticed only when the template is applied.
 */
export const templates: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_templates (
      household_id uuid not null references households,
      id uuid not null,
      name text not null check (name <> ''),
      tasks jsonb not null check (jsonb_typeof(tasks) = 'array'),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (household_id, id)
    );
  `.execute(db);
  await sql`
    create index task_templates_list on task_templates (household_id, created_at desc, id)
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table task_templates`.execute(db);
}
