import {
  moveItem,
  withCheck,
  type Place,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import { findOpenTwin, withTwin } from '../../domain/shopping/add.js';
import { nameKey } from '../../domain/shopping/name-key.js';
import type { ShoppingListId } from '../../domain/shopping/list.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound, householdNotFound, invalidState } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { findListKey } from './manage-lists.js';
import { recordShopping } from './record.js';
import type { Needs } from '../shared/needs.js';

/** An absent field keeps. */
export type ItemEdit = Partial<ShoppingLine> & Place & { readonly checked?: boolean };

/**
 * Changes the fields that are given, and leaves the others to whoever changes them at the same time. If the line becomes
 * the same thing as another open line of its list, that one goes into it.
 *
 * @throws NOT_FOUND for what is not on any list, and for an unknown list: a tick that comes late brings nothing back.
 * @throws INVALID_STATE with the other line's id if the two are too long to become one.
 */
export function editItem({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (
    caller: MemberCaller,
    id: ShoppingItemId,
    { checked, listId, position, ...fields }: ItemEdit,
  ): Promise<ShoppingItem> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      // First, since the lists are locked before their lines.
      const mayMeetTwin = meetsTwin({ ...fields, checked, listId });
      const before = mayMeetTwin ? await lockItems(scope, household.id) : [];
      await moveWithin(scope, household.id, id, { listId, position });
      const item = await scope.shopping.findForUpdate(household.id, id);
      if (item === null) throw notFound('shopping item');
      const ticked = checked === undefined ? item : withCheck(item, checked, memberId, now);
      const changed = { ...ticked, ...fields, updatedAt: now };
      const edited = mayMeetTwin ? await joinTwin(scope, before, changed) : changed;
      await scope.shopping.saveAll([edited]);
      if (fields.section !== undefined) await scope.shopping.learnSection(household.id, edited, now);
      recordShopping(scope, caller, now);
      return edited;
    });
}

/** Returns true if an edit can make a line the same as another open one: a new name, another list, or no tick any more. */
export function meetsTwin({
  name,
  listId,
  checked,
}: Partial<Record<'name' | 'listId' | 'checked', unknown>>): boolean {
  return name !== undefined || listId !== undefined || checked === false;
}

/**
 * Removes the open line of the item's list that is the same thing and returns the item with what that line asked for.
 * Without such a line it returns the item as it is. The lists must be locked.
 *
 * @param before the lines of the lists before the item was changed or moved
 * @throws INVALID_STATE with the other line's id if the two are too long to become one, unless they were twins before.
 */
export async function joinTwin(
  { shopping }: Pick<UnitOfWorkScope, 'shopping'>,
  before: readonly ShoppingItem[],
  item: ShoppingItem,
): Promise<ShoppingItem> {
  const twin = findOpenTwin(await shopping.whole(item.householdId), item);
  if (twin === null) return item;
  const joined = withTwin(item, twin);
  if (joined === null) {
    const old = before.find(({ id }) => id === item.id);
    if (old !== undefined && isSameThing(old, item)) return item;
    throw invalidState(
      'SHOPPING_NAME_TAKEN',
      'Another line of the list has this name, and both are too long to join',
      {
        itemId: twin.id,
      },
    );
  }
  await shopping.remove(item.householdId, twin.id);
  return joined;
}

const isSameThing = (one: ShoppingItem, other: ShoppingItem): boolean =>
  one.checked === other.checked && one.listId === other.listId && nameKey(one.name) === nameKey(other.name);

type Dependencies = Needs<'unitOfWork' | 'clock'>;

/** NOT_FOUND for what is not on any list. */
export function removeItem({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingItemId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      if (!(await scope.shopping.remove(caller.household.id, id))) throw notFound('shopping item');
      recordShopping(scope, caller, clock.now());
    });
}

/** Takes what is ticked off a list, null: the first; gives how many that were. NOT_FOUND. */
export function clearChecked({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingListId | null = null): Promise<number> =>
    unitOfWork.run(async (scope) => {
      const listId = await findListKey(scope.shopping, caller.household.id, id);
      const removed = await scope.shopping.removeChecked(caller.household.id, { listId });
      if (removed > 0) recordShopping(scope, caller, clock.now());
      return removed;
    });
}

/** Puts an item to a place; whether it was another before. NOT_FOUND for a list that there is not. */
export async function moveWithin(
  scope: Pick<UnitOfWorkScope, 'households' | 'shopping'>,
  householdId: HouseholdId,
  id: ShoppingItemId,
  { listId, position }: { [Field in keyof Place]: Place[Field] | undefined },
): Promise<boolean> {
  if (listId === undefined && position === undefined) return false;
  // First, since the lists are locked before their lines.
  const items = await lockItems(scope, householdId);
  const moved = moveItem(items, id, {
    ...(listId !== undefined && { listId: await findListKey(scope.shopping, householdId, listId) }),
    ...(position !== undefined && { position }),
  });
  if (moved.length > 0) await scope.shopping.saveAll(moved);
  return moved.length > 0;
}

/** What is on the lists of a household as nobody else adds to them or moves in them until the transaction ends. */
export async function lockItems(
  { households, shopping }: Pick<UnitOfWorkScope, 'households' | 'shopping'>,
  id: HouseholdId,
): Promise<readonly ShoppingItem[]> {
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return shopping.whole(id);
}
