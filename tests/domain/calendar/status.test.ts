import { expect, test } from '@jest/globals';
import { statusAfter, SYNC_EVENTS, type SyncEvent } from '../../../domain/calendar/status.js';
import { GOOGLE_SYNC_STATUSES, type GoogleSyncStatus } from '../../../domain/tasks/occurrence.js';

const [N, P, S, B, E, D]: readonly GoogleSyncStatus[] = GOOGLE_SYNC_STATUSES;

/** Each row the status after the event, for each status before in the order of GOOGLE_SYNC_STATUSES. */
const MATRIX: Readonly<Record<SyncEvent, readonly (GoogleSyncStatus | undefined)[]>> = {
  mutated: [P, P, P, P, P, P],
  overtaken: [P, P, P, P, P, P],
  published: [S, S, S, S, S, S],
  restoredThere: [S, S, S, S, S, S],
  withdrawn: [N, N, N, N, N, N],
  failed: [P, P, P, B, E, P],
  failedForGood: [E, E, E, E, E, E],
  denied: [N, B, S, B, E, D],
  deletedThere: [D, D, D, D, D, D],
  vanished: [N, P, P, P, P, D],
};

test.each(SYNC_EVENTS.map((event) => [event] as const))('%s: every status has a next one', (event) => {
  expect(GOOGLE_SYNC_STATUSES.map((status) => statusAfter(status, event))).toEqual(MATRIX[event]);
});
