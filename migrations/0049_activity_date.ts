import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** On which date the occurrence stood of which an activity tells; not known of older ones. */
export const activityDate: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities add column subject_date date`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activities drop column subject_date`.execute(db);
}
