import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the date that an occurrence had when the activity was recorded. It is null for older activity and for other
 * subjects.
 */
export const activityDate: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities add column subject_date date`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities drop column subject_date`.execute(db);
}
