import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index for counting the open occurrences of a household before more are created. The cost does not depend on
 * its history.
 */
export const openOccurrences: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_open on occurrences (household_id) where status = 'TODO' and deleted_at is null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_open`.execute(db);
}
