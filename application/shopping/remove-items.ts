import type { ShoppingItemId } from '../../domain/shopping/item.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { recordShopping } from './record-shopping.js';

type Dependencies = { unitOfWork: UnitOfWork; clock: Clock };

/** NOT_FOUND for what is not on the list. */
export function removeItem({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingItemId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      if (!(await scope.shopping.remove(caller.household.id, id))) throw notFound('shopping item');
      recordShopping(scope, caller, clock.now());
    });
}

/** Takes what is ticked off the list; gives how many that were. */
export function clearChecked({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller): Promise<number> =>
    unitOfWork.run(async (scope) => {
      const removed = await scope.shopping.removeChecked(caller.household.id);
      if (removed > 0) recordShopping(scope, caller, clock.now());
      return removed;
    });
}
