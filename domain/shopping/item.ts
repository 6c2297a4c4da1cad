import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';
import type { ShoppingListId } from './list.js';
import { nameKey } from './name-key.js';

export type ShoppingItemId = string & { readonly __id: 'shoppingItem' };

/** The content of a line. */
export type ShoppingLine = {
  readonly name: string;
  /** Positive, with up to three decimals. null if not specified. */
  readonly quantity: number | null;
  /** For example `kg` or `paquet`. null means pieces. */
  readonly unit: string | null;
  readonly note: string | null;
  /** The section of the shop. null if unknown. */
  readonly section: string | null;
};

export type ShoppingItem = ShoppingLine & {
  readonly id: ShoppingItemId;
  readonly householdId: HouseholdId;
  /** null means the first list. */
  readonly listId: ShoppingListId | null;
  /** Items are ordered by position; positions may have gaps. */
  readonly position: number;
  readonly checked: boolean;
  /** The member who ticked the item, and the time. Both are null exactly while it is not ticked. */
  readonly checkedBy: MemberId | null;
  readonly checkedAt: Instant | null;
  /** When somebody last ticked it or removed the tick. null if nobody did. */
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
 * Returns a problem for each section that appears twice, compared like item names. `prefix` is the path of
 * the list.
 */
export function repeatedNames(names: readonly string[], prefix: string): Problem[] {
  const keys = names.map(nameKey);
  return keys.flatMap((key, place) =>
    keys.indexOf(key) < place
      ? [{ field: `${prefix}${place}.name`, rule: 'unique', message: 'must not occur twice' }]
      : [],
  );
}

/** Returns the sort key of a list. */
export function itemKey({ position, id }: Pick<ShoppingItem, 'position' | 'id'>): SortKey {
  return [position, id];
}

/** Ticks the item for that member unless it is already ticked, or removes the tick. */
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
 * The target of a move. Without `listId` the item stays on its list. `position` counts from 0 at the top;
 * without it, or beyond the end, the item goes to the end.
 */
export type MoveTarget = { readonly listId?: ShoppingListId | null; readonly position?: number };

/**
 * Returns the items that change when one item moves, or none if it stays or the id is unknown. The target
 * list is numbered again, so that positions stay distinct.
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
