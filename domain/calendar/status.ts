import type { GoogleSyncStatus } from '../tasks/occurrence.js';

/** The events of the synchronisation that change the sync status of an occurrence. */
export const SYNC_EVENTS = [
  /**
   * The occurrence was changed, or data of the household that its event shows, or the event itself in the calendar.
   * The event has to be compared or written again.
   */
  'mutated',
  /**
   * The newest version of the occurrence was written to the calendar or is already there. Or the event is in the past
   * and is not changed.
   */
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
   * Somebody deleted the event in the calendar. The occurrence has no unpublished change, or the provider does not
   * allow the service to restore the event.
   */
  'deletedThere',
  /** The event was read from the calendar and has the current content. */
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
