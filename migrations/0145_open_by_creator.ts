import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index on the open occurrences of a household by the member who created them. It replaces the index without
 * the creator.
 */
export const openByCreator: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_open_by_creator on occurrences (household_id, created_by)
    where status = 'TODO' and deleted_at is null
  `.execute(db);
  await sql`drop index occurrences_open`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_open on occurrences (household_id) where status = 'TODO' and deleted_at is null
  `.execute(db);
  await sql`drop index occurrences_open_by_creator`.execute(db);
}
