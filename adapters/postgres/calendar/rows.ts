import type { Selectable } from 'kysely';
import type { Leftover } from '../../../application/calendar/ports.js';
import type { MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { CalendarTables } from './schema.js';
import { columnNames } from '../columns.js';
import { nullableTimestamp, timestamp } from '../schema.js';

type Row<Table extends keyof CalendarTables> = Selectable<CalendarTables[Table]>;

export const LINK_COLUMNS = columnNames<Row<'calendar_links'>>({
  household_id: true,
  id: true,
  connection_id: true,
  calendar_id: true,
  calendar_name: true,
  linked_by: true,
  status: true,
  reason: true,
  generation: true,
  pull_cursor: true,
  cool_until: true,
  cool_attempt: true,
  last_synced_at: true,
  reconciled_at: true,
  trouble: true,
  created_at: true,
});

export function linkOf(row: Row<'calendar_links'>): CalendarLink {
  return {
    id: row.id,
    householdId: row.household_id,
    connectionId: row.connection_id,
    calendarId: row.calendar_id,
    calendarName: row.calendar_name,
    linkedBy: row.linked_by,
    status: row.status,
    reason: row.reason,
    generation: row.generation,
    pullCursor: row.pull_cursor,
    coolUntil: row.cool_until,
    coolAttempt: row.cool_attempt,
    lastSyncedAt: row.last_synced_at,
    reconciledAt: row.reconciled_at,
    trouble: row.trouble,
    createdAt: row.created_at,
  };
}

export function linkRowOf(link: CalendarLink) {
  return {
    household_id: link.householdId,
    id: link.id,
    connection_id: link.connectionId,
    calendar_id: link.calendarId,
    calendar_name: link.calendarName,
    linked_by: link.linkedBy,
    status: link.status,
    reason: link.reason,
    generation: link.generation,
    pull_cursor: nullableTimestamp(link.pullCursor),
    cool_until: nullableTimestamp(link.coolUntil),
    cool_attempt: link.coolAttempt,
    last_synced_at: nullableTimestamp(link.lastSyncedAt),
    reconciled_at: nullableTimestamp(link.reconciledAt),
    trouble: link.trouble,
    created_at: timestamp(link.createdAt),
  };
}

export const EVENT_COLUMNS = columnNames<Row<'calendar_events'>>({
  household_id: true,
  id: true,
  calendar_id: true,
  event_id: true,
  state: true,
  etag: true,
  sequence: true,
  remote_updated: true,
  content: true,
  published: true,
});

export function eventOf(row: Row<'calendar_events'>): MirroredEvent {
  return {
    householdId: row.household_id,
    occurrenceId: row.id,
    calendarId: row.calendar_id,
    eventId: row.event_id,
    state: row.state,
    etag: row.etag,
    sequence: Number(row.sequence),
    remoteUpdated: row.remote_updated,
    content: row.content,
    published: row.published,
  };
}

export function eventRowOf(event: MirroredEvent) {
  return {
    household_id: event.householdId,
    id: event.occurrenceId,
    calendar_id: event.calendarId,
    event_id: event.eventId,
    state: event.state,
    etag: event.etag,
    sequence: event.sequence,
    remote_updated: nullableTimestamp(event.remoteUpdated),
    content: event.content,
    published: event.published === null ? null : JSON.stringify(event.published),
  };
}

export const FAILURE_COLUMNS = columnNames<Row<'calendar_failures'>>({
  household_id: true,
  id: true,
  sync_version: true,
  attempts: true,
  next_at: true,
  pending_since: true,
  error: true,
});

export function failuresOf(row: Row<'calendar_failures'>): SyncFailures {
  return {
    syncVersion: row.sync_version,
    attempts: row.attempts,
    nextAt: row.next_at,
    pendingSince: row.pending_since,
    error: row.error,
  };
}

export const LEFTOVER_COLUMNS = columnNames<Row<'calendar_leftovers'>>({
  calendar_id: true,
  event_id: true,
  left_by: true,
  connection_id: true,
  attempts: true,
  next_at: true,
  expires_at: true,
});

export function leftoverOf(row: Row<'calendar_leftovers'>): Leftover {
  return {
    householdId: row.left_by,
    connectionId: row.connection_id,
    calendarId: row.calendar_id,
    eventId: row.event_id,
    attempts: row.attempts,
    nextAt: row.next_at,
    expiresAt: row.expires_at,
  };
}
