import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index to count the occurrences in the trash that were open when they were deleted, without reading the
 * finished ones.
 */
export const deletedOpen: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_deleted_open on occurrences (household_id, created_by)
      where status_before_deletion = 'TODO' and deleted_at is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_deleted_open`.execute(db);
}
