import type { HouseholdId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { toEventId, type EventCore } from './event.js';
import type { EventVersion } from './answers.js';
import { fingerprint, type RenderedEvent, type TitleFrame } from './render.js';

export const MIRROR_STATES = ['INTENT', 'LIVE', 'DELETING', 'GONE', 'WITHDRAWN'] as const;
/**
 * The state of an event:
 * - INTENT: the service is about to insert the event, and may have done so.
 * - LIVE: the event exists in the calendar.
 * - DELETING: the event may exist or may be deleted. The service was about to delete it or to restore it, or has
 *   found it in the calendar from an earlier link.
 * - GONE: somebody deleted the event in the calendar.
 * - WITHDRAWN: the service deleted the event. The provider never frees its id, so the event can be restored but not
 *   inserted again.
 */
export type MirrorState = (typeof MIRROR_STATES)[number];

/**
 * The known state of an occurrence's event. Each occurrence has at most one. It remains stored after the occurrence
 * was deleted, until the event is deleted too.
 */
export type MirroredEvent = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  readonly calendarId: string;
  readonly eventId: string;
  readonly state: MirrorState;
  /**
   * The version of the event at the provider. null if it is unknown, because the provider has not confirmed the event
   * yet, the service has not read it, or the service has deleted it.
   */
  readonly etag: string | null;
  readonly sequence: number;
  readonly remoteUpdated: Instant | null;
  /**
   * The `fingerprint` of the content that the provider has at the version `etag`. null if the content is not
   * known for certain. It is set to null before every write until the response is stored, so that nothing is
   * assumed after a crash.
   */
  readonly content: string | null;
  /**
   * The title and times that were last written or read, and the text that surrounds the title. null if they are
   * unknown.
   */
  readonly published: (EventCore & { readonly frame: TitleFrame }) | null;
};

/** The failures of one occurrence since its last success. */
export type SyncFailures = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  /** The version of the occurrence that the failures concern. Counting starts again with a newer version. */
  readonly syncVersion: number;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly pendingSince: Instant;
  readonly error: string;
};

/**
 * Everything that is stored about the synchronisation of an occurrence. A field is null if the occurrence, its event
 * or its failures do not exist.
 */
export type MirrorEntry = {
  readonly occurrence: Occurrence | null;
  readonly event: MirroredEvent | null;
  readonly failures: SyncFailures | null;
};

/**
 * Returns the row to store for an occurrence's event of which only the id is known. The calendar may contain the
 * event, may have contained it, or may get it next, as `state` says.
 */
export function newEvent(
  householdId: HouseholdId,
  occurrenceId: OccurrenceId,
  calendarId: string,
  state: MirrorState,
): MirroredEvent {
  return {
    householdId,
    occurrenceId,
    calendarId,
    eventId: toEventId(occurrenceId),
    state,
    etag: null,
    sequence: 0,
    remoteUpdated: null,
    content: null,
    published: null,
  };
}

/** Returns the event with a new version from the provider. */
export function eventAtVersion(
  event: MirroredEvent,
  { etag, sequence, updated }: EventVersion,
): MirroredEvent {
  return { ...event, etag, sequence, remoteUpdated: updated };
}

/** Returns the event after it is known to have this content at that version. */
export function eventShowing(
  event: MirroredEvent,
  version: EventVersion,
  want: RenderedEvent | null,
): MirroredEvent {
  return {
    ...eventAtVersion(event, version),
    state: 'LIVE',
    content: want && fingerprint(want),
    published: want && { title: want.title, times: want.times, frame: want.frame },
  };
}

/**
 * Returns the event after the service has deleted it in the calendar. Its version and content are then unknown. To
 * restore the event, the service must read it first.
 */
export function eventWithdrawn(event: MirroredEvent): MirroredEvent {
  return { ...event, state: 'WITHDRAWN', etag: null, content: null, published: null };
}

/**
 * Returns the event in the form that is stored before a request writes it to the calendar. Its content is null
 * (unknown) until the response to that request is stored.
 */
export function eventBeforeWrite(event: MirroredEvent, state: MirrorState): MirroredEvent {
  return { ...event, state, content: null };
}
