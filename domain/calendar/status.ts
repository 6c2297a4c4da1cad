import type { GoogleSyncStatus } from '../tasks/occurrence.js';

/** What can happen to the mirroring of an occurrence. */
export const SYNC_EVENTS = [
  /** A business mutation, or what the calendar shows of the household is another. */
  'mutated',
  /** Its newest version stands in the calendar. */
  'published',
  /** An older version than its newest was published. */
  'overtaken',
  /** It must not stand there, and does not. */
  'withdrawn',
  'failed',
  /** The eighth failure, or one that does not pass by waiting. */
  'failedForGood',
  /** The provider grants no right to write, or nothing at all any more. */
  'denied',
  /** Somebody deleted its event in the calendar, and nothing unpublished stands against it. */
  'deletedThere',
  /** Its event stands there again, as it is here. */
  'restoredThere',
  /** Its event is gone without a trace. */
  'vanished',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** The status after an event: total, whatever came before. */
export function statusAfter(status: GoogleSyncStatus, event: SyncEvent): GoogleSyncStatus {
  switch (event) {
    case 'mutated':
    case 'overtaken':
      return 'PENDING';
    case 'published':
    case 'restoredThere':
      return 'SYNCED';
    case 'withdrawn':
      return 'NOT_SYNCED';
    case 'failed':
      return status === 'BLOCKED' || status === 'ERROR' ? status : 'PENDING';
    case 'failedForGood':
      return 'ERROR';
    case 'denied':
      return status === 'PENDING' ? 'BLOCKED' : status;
    case 'deletedThere':
      return 'DELETED_IN_GOOGLE';
    case 'vanished':
      return status === 'DELETED_IN_GOOGLE' || status === 'NOT_SYNCED' ? status : 'PENDING';
  }
}
