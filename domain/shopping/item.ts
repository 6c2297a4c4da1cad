import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';
import type { ShoppingListId } from './list.js';
import { nameKey } from './name-key.js';

export type ShoppingItemId = string & { readonly __id: 'shoppingItem' };

/** What a line says. */
export type ShoppingLine = {
  readonly name: string;
  /** Positive, with up to three decimals; null: not said. */
  readonly quantity: number | null;
  /** As `kg` or `paquet`; null: pieces. */
  readonly unit: string | null;
  readonly note: string | null;
  /** The part of the shop; null: not known. */
  readonly section: string | null;
};

export type ShoppingItem = ShoppingLine & {
  readonly id: ShoppingItemId;
  readonly householdId: HouseholdId;
  /** null: the first list. */
  readonly listId: ShoppingListId | null;
  /** In the order of positions; they may have gaps. */
  readonly position: number;
  readonly checked: boolean;
  /** Who ticked it and when; null exactly while it is not checked. */
  readonly checkedBy: MemberId | null;
  readonly checkedAt: Instant | null;
  /** When somebody last ticked it, or took the tick back; null: nobody did. */
  readonly tickedAt: Instant | null;
  readonly addedBy: MemberId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** Items of a household, of all its lists, checked ones included: far more than anybody buys. */
export const LIST_LIMIT = 500;
/** Names that a household's history holds: what was not added for the longest time makes room. */
export const HISTORY_LIMIT = 2_000;
/** Items of one request. */
export const REQUEST_LIMIT = 100;
export const QUANTITY = { decimals: 3, max: 1_000_000 };
export const TEXT_LENGTHS = { list: 60, name: 80, unit: 20, note: 200, section: 80 };

/** Sections on a household's way through its shop. */
export const SECTIONS_LIMIT = 60;

/** Returns a problem for each section that the way already has, compared as names of items are. `prefix` leads to the first. */
export function repeatedNames(names: readonly string[], prefix: string): Problem[] {
  const keys = names.map(nameKey);
  return keys.flatMap((key, place) =>
    keys.indexOf(key) < place
      ? [{ field: `${prefix}${place}.name`, rule: 'unique', message: 'is there twice' }]
      : [],
  );
}

/** The order of a list. */
export function itemKey({ position, id }: Pick<ShoppingItem, 'position' | 'id'>): SortKey {
  return [position, id];
}

/** Ticked by that member, unless somebody else did it before; or no longer ticked. */
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

/** Where an item is put: on which list, else on its own, and at which place, 0 the top; beyond the end, or without: the end. */
export type Place = { readonly listId?: ShoppingListId | null; readonly position?: number };

/**
 * The items that change when one moves to a place; none where it stays, or there is none of that id. Places of its list are
 * numbered anew, so that equal ones cannot come about. `items`: those of all lists, in their order.
 */
export function moveItem(
  items: readonly ShoppingItem[],
  id: ShoppingItemId,
  { listId: to, position: place }: Place,
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
