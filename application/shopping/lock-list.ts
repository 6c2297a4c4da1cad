import type { HouseholdId } from '../../domain/shared/ids.js';
import type { ShoppingItem } from '../../domain/shopping/item.js';
import { householdNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/** The list of a household as nobody else adds to it or moves in it until the transaction ends. */
export async function lockList(
  { households, shopping }: UnitOfWorkScope,
  id: HouseholdId,
): Promise<readonly ShoppingItem[]> {
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return shopping.whole(id);
}
