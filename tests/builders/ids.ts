import type { MemberId, UserId } from '../../domain/shared/ids.js';

/** The id of an account that is also the id of its member. */
export type PersonId = UserId & MemberId;

let last = 0;

/**
 * Restarts the ids at one. Jest calls it before each test file, so that the file gets the same ids whichever files ran
 * before it in the same worker.
 */
export function restartIds(): void {
  last = 0;
}

/**
 * Returns a UUIDv7 that is greater than all earlier ones of this test file, so that sorting by id is sorting
 * by creation.
 */
export function anId<Id extends string>(): Id {
  last++;
  return `01900000-0000-7000-8000-${last.toString(16).padStart(12, '0')}` as Id;
}
