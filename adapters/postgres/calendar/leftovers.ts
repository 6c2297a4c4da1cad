import { sql } from 'kysely';
import type { Leftover } from '../../../application/calendar/ports.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import type { CalendarConnectionId, HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { LEFTOVER_COLUMNS, leftoverOf } from './rows.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

/** The statements about what is left to be deleted in calendars. */
export const leftoverStatements = {
  async leaveBehind(
    db: Database,
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void> {
    await sql`
      with taken as (
        delete from calendar_events where household_id = ${householdId}
        returning household_id, calendar_id, event_id, state
      )
      insert into calendar_leftovers
        (calendar_id, event_id, left_by, connection_id, attempts, next_at, expires_at)
      select calendar_id, event_id, household_id, ${connectionId}, 0, ${timestamp(at)}, ${timestamp(expiresAt)}
      from taken where state not in ('GONE', 'WITHDRAWN')
      on conflict (calendar_id, event_id) do nothing
    `.execute(db);
  },

  async list(db: Database, householdId: HouseholdId, limit: number): Promise<readonly Leftover[]> {
    const rows = await db
      .selectFrom('calendar_leftovers')
      .select(LEFTOVER_COLUMNS)
      .where('left_by', '=', householdId)
      .orderBy('next_at')
      .orderBy('event_id')
      .limit(limit)
      .execute();
    return rows.map(leftoverOf);
  },

  async save(db: Database, { attempts, nextAt, calendarId, eventId }: Leftover): Promise<void> {
    await db
      .updateTable('calendar_leftovers')
      .set({ attempts, next_at: timestamp(nextAt) })
      .where('calendar_id', '=', calendarId)
      .where('event_id', '=', eventId)
      .execute();
  },

  async remove(
    db: Database,
    { calendarId, eventId }: Pick<Leftover, 'calendarId' | 'eventId'>,
  ): Promise<void> {
    await db
      .deleteFrom('calendar_leftovers')
      .where('calendar_id', '=', calendarId)
      .where('event_id', '=', eventId)
      .execute();
  },

  async takeBack(
    db: Database,
    householdId: HouseholdId,
    calendarId: string,
  ): Promise<readonly OccurrenceId[]> {
    const rows = await db
      .deleteFrom('calendar_leftovers')
      .where('left_by', '=', householdId)
      .where('calendar_id', '=', calendarId)
      .returning('event_id')
      .execute();
    return rows.flatMap(({ event_id }) => occurrenceOfEvent(event_id) ?? []);
  },

  async households(db: Database): Promise<readonly HouseholdId[]> {
    const rows = await db.selectFrom('calendar_leftovers').select('left_by').distinct().execute();
    return rows.map((row) => row.left_by);
  },

  async removeOf(db: Database, connectionId: CalendarConnectionId): Promise<void> {
    await db.deleteFrom('calendar_leftovers').where('connection_id', '=', connectionId).execute();
  },
};
