import { sql } from 'kysely';
import type { OrphanedEventRepository, OrphanedEvent } from '../../../application/calendar/ports.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import type { CalendarConnectionId, HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { ORPHANED_EVENTS } from './table.js';

export class PostgresOrphanedEventRepository extends Repository implements OrphanedEventRepository {
  async leaveAll(
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
    `.execute(this.db);
  }

  async list(householdId: HouseholdId, limit: number): Promise<readonly OrphanedEvent[]> {
    const { rows } = await sql<OrphanedEvent>`
      select ${ORPHANED_EVENTS.select()} from calendar_leftovers
      where left_by = ${householdId} order by next_at, event_id limit ${limit}
    `.execute(this.db);
    return rows;
  }

  async save(event: OrphanedEvent): Promise<void> {
    const { calendar_id, event_id, ...fields } = ORPHANED_EVENTS.toRow(event);
    await this.db
      .updateTable('calendar_leftovers')
      .set(fields)
      .where('calendar_id', '=', calendar_id)
      .where('event_id', '=', event_id)
      .execute();
  }

  async remove({ calendarId, eventId }: Pick<OrphanedEvent, 'calendarId' | 'eventId'>): Promise<void> {
    await this.db
      .deleteFrom('calendar_leftovers')
      .where('calendar_id', '=', calendarId)
      .where('event_id', '=', eventId)
      .execute();
  }

  async cancelDeletions(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]> {
    const rows = await this.db
      .deleteFrom('calendar_leftovers')
      .where('left_by', '=', householdId)
      .where('calendar_id', '=', calendarId)
      .returning('event_id')
      .execute();
    return rows.flatMap(({ event_id }) => occurrenceOfEvent(event_id) ?? []);
  }

  async households(): Promise<readonly HouseholdId[]> {
    const rows = await this.db.selectFrom('calendar_leftovers').select('left_by').distinct().execute();
    return rows.map((row) => row.left_by);
  }

  async hasAny(connectionId: CalendarConnectionId): Promise<boolean> {
    const row = await this.db
      .selectFrom('calendar_leftovers')
      .select('event_id')
      .where('connection_id', '=', connectionId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeAllOf(connectionId: CalendarConnectionId): Promise<void> {
    await this.db.deleteFrom('calendar_leftovers').where('connection_id', '=', connectionId).execute();
  }
}
