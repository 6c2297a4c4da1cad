import type { MemberId, UserId } from '../../domain/shared/ids.js';

/** The member of an account: it has the account's id. */
export type PersonId = UserId & MemberId;

let last = 0;

/** A UUIDv7 that is greater than all before it in this test file, so that creation order is id order. */
export function anId<Id extends string>(): Id {
  last++;
  return `01900000-0000-7000-8000-${last.toString(16).padStart(12, '0')}` as Id;
}
