import type { OrphanedEvent } from '../../../application/calendar/ports.js';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import { convertedColumn, instant, mapTable } from '../field-map.js';

export const LINKS = mapTable<CalendarLink>()({
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

export const EVENTS = mapTable<MirroredEvent>()({
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

export const FAILURES = mapTable<SyncFailures>()({
  householdId: 'household_id',
  occurrenceId: 'id',
  syncVersion: 'sync_version',
  attempts: 'attempts',
  nextAt: instant('next_at'),
  pendingSince: instant('pending_since'),
  error: 'error',
});

export const ORPHANED_EVENTS = mapTable<OrphanedEvent>()({
  householdId: 'left_by',
  connectionId: 'connection_id',
  calendarId: 'calendar_id',
  eventId: 'event_id',
  attempts: 'attempts',
  nextAt: instant('next_at'),
  expiresAt: instant('expires_at'),
});

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };
type OwnerFields = Pick<CalendarConnection, 'userId' | 'subject' | 'email'>;
export type StoredConnection = Omit<CalendarConnection, keyof OwnerFields> &
  Omit<ConnectionCredentials, 'tokens'> &
  Nullable<OwnerFields & ConnectionTokens>;
/** A connection that still has an owner. A check constraint ensures that its owner fields are all set or all null. */
export type OwnedConnection = StoredConnection & OwnerFields;

export const CALENDAR_CONNECTIONS = mapTable<StoredConnection>()({
  id: 'id',
  userId: 'user_id',
  subject: 'google_sub',
  email: 'email',
  grantKey: 'grant_key',
  status: 'status',
  refreshToken: 'refresh_token',
  accessToken: 'access_token',
  accessExpiresAt: instant('access_expires_at'),
  tokenVersion: 'token_version',
  createdAt: instant('created_at'),
  leftAt: instant('left_at'),
});
