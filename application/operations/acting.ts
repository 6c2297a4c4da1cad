import type { MemberCaller } from '../shared/caller.js';
import type { Needs } from '../shared/needs.js';
import type { Act } from './ports.js';

/** Does what a request of the caller asks for: each transaction that changes something is an operation of theirs. */
export function acting({ acts }: Needs<'acts'>) {
  return <T>(
    { userId: actorId, household }: MemberCaller,
    { mark, done }: Pick<Act, 'mark' | 'done'>,
    work: () => T,
  ): T => acts.run({ actorId, householdId: household.id, mark, done }, work);
}
