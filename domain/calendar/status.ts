import type { GoogleSyncStatus } from '../tasks/occurrence.js';

/** The events of the synchronisation that change the sync status of an occurrence. */
export const SYNC_EVENTS = [
  /** The occurrence was changed, or data of the household that its event shows. */
  'mutated',
  /** The newest version of the occurrence was written to the calendar. */
  'published',
  /** A version of the occurrence was written that is no longer the newest. */
  'overtaken',
  /** The occurrence must not have an event, and has none. */
  'withdrawn',
  'failed',
  /**
   * The eighth attempt to write the event failed, or a failure happened that another attempt cannot solve.
   */
  'failedForGood',
  /** The provider does not grant write access, or no longer does. */
  'denied',
  /**
   * Somebody deleted the event in the calendar. The occurrence has no unpublished change that conflicts with
   * the deletion.
   */
  'deletedThere',
  /** The event exists in the calendar again, with the current content. */
  'restoredThere',
  /** The event should exist in the calendar, but the provider does not know it. */
  'vanished',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** Returns the sync status after an event. The result is defined for every combination. */
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
