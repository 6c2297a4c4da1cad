import { mayActOn, mayAsk, mayTickFor, type Right } from '../../domain/households/rights.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from './caller.js';
import { forbidden } from './errors.js';

/** FORBIDDEN for a child or a guest who asks what the grown up alone may. */
export function requireRight({ group }: MemberCaller, right: Right): void {
  if (!mayAsk(group, right)) throw notForThem();
}

/** FORBIDDEN for a child or a guest where the task is somebody else's. */
export function requireActOn(caller: MemberCaller, occurrence: Occurrence): void {
  if (!mayActOn(caller, occurrence)) throw notForThem();
}

/** {@link requireActOn}, and FORBIDDEN where they tick for somebody else. */
export function requireTick(caller: MemberCaller, occurrence: Occurrence, doer: MemberId): void {
  requireActOn(caller, occurrence);
  if (!mayTickFor(caller, doer)) throw notForThem();
}

export const notForThem = () => forbidden('Children and guests cannot do this here');
