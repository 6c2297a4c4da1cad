import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the operation that an activity belongs to. It is null for older activity and for changes that the service
 * made.
 */
export const activityOperation: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities add column operation_id uuid`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities drop column operation_id`.execute(db);
}
