import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { backoffMs, MAX_ATTEMPTS } from './pace.js';
import type { CalendarLink, LinkReason } from './link.js';
import type { MirroredEvent, MirrorEntry, SyncFailures } from './mirrored-event.js';
import { statusAfter, type SyncEvent } from './status.js';

/** What is to be stored about an occurrence, its event and its calendar, and told; what is left out stays. */
export type Effects = {
  /** null: it is forgotten. */
  readonly event?: MirroredEvent | null;
  readonly sync?: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>;
  /** null: none any more. */
  readonly failures?: SyncFailures | null;
  readonly link?: CalendarLink;
  /** `failed`: the occurrence was given up; else why the calendar cannot be used. */
  readonly tell?: 'failed' | LinkReason;
};

/** What happened to the mirroring of an occurrence, whichever version of it. */
export function marked(
  { syncedVersion, googleSyncStatus }: Occurrence,
  event: SyncEvent,
): Pick<Effects, 'sync'> {
  const status = statusAfter(googleSyncStatus, event);
  return status === googleSyncStatus ? {} : { sync: { syncedVersion, googleSyncStatus: status } };
}

/** What `version` of an occurrence came to; one that is newer by now is still owed. */
export function settled(
  { occurrence, failures }: MirrorEntry,
  as: SyncEvent,
  version: number,
): Pick<Effects, 'sync' | 'failures'> {
  if (occurrence === null) return {};
  const { syncVersion, syncedVersion, googleSyncStatus } = occurrence;
  const sync = {
    syncedVersion: Math.max(syncedVersion, version),
    googleSyncStatus: statusAfter(googleSyncStatus, syncVersion === version ? as : 'overtaken'),
  };
  const isSame = sync.syncedVersion === syncedVersion && sync.googleSyncStatus === googleSyncStatus;
  return { ...(!isSame && { sync }), ...(failures !== null && { failures: null }) };
}

type Failing = {
  readonly detail: string;
  /** It does not pass by waiting. */
  readonly isFinal: boolean;
  /** The least pause. */
  readonly floorMs: number;
  readonly now: Instant;
  /** From 0 up to 1. */
  readonly random: number;
};

/** Puts an occurrence off, or gives it up after the last attempt. */
export function failed(
  { occurrence, failures }: MirrorEntry,
  { detail, isFinal, floorMs, now, random }: Failing,
): { readonly effects: Effects; readonly pauseMs: number } {
  if (occurrence === null) return { effects: {}, pauseMs: backoffMs(1, random) };
  const { householdId, id: occurrenceId, syncVersion, updatedAt } = occurrence;
  const attempts = failures?.syncVersion === syncVersion ? failures.attempts + 1 : 1;
  const pauseMs = Math.max(backoffMs(attempts, random), floorMs);
  const isOver = isFinal || attempts >= MAX_ATTEMPTS;
  const effects: Effects = {
    ...marked(occurrence, isOver ? 'failedForGood' : 'failed'),
    failures: {
      householdId,
      occurrenceId,
      syncVersion,
      attempts,
      nextAt: now + pauseMs,
      pendingSince: failures?.pendingSince ?? updatedAt,
      error: detail,
    },
    ...(isOver && { tell: 'failed' }),
  };
  return { effects, pauseMs };
}
