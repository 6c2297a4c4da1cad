import { removeFilesOfDeletedHouseholds } from '../attachments/remove-files.js';
import { updateCalendarMirror } from '../calendar/mirror/update-mirror.js';
import { recordActivity } from '../history/record-activity.js';
import { queueNotifications } from '../notifications/queue-notifications.js';
import { declineFallenSwaps } from '../series/decline-fallen-swaps.js';
import type { IdGenerator } from '../shared/ports.js';
import type { BeforeCommit } from './unit-of-work.js';

/** Returns the handlers that run before the commit of a transaction with domain events, in this order. */
export function beforeCommitHandlers(ports: { ids: IdGenerator }): readonly BeforeCommit[] {
  return [
    recordActivity(ports),
    declineFallenSwaps,
    queueNotifications,
    updateCalendarMirror,
    removeFilesOfDeletedHouseholds,
  ];
}
