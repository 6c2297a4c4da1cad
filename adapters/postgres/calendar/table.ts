import type { OrphanedEvent } from '../../../application/calendar/ports.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import { convertedColumn, instant, mapTable } from '../field-map.js';
import type { CalendarTables } from './schema.js';

export const LINKS = mapTable<CalendarLink, CalendarTables['calendar_links']>({
  id: 'id',
  householdId: 'household_id',
  connectionId: 'connection_id',
  calendarId: 'calendar_id',
  calendarName: 'calendar_name',
  linkedBy: 'linked_by',
  status: 'status',
  reason: 'reason',
  generation: 'generation',
  pullCursor: instant('pull_cursor'),
  coolUntil: instant('cool_until'),
  coolAttempt: 'cool_attempt',
  lastSyncedAt: instant('last_synced_at'),
  reconciledAt: instant('reconciled_at'),
  trouble: 'trouble',
  createdAt: instant('created_at'),
});

export const EVENTS = mapTable<MirroredEvent, CalendarTables['calendar_events']>({
  householdId: 'household_id',
  occurrenceId: 'id',
  calendarId: 'calendar_id',
  eventId: 'event_id',
  state: 'state',
  etag: 'etag',
  sequence: 'sequence',
  remoteUpdated: instant('remote_updated'),
  content: 'content',
  published: convertedColumn('published', (published) => published && JSON.stringify(published)),
});

export const FAILURES = mapTable<SyncFailures, CalendarTables['calendar_failures']>({
  householdId: 'household_id',
  occurrenceId: 'id',
  syncVersion: 'sync_version',
  attempts: 'attempts',
  nextAt: instant('next_at'),
  pendingSince: instant('pending_since'),
  error: 'error',
});

export const ORPHANED_EVENTS = mapTable<OrphanedEvent, CalendarTables['calendar_leftovers']>({
  householdId: 'left_by',
  connectionId: 'connection_id',
  calendarId: 'calendar_id',
  eventId: 'event_id',
  attempts: 'attempts',
  nextAt: instant('next_at'),
  expiresAt: instant('expires_at'),
});
