import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the members who were due by the rule if others have the turn. It is null for older occurrences until they are
 * planned again.
 */
export const turnOf: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column turn_of uuid[]`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column turn_of`.execute(db);
}
