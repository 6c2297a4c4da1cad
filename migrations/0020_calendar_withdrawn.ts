import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the service took out of a calendar is remembered: the same event comes back there, not a new one. */
export const calendarWithdrawn: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calendar_events
      drop constraint calendar_events_state_check,
      add constraint calendar_events_state_check
        check (state in ('INTENT', 'LIVE', 'DELETING', 'GONE', 'WITHDRAWN'))
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from calendar_events where state = 'WITHDRAWN'`.execute(db);
  await sql`
    alter table calendar_events
      drop constraint calendar_events_state_check,
      add constraint calendar_events_state_check check (state in ('INTENT', 'LIVE', 'DELETING', 'GONE'))
  `.execute(db);
}
