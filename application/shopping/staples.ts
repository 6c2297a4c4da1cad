import { nameKey } from '../../domain/shopping/name-key.js';
import { suggestStaples as findStaples, type Staple } from '../../domain/shopping/staples.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/**
 * Returns the things that the household buys at regular intervals and should buy again now. Things on one of its
 * lists are left out.
 */
export function listStaples({ shopping, clock }: Needs<'shopping' | 'clock'>) {
  return async (caller: MemberCaller): Promise<readonly Staple[]> => {
    const { household } = caller;
    const { date: today } = householdNow(caller, clock);
    return findStaples(await shopping.bought(household.id), { today, zone: household.timeZone });
  };
}

/**
 * Declines a suggested staple. It is suggested again after the usual number of days between two purchases. Throws
 * NOT_FOUND if the household never added the name.
 */
export function declineStaple({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, name: string): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      const isKnown = await scope.shopping.decline(caller.household.id, nameKey(name), now);
      if (!isKnown) throw notFound('staple');
      scope.operation.is('SHOPPING');
      raiseEvent(scope.events, caller, now, { kind: 'shopping' });
    });
}
