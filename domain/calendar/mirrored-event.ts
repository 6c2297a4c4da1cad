import type { HouseholdId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { toEventId, type EventCore } from './event.js';
import type { EventVersion } from './answers.js';
import { fingerprint, type RenderedEvent, type TitleFrame } from './render.js';

export const MIRROR_STATES = ['INTENT', 'LIVE', 'DELETING', 'GONE', 'WITHDRAWN'] as const;
/**
 * The state of an event:
 *
 * - INTENT: an insert may have happened.
 * - LIVE: the event exists in the calendar.
 * - DELETING: a deletion may have happened.
 * - GONE: somebody deleted it in the calendar.
 * - WITHDRAWN: the service deleted it. Its id is taken permanently, so the event can only be restored.
 */
export type MirrorState = (typeof MIRROR_STATES)[number];

/**
 * The known state of an occurrence's event. There is one for each occurrence, even after the occurrence was
 * deleted.
 */
export type MirroredEvent = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  readonly calendarId: string;
  readonly eventId: string;
  readonly state: MirrorState;
  /** null if the provider has never confirmed the event. */
  readonly etag: string | null;
  readonly sequence: number;
  readonly remoteUpdated: Instant | null;
  /**
   * The `fingerprint` of the content. It is set if and only if the provider is known to hold exactly this
   * content at `etag`. It is null from before every write until the response is stored, so that after a crash
   * nothing is assumed.
   */
  readonly content: string | null;
  /** The title and times that were last written or read, and the text around the title. */
  readonly published: (EventCore & { readonly frame: TitleFrame }) | null;
};

/** The failures of one occurrence since its last success. */
export type SyncFailures = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  /** Counting starts again with a newer version. */
  readonly syncVersion: number;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly pendingSince: Instant;
  readonly error: string;
};

/** Everything that the mirror stores about an occurrence. Occurrence and event may each be missing. */
export type MirrorEntry = {
  readonly occurrence: Occurrence | null;
  readonly event: MirroredEvent | null;
  readonly failures: SyncFailures | null;
};

/**
 * Returns an event of which nothing is known except that it may exist, or may have existed, in the calendar.
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

/** Returns the event with another version of the provider. */
export function eventAtVersion(
  event: MirroredEvent,
  { etag, sequence, updated }: EventVersion,
): MirroredEvent {
  return { ...event, etag, sequence, remoteUpdated: updated };
}

/** Returns the event as known to show this content at that version. */
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
 * Returns the event as known to be absent from the calendar. Reading it later shows how it can be restored.
 */
export function eventWithdrawn(event: MirroredEvent): MirroredEvent {
  return { ...event, state: 'WITHDRAWN', etag: null, content: null, published: null };
}

/** Returns the event in the state before a write whose outcome is unknown. */
export function eventBeforeWrite(event: MirroredEvent, state: MirrorState): MirroredEvent {
  return { ...event, state, content: null };
}
