import {
  LIST_LIMIT,
  moveItem,
  withCheck,
  type MoveTarget,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import { addLines, findOpenTwin, mergeTwin } from '../../domain/shopping/add.js';
import { splitSeen, type SeenAmounts } from '../../domain/shopping/split-seen.js';
import { sameJson } from '../../domain/shared/json.js';
import type { Instant } from '../../domain/shared/zone.js';
import { nameKey } from '../../domain/shopping/name-key.js';
import type { ShoppingListId } from '../../domain/shopping/list.js';
import type { MemberCaller } from '../shared/caller.js';
import { householdNotFound, invalidState, limitReached, notFound } from '../shared/errors.js';
import { isOutdated, maxInstant, Outdated } from '../shared/outdated.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { findListKey } from './manage-lists.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/** The changes of an item. Absent fields keep their values. */
export type ItemEdit = Partial<ShoppingLine> & MoveTarget & { readonly checked?: boolean };

/**
 * An edit that a client made while offline: when it was made, and the amounts of the item that the client saw (null
 * if it does not report them).
 */
export type LateEdit = { readonly actedAt: Instant; readonly seen: SeenAmounts | null };

/**
 * Changes the given fields of an item, and leaves the others as they are, so that parallel edits of other fields are
 * kept. If another open item of the list then has the same name (compared by `nameKey`), the two are joined.
 *
 * For an edit made offline: the later tick wins, amounts that others added since the client saw the item stay open as
 * an item of their own, and no operation is recorded if nothing changes.
 *
 * @throws NOT_FOUND if there is no such item or list. A late tick does not bring a deleted item back.
 * @throws INVALID_STATE with the other item's id if the notes of the two are too long to be joined.
 * @throws LIMIT_REACHED if amounts that others added need a new item and there is no room for it.
 * @throws Outdated if a late edit only contains a tick that is older than the current one.
 */
export function editItem(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  const { unitOfWork, clock } = dependencies;
  return (
    caller: MemberCaller,
    id: ShoppingItemId,
    { checked, listId, position, ...fields }: ItemEdit,
    late: LateEdit | null = null,
  ): Promise<ShoppingItem> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      const { actedAt, seen } = late ?? { actedAt: null, seen: null };
      // The household is locked first: every transaction that locks both locks it before the items, and the edit may
      // add or remove an item.
      const mayMeetTwin = meetsTwin({ ...fields, checked, listId });
      const isLocked = mayMeetTwin || (checked === true && seen !== null);
      const items = isLocked ? await lockItems(scope, household.id) : [];
      const isMoved = await moveWithin(scope, household.id, id, { listId, position });
      const before = await scope.shopping.findForUpdate(household.id, id);
      if (before === null) throw notFound('shopping item');
      const last =
        before.checkedAt === null ? before.tickedAt : maxInstant(before.tickedAt, before.checkedAt);
      const isTicked = checked !== undefined && !isOutdated(last, actedAt);
      const parts =
        seen !== null && isTicked && checked && !before.checked
          ? splitSeen(before, seen)
          : { seen: before, added: [] };
      const ticked = isTicked ? withCheck(parts.seen, checked, memberId, now, actedAt ?? now) : before;
      const after: ShoppingItem = { ...ticked, ...fields };
      if (late !== null && !isMoved && sameJson({ ...after, tickedAt: before.tickedAt }, before)) {
        if (checked !== undefined && checked !== before.checked) throw new Outdated('it was ticked later');
        if (after.tickedAt !== before.tickedAt) await scope.shopping.saveAll([after]);
        return before;
      }
      const changed = { ...after, updatedAt: now };
      const edited = mayMeetTwin ? await joinTwin(scope, items, changed) : changed;
      const added = parts.added.length === 0 ? [] : await addBeside(dependencies, scope, edited, parts.added);
      await scope.shopping.saveAll([edited, ...added]);
      if (fields.section !== undefined) await scope.shopping.learnSection(household.id, edited, now);
      raiseEvent(scope.events, caller, now, { kind: 'shopping' });
      if (late !== null)
        scope.operation.shows([id, ...added.map((one) => one.id)], {
          updatedAt: { from: before.updatedAt, to: now },
        });
      return edited;
    });
}

/**
 * Adds lines to the list of a ticked item, on behalf of the member who added that item. Returns the new and changed
 * items, which the caller saves. Throws LIMIT_REACHED if there is no room for them.
 */
async function addBeside(
  { clock, ids }: Needs<'clock' | 'ids'>,
  scope: UnitOfWorkScope,
  ticked: ShoppingItem,
  lines: readonly ShoppingLine[],
): Promise<readonly ShoppingItem[]> {
  const { householdId, listId, addedBy } = ticked;
  const whole = await scope.shopping.whole(householdId);
  const all = whole.map((item) => (item.id === ticked.id ? ticked : item));
  const list = all.filter((item) => item.listId === listId);
  const added = addLines(list, lines, {
    ...{ householdId, listId, by: addedBy, now: clock.now() },
    newId: () => ids.next<ShoppingItemId>(),
  });
  requireRoom(all, added);
  return added;
}

