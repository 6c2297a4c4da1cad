import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates calendars of special days, such as holidays or closing days. */
export const dayCalendars: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table day_calendars (
      household_id uuid not null references households,
      id uuid not null,
      name text not null check (name <> ''),
      days jsonb not null,
      ignored jsonb not null,
      primary key (household_id, id)
    )
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table day_calendars`.execute(db);
}
