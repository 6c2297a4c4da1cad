import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index to find the personal occurrences of a member who leaves, without reading all occurrences of the
 * household.
 */
export const personalOccurrences: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index occurrences_personal on occurrences (household_id, created_by, id) where visibility = 'PERSONAL'
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_personal`.execute(db);
}
