import type { HouseholdId, MemberId } from '../shared/ids.js';
import { fold } from '../shared/fold.js';
import type { Problem } from '../shared/problem.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';

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

/** Items of one list, checked ones included: far more than anybody buys. */
export const LIST_LIMIT = 500;
/** Names that a household's history holds: what was not added for the longest time makes room. */
export const HISTORY_LIMIT = 2_000;
/** Items of one request. */
export const REQUEST_LIMIT = 100;
export const QUANTITY = { decimals: 3, max: 1_000_000 };
export const TEXT_LENGTHS = { name: 80, unit: 20, note: 200, section: 80 };

/** Sections on a household's way through its shop. */
export const SECTIONS_LIMIT = 60;

/** Each section that is on the way already, compared without case and accents. */
export function repeatedNames(names: readonly string[]): Problem[] {
  const keys = names.map(fold);
  return keys.flatMap((key, place) =>
    keys.indexOf(key) < place ? [{ field: `${place}.name`, rule: 'unique', message: 'is there twice' }] : [],
  );
}

/** The order of the list. */
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

/**
 * The items whose position changes when one moves to the place `to` of the list (0 is the top; beyond the end is the
 * end). `list` is in its order. Places are numbered anew, so that equal ones cannot come about.
 */
export function moveItem(
  list: readonly ShoppingItem[],
  id: ShoppingItemId,
  to: number,
): readonly ShoppingItem[] {
  const moved = list.find((item) => item.id === id);
  if (moved === undefined) return [];
  const others = list.filter((item) => item !== moved);
  const order = others.toSpliced(Math.min(to, others.length), 0, moved);
  return order.flatMap((item, position) => (item.position === position ? [] : [{ ...item, position }]));
}
