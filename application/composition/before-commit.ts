import { removeFilesOfDeletedHouseholds } from '../attachments/remove-files.js';
import { updateCalendarMirror } from '../calendar/mirror/update-mirror.js';
import { queueNotifications } from '../notifications/queue-notifications.js';
import { declineFallenSwaps } from '../series/decline-fallen-swaps.js';
import type { BeforeCommit } from './unit-of-work.js';

/** The handlers that run before the commit of a transaction with domain events, in this order. */
export const BEFORE_COMMIT: readonly BeforeCommit[] = [
  declineFallenSwaps,
  queueNotifications,
  updateCalendarMirror,
  removeFilesOfDeletedHouseholds,
];
