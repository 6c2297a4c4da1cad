import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';
import type { ShoppingListId } from './list.js';
import { nameKey } from './name-key.js';

export type ShoppingItemId = string & { readonly __id: 'shoppingItem' };

/** The content of an item on a shopping list. */
export type ShoppingLine = {
  readonly name: string;
  /** The amount to buy: positive, with up to three decimals. null if not specified. */
  readonly quantity: number | null;
  /** The unit of the quantity, for example `kg` or `paquet`. null means pieces. */
  readonly unit: string | null;
  readonly note: string | null;
  /** The section of the shop where the item is found. null if unknown. */
  readonly section: string | null;
};

export type ShoppingItem = ShoppingLine & {
  readonly id: ShoppingItemId;
  readonly householdId: HouseholdId;
  /** The list that contains the item. null means the first list. */
  readonly listId: ShoppingListId | null;
  /** The position of the item in its list. Positions may have gaps. */
  readonly position: number;
  readonly checked: boolean;
  /** The member who ticked the item. This and the time are null if and only if the item is not ticked. */
  readonly checkedBy: MemberId | null;
  readonly checkedAt: Instant | null;
  /** When somebody last ticked or unticked the item. null if nobody did. */
  readonly tickedAt: Instant | null;
  readonly addedBy: MemberId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The maximum number of items in all lists of a household, including ticked ones. */
export const LIST_LIMIT = 500;
/** The maximum number of names in a household's history. The least recently added names are removed. */
export const HISTORY_LIMIT = 2_000;
/** The maximum number of items in one request. */
export const REQUEST_LIMIT = 100;
export const QUANTITY = { decimals: 3, max: 1_000_000 };
export const TEXT_LENGTHS = { list: 60, name: 80, unit: 20, note: 200, section: 80 };

/** The maximum number of sections in the order of a shop. */
export const SECTIONS_LIMIT = 60;

/**
 * Returns a problem for each section that is listed twice. Sections are compared like item names. `prefix` is
 * the path of the list in the request.
 */
export function repeatedNames(names: readonly string[], prefix: string): Problem[] {
  const keys = names.map(nameKey);
  return keys.flatMap((key, place) =>
    keys.indexOf(key) < place
      ? [{ field: `${prefix}${place}.name`, rule: 'unique', message: 'must not occur twice' }]
      : [],
  );
}

/** Returns the sort key of an item in its list. */
export function itemKey({ position, id }: Pick<ShoppingItem, 'position' | 'id'>): SortKey {
  return [position, id];
}

/** Ticks the item for that member, or removes the tick. An item that is already ticked keeps its tick. */
export function withCheck(
  item: ShoppingItem,
  checked: boolean,
  by: MemberId,
  now: Instant,
  at: Instant = now,
): ShoppingItem {
  const tickedAt = Math.max(item.tickedAt ?? at, at);
  if (checked === item.checked) return { ...item, tickedAt };
  return {
    ...item,
    checked,
    checkedBy: checked ? by : null,
    checkedAt: checked ? at : null,
    tickedAt,
    updatedAt: now,
  };
}

/**
 * The target of a moved item. Without `listId`, the item stays on its list. `position` counts from 0 at the top.
 * Without it, an item that changes its list goes to the end, and any other item does not move. A position beyond the
 * end means the end.
 */
export type MoveTarget = { readonly listId?: ShoppingListId | null; readonly position?: number };

/**
 * Returns the items that change when one item moves. Returns an empty list if the item does not move or its
 * id is unknown. The items of the target list are renumbered, so that their positions stay distinct.
 *
 * @param items the items of all lists, in order
 */
export function moveItem(
  items: readonly ShoppingItem[],
  id: ShoppingItemId,
  { listId: to, position: place }: MoveTarget,
): readonly ShoppingItem[] {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return [];
  const listId = to === undefined ? moved.listId : to;
  if (listId === moved.listId && place === undefined) return [];
  const others = items.filter((item) => item !== moved && item.listId === listId);
  const order = others.toSpliced(Math.min(place ?? others.length, others.length), 0, moved);
  return order.flatMap((item, position) =>
    item.position === position && item.listId === listId ? [] : [{ ...item, listId, position }],
  );
}
