import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index to read the history of a repeating task by task and not by series, because an edit of "this and
 * following" splits the series.
 */
export const taskHistory: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_task_history
      on occurrences (household_id, task_id, original_date desc, series_index desc, id)
      where status in ('DONE', 'SKIPPED') and deleted_at is null and series_id is not null
  `.execute(db);
  await sql`drop index occurrences_history`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_history on occurrences (household_id, series_id, original_date)
      where status in ('DONE', 'SKIPPED') and deleted_at is null and series_id is not null
  `.execute(db);
  await sql`drop index occurrences_task_history`.execute(db);
}
