import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds what was left out when the days of a calendar were read from its address, and the date before which its days are
 * from a previous file.
 */
export const dayCalendarWarnings: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table day_calendars
      add column warnings jsonb not null default '[]',
      add column kept_before date
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table day_calendars drop column warnings, drop column kept_before`.execute(db);
}
