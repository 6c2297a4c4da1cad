import type { GoogleSyncStatus } from '../tasks/occurrence.js';

/** The events that change the sync status of an occurrence. */
export const SYNC_EVENTS = [
  /** The occurrence was changed, or household data that its event shows. */
  'mutated',
  /** Its newest version was written to the calendar. */
  'published',
  /** An older version than its newest was written. */
  'overtaken',
  /** It must not be in the calendar, and is not. */
  'withdrawn',
  'failed',
  /** The eighth failure, or one that waiting does not solve. */
  'failedForGood',
  /** The provider does not, or no longer, grant write access. */
  'denied',
  /** Somebody deleted its event in the calendar, and no unpublished change conflicts with that. */
  'deletedThere',
  /** Its event exists there again with the current content. */
  'restoredThere',
  /** Its event has disappeared without a trace. */
  'vanished',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** Returns the status after an event. It is defined for every combination. */
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
