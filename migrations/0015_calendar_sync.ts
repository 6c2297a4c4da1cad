import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the synchronisation with a calendar. Its events have no foreign key to occurrences, because an event must
 * be deleted after its occurrence was deleted. Leftover events have no foreign key to households, because they
 * outlive them.
 */
export const calendarSync: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [LINKS, EVENTS, FAILURES, LEFTOVERS]) await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index occurrences_unsynced;
  `.execute(db);
  await sql`drop table calendar_leftovers, calendar_failures, calendar_events, calendar_links`.execute(db);
}

const LINKS = `
  create table calendar_links (
    household_id uuid not null references households,
    id uuid not null,
    connection_id uuid not null,
    calendar_id text not null check (calendar_id <> ''),
    calendar_name text not null,
    linked_by uuid not null,
    status text not null check (status in ('ACTIVE', 'INVALID')),
    reason text check (reason in ('GOOGLE_REVOKED', 'CALENDAR_NOT_FOUND', 'NO_WRITE_ACCESS')),
    generation integer not null check (generation > 0),
    pull_cursor timestamptz,
    cool_until timestamptz,
    cool_attempt integer not null,
    last_synced_at timestamptz,
    reconciled_at timestamptz,
    created_at timestamptz not null,
    primary key (household_id, id),
    constraint calendar_links_household_key unique (household_id),
    foreign key (household_id, linked_by) references members (household_id, user_id),
    check ((status = 'INVALID') = (reason is not null))
  );
  create index calendar_links_connection on calendar_links (connection_id);
`;

const EVENTS = `
  create table calendar_events (
    household_id uuid not null references households,
    id uuid not null,
    calendar_id text not null,
    event_id text not null,
    state text not null check (state in ('INTENT', 'LIVE', 'DELETING', 'GONE')),
    etag text,
    sequence bigint not null,
    remote_updated timestamptz,
    content text,
    published jsonb,
    primary key (household_id, id),
    constraint calendar_events_event_key unique (calendar_id, event_id)
  );
`;

const FAILURES = `
  create table calendar_failures (
    household_id uuid not null,
    id uuid not null,
    sync_version integer not null,
    attempts integer not null check (attempts > 0),
    next_at timestamptz not null,
    pending_since timestamptz not null,
    error text not null,
    primary key (household_id, id),
    foreign key (household_id, id) references occurrences (household_id, id) on delete cascade
  );
  create index occurrences_unsynced on occurrences (household_id, date)
    where google_sync_status in ('PENDING', 'BLOCKED', 'ERROR');
`;

const LEFTOVERS = `
  create table calendar_leftovers (
    calendar_id text not null,
    event_id text not null,
    left_by uuid not null,
    connection_id uuid not null,
    attempts integer not null,
    next_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (calendar_id, event_id)
  );
  create index calendar_leftovers_household on calendar_leftovers (left_by, next_at);
  create index calendar_leftovers_connection on calendar_leftovers (connection_id);
`;
