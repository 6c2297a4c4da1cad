import { nameKey } from '../../domain/shopping/name-key.js';
import { listStaples as findStaples, type Staple } from '../../domain/shopping/staples.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import { recordShopping } from './record.js';

/** What the household buys at a rhythm, is due, and is on none of its lists. */
export function listStaples({ shopping, clock }: Needs<'shopping' | 'clock'>) {
  return async (caller: MemberCaller): Promise<readonly Staple[]> => {
    const { household } = caller;
    const { date: today } = householdNow(caller, clock);
    return findStaples(await shopping.bought(household.id), { today, zone: household.timeZone });
  };
}

/** Not now: it is suggested again after as many days as there usually are between two purchases. NOT_FOUND. */
export function declineStaple({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, name: string): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      const isKnown = await scope.shopping.decline(caller.household.id, nameKey(name), now);
      if (!isKnown) throw notFound('staple');
      scope.operation.is('SHOPPING');
      recordShopping(scope, caller, now);
    });
}
