import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records events that the service removed from a calendar, so that it can restore the same event instead of creating
 * a new one.
 */
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
