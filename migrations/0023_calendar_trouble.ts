import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What stands in the way of a whole calendar, as its household's page shows it. */
export const calendarTrouble: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_links add column trouble text`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_links drop column trouble`.execute(db);
}
