import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds day calendars that are fetched from an address: the address, the times of fetching, and the last result. */
export const fetchedCalendars: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table day_calendars
      add column url text,
      add column host text,
      add column etag text,
      add column fetched_at timestamptz,
      add column next_fetch_at timestamptz,
      add column claimed_until timestamptz,
      add column failures int not null default 0,
      add column error text,
      add constraint day_calendars_fetched check (
        (url is null) = (host is null) and (url is null) = (next_fetch_at is null)
      )
  `.execute(db);
  await sql`
    create index day_calendars_next_fetch on day_calendars (next_fetch_at) where next_fetch_at is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table day_calendars
      drop column url,
      drop column host,
      drop column etag,
      drop column fetched_at,
      drop column next_fetch_at,
      drop column claimed_until,
      drop column failures,
      drop column error
  `.execute(db);
}
