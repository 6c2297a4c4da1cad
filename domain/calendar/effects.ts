import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { backoffMs, MAX_ATTEMPTS } from './pace.js';
import type { CalendarLink, LinkReason } from './link.js';
import type { MirroredEvent, MirrorEntry, SyncFailures } from './mirrored-event.js';
import { statusAfter, type SyncEvent } from './status.js';

/**
 * The changes to store after a step of the synchronisation, and the notification to send. They concern an
 * occurrence, its event and its calendar. Absent fields stay unchanged.
 */
export type Effects = {
  /** The new state of the stored event. null removes it. */
  readonly event?: MirroredEvent | null;
  readonly sync?: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>;
  /** The failures to store for the occurrence. null removes the stored ones. */
  readonly failures?: SyncFailures | null;
  readonly link?: CalendarLink;
  /**
   * The notification to send: `failed` if the service gave up on the occurrence, otherwise the reason why the
   * calendar cannot be used.
   */
  readonly notification?: 'failed' | LinkReason;
};

/**
 * Returns the change of an occurrence's sync status after a sync event that does not finish a version of the
 * occurrence. The result is empty if the status stays the same.
 */
export function syncStatusChange(
  { syncedVersion, googleSyncStatus }: Occurrence,
  event: SyncEvent,
): Pick<Effects, 'sync'> {
  const status = statusAfter(googleSyncStatus, event);
  return status === googleSyncStatus ? {} : { sync: { syncedVersion, googleSyncStatus: status } };
}

/**
 * Returns the changes to store after the synchronisation has finished `version` of the occurrence: the sync status,
 * and null for failures that are stored. `as` is the sync event if `version` is the newest. If the occurrence has a
 * newer version, the status becomes PENDING instead, because that version still has to be written.
 */
export function versionHandled(
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
  /** True if another attempt cannot succeed. */
  readonly isFinal: boolean;
  /** The minimum pause in milliseconds before the next attempt. */
  readonly floorMs: number;
  readonly now: Instant;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
};

/**
 * Returns the changes to store after a failed write, and the pause in milliseconds before the next attempt. The
 * service gives up after MAX_ATTEMPTS failures, or at once if the failure is final.
 */
export function planRetry(
  { occurrence, failures }: MirrorEntry,
  { detail, isFinal, floorMs, now, random }: Failing,
): { readonly effects: Effects; readonly pauseMs: number } {
  if (occurrence === null) return { effects: {}, pauseMs: backoffMs(1, random) };
  const { householdId, id: occurrenceId, syncVersion, updatedAt } = occurrence;
  const attempts = failures?.syncVersion === syncVersion ? failures.attempts + 1 : 1;
  const pauseMs = Math.max(backoffMs(attempts, random), floorMs);
  const isOver = isFinal || attempts >= MAX_ATTEMPTS;
  const effects: Effects = {
    ...syncStatusChange(occurrence, isOver ? 'failedForGood' : 'failed'),
    failures: {
      householdId,
      occurrenceId,
      syncVersion,
      attempts,
      nextAt: now + pauseMs,
      pendingSince: failures?.pendingSince ?? updatedAt,
      error: detail,
    },
    ...(isOver && { notification: 'failed' }),
  };
  return { effects, pauseMs };
}
