import type { HouseholdId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { toEventId, type EventCore } from './event.js';
import type { EventVersion } from './answers.js';
import { fingerprint, type Rendered, type TitleFrame } from './render.js';

export const MIRROR_STATES = ['INTENT', 'LIVE', 'DELETING', 'GONE', 'WITHDRAWN'] as const;
/**
 * INTENT: an insert may have happened. LIVE: it stands in the calendar. DELETING: a deletion may have happened.
 * GONE: somebody deleted it there. WITHDRAWN: the service deleted it; its id is taken for good, so it can only come back.
 */
export type MirrorState = (typeof MIRROR_STATES)[number];

/** What is known of the event of an occurrence: one an occurrence, also when the occurrence is no more. */
export type MirroredEvent = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  readonly calendarId: string;
  readonly eventId: string;
  readonly state: MirrorState;
  /** null: never answered. */
  readonly etag: string | null;
  readonly sequence: number;
  readonly remoteUpdated: Instant | null;
  /**
   * Not null if and only if the provider is known to hold exactly this content at `etag` (`fingerprint`). It is
   * null from before every write until its answer is stored: after a crash in between nothing is taken for known.
   */
  readonly content: string | null;
  /** What it showed when it was last written or read, with what stood around the title. */
  readonly published: (EventCore & { readonly frame: TitleFrame }) | null;
};

/** The failures of one occurrence since it last succeeded. */
export type SyncFailures = {
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  /** A newer version begins anew. */
  readonly syncVersion: number;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly pendingSince: Instant;
  readonly error: string;
};

/** All that the mirror keeps of an occurrence; either of the two may be gone. */
export type MirrorEntry = {
  readonly occurrence: Occurrence | null;
  readonly event: MirroredEvent | null;
  readonly failures: SyncFailures | null;
};

/** An event of which nothing is known but that it may stand, or have stood, in the calendar. */
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

/** The event at another version of the provider's. */
export function atVersion(event: MirroredEvent, { etag, sequence, updated }: EventVersion): MirroredEvent {
  return { ...event, etag, sequence, remoteUpdated: updated };
}

/** An event that the provider is known to show just so, at that version. */
export function showing(event: MirroredEvent, version: EventVersion, want: Rendered | null): MirroredEvent {
  return {
    ...atVersion(event, version),
    state: 'LIVE',
    content: want && fingerprint(want),
    published: want && { title: want.title, times: want.times, frame: want.frame },
  };
}

/** An event of which the calendar is known to show nothing: asking for it tells how it can come back. */
export function withdrawn(event: MirroredEvent): MirroredEvent {
  return { ...event, state: 'WITHDRAWN', etag: null, content: null, published: null };
}

/** The event before a write of which the outcome is not known yet. */
export function beforeWrite(event: MirroredEvent, state: MirrorState): MirroredEvent {
  return { ...event, state, content: null };
}
