import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records a problem that concerns the whole linked calendar, to show it in the household's settings. */
export const calendarTrouble: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_links add column trouble text`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_links drop column trouble`.execute(db);
}
