import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which operation an activity belongs to; not known of older ones, and null of what the service did. */
export const activityOperation: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities add column operation_id uuid`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities drop column operation_id`.execute(db);
}