/**
 * Returns true if the edit may give the item the same name as another open item of its list: it changes the name or
 * the list, or removes the tick.
 */
function meetsTwin({
  name,
  listId,
  checked,
}: Partial<Record<'name' | 'listId' | 'checked', unknown>>): boolean {
  return name !== undefined || listId !== undefined || checked === false;
}

/**
 * Joins the item with another open item of its list that has the same name (compared by `nameKey`): removes the other
 * item, and returns this item with the amounts of both. Returns the item unchanged if there is no such other item.
 * The caller has locked the household.
 *
 * @param before the items of the lists before the item was changed or moved
 * @throws INVALID_STATE with the other item's id if the notes of the two are too long to be joined. If the two were
 *   open items of one list with the same name before the edit too, the item is returned unchanged instead.
 */
async function joinTwin(
  { shopping }: Pick<UnitOfWorkScope, 'shopping'>,
  before: readonly ShoppingItem[],
  item: ShoppingItem,
): Promise<ShoppingItem> {
  const twin = findOpenTwin(await shopping.whole(item.householdId), item);
  if (twin === null) return item;
  const joined = mergeTwin(item, twin);
  if (joined === null) {
    const old = before.find(({ id }) => id === item.id);
    if (old !== undefined && isSameThing(old, item)) return item;
    throw invalidState(
      'SHOPPING_NAME_TAKEN',
      'Another item of the list has this name, and the notes are too long to merge',
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

/**
 * Removes an item from its list.
 *
 * @param seenAt the `updatedAt` that the client has seen, or null to remove any version
 * @throws NOT_FOUND if there is no such item.
 * @throws Outdated if the item has changed since `seenAt`.
 */
export function removeItem({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingItemId, seenAt: Instant | null = null): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household } = caller;
      const item = seenAt === null ? null : await scope.shopping.findForUpdate(household.id, id);
      if (item !== null && item.updatedAt !== seenAt) throw new Outdated('it was changed since');
      if (!(await scope.shopping.remove(household.id, id))) throw notFound('shopping item');
      raiseEvent(scope.events, caller, clock.now(), { kind: 'shopping' });
    });
}

/**
 * Removes all ticked items from a list (null means the first list). Returns how many there were. Throws NOT_FOUND if
 * there is no such list.
 */
export function clearChecked({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingListId | null = null): Promise<number> =>
    unitOfWork.run(async (scope) => {
      const listId = await findListKey(scope.shopping, caller.household.id, id);
      const removed = await scope.shopping.removeChecked(caller.household.id, { listId });
      if (removed > 0) raiseEvent(scope.events, caller, clock.now(), { kind: 'shopping' });
      return removed;
    });
}

/**
 * Moves an item to a list or position. Returns true if an item changed its place. Throws NOT_FOUND if there is no
 * such list.
 */
async function moveWithin(
  scope: Pick<UnitOfWorkScope, 'households' | 'shopping'>,
  householdId: HouseholdId,
  id: ShoppingItemId,
  { listId, position }: { [Field in keyof MoveTarget]: MoveTarget[Field] | undefined },
): Promise<boolean> {
  if (listId === undefined && position === undefined) return false;
  // Every transaction that locks the household and items locks the household first, so that they cannot deadlock.
  const items = await lockItems(scope, householdId);
  const moved = moveItem(items, id, {
    ...(listId !== undefined && { listId: await findListKey(scope.shopping, householdId, listId) }),
    ...(position !== undefined && { position }),
  });
  if (moved.length > 0) await scope.shopping.saveAll(moved);
  return moved.length > 0;
}

/**
 * Returns all items on the household's lists, and locks the household, so that nobody else adds or moves items until
 * the transaction ends.
 */
export async function lockItems(
  { households, shopping }: Pick<UnitOfWorkScope, 'households' | 'shopping'>,
  id: HouseholdId,
): Promise<readonly ShoppingItem[]> {
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return shopping.whole(id);
}

/**
 * Throws LIMIT_REACHED if the household's lists would have more than `LIST_LIMIT` items together.
 *
 * @param all the items that are stored now
 * @param touched the items that will be written. Those that are not in `all` are new.
 */
export function requireRoom(all: readonly ShoppingItem[], touched: readonly ShoppingItem[]): void {
  const known = new Set(all.map(({ id }) => id));
  const added = touched.filter(({ id }) => !known.has(id)).length;
  if (added > 0 && all.length + added > LIST_LIMIT)
    throw limitReached(
      'shoppingItems',
      `All shopping lists together may have at most ${LIST_LIMIT} items. Remove some first`,
    );
}
