import {
  withCheck,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import { moveItem } from '../../domain/shopping/move.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { lockList } from './lock-list.js';
import { recordShopping } from './record-shopping.js';

/** An absent field keeps; `position` is the place in the list, 0 its top. */
export type ItemEdit = Partial<ShoppingLine> & { readonly checked?: boolean; readonly position?: number };

/**
 * Changes the fields that are given, and leaves the others to whoever changes them at the same time. NOT_FOUND for
 * what is not on the list: a tick that comes late brings nothing back.
 */
export function editItem({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (
    caller: MemberCaller,
    id: ShoppingItemId,
    { checked, position, ...fields }: ItemEdit,
  ): Promise<ShoppingItem> =>
    unitOfWork.run(async (scope) => {
      const { household, userId } = caller;
      const now = clock.now();
      if (position !== undefined) {
        const moved = moveItem(await lockList(scope, household.id), id, position);
        if (moved.length > 0) await scope.shopping.saveAll(moved);
      }
      const item = await scope.shopping.findForUpdate(household.id, id);
      if (item === null) throw notFound('shopping item');
      const ticked = checked === undefined ? item : withCheck(item, checked, userId, now);
      const edited = { ...ticked, ...fields, updatedAt: now };
      await scope.shopping.saveAll([edited]);
      recordShopping(scope, caller, now);
      return edited;
    });
}
