import { mayActOn, mayEditItem, mayTickFor } from '../../domain/households/rights.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from './caller.js';
import { forbidden } from './errors.js';

/** FORBIDDEN for a child or a guest where the task is somebody else's. */
export function requireActOn(caller: MemberCaller, occurrence: Occurrence): void {
  if (!mayActOn(caller, occurrence)) throw notForThem();
}

/** {@link requireActOn}, and FORBIDDEN where they tick for somebody else. */
export function requireTick(caller: MemberCaller, occurrence: Occurrence, doers: readonly MemberId[]): void {
  requireActOn(caller, occurrence);
  if (!doers.every((doer) => mayTickFor(caller, doer))) throw notForThem();
}

/** FORBIDDEN for a child or a guest, and on a display, where more than the tick of an item is changed. */
export function requireEditItem({ group, memberId, display }: MemberCaller, edit: object): void {
  if (!mayEditItem({ group: display === undefined ? group : 'GUEST', memberId }, edit))
    throw display === undefined ? notForThem() : notOnDisplays();
}

export const notOnDisplays = () => forbidden('NOT_ON_DISPLAYS', 'A display never does this');

export const notForThem = () => forbidden('GROWN_UPS_ONLY', 'Children and guests cannot do this here');
