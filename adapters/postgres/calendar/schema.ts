import type { ColumnType } from 'kysely';
import type { CalendarLink, LinkReason } from '../../../domain/calendar/link.js';
import type { MirroredEvent, MirrorState } from '../../../domain/calendar/mirrored-event.js';
import type {
  CalendarConnectionId,
  CalendarLinkId,
  HouseholdId,
  MemberId,
  OccurrenceId,
} from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';

type Timestamp = ColumnType<Instant, string, string>;
type NullableTimestamp = ColumnType<Instant | null, string | null, string | null>;

export type CalendarTables = {
  calendar_links: {
    household_id: HouseholdId;
    id: CalendarLinkId;
    connection_id: CalendarConnectionId;
    calendar_id: string;
    calendar_name: string;
    linked_by: MemberId;
    status: CalendarLink['status'];
    reason: LinkReason | null;
    generation: number;
    pull_cursor: NullableTimestamp;
    cool_until: NullableTimestamp;
    cool_attempt: number;
    last_synced_at: NullableTimestamp;
    reconciled_at: NullableTimestamp;
    trouble: string | null;
    created_at: Timestamp;
  };
  calendar_events: {
    household_id: HouseholdId;
    id: OccurrenceId;
    calendar_id: string;
    event_id: string;
    state: MirrorState;
    etag: string | null;
    sequence: number;
    remote_updated: NullableTimestamp;
    content: string | null;
    published: ColumnType<MirroredEvent['published'], string | null, string | null>;
  };
  calendar_failures: {
    household_id: HouseholdId;
    id: OccurrenceId;
    sync_version: number;
    attempts: number;
    next_at: Timestamp;
    pending_since: Timestamp;
    error: string;
  };
  calendar_leftovers: {
    calendar_id: string;
    event_id: string;
    left_by: HouseholdId;
    connection_id: CalendarConnectionId;
    attempts: number;
    next_at: Timestamp;
    expires_at: Timestamp;
  };
};
