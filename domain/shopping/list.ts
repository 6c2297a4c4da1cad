import type { HouseholdId } from '../shared/ids.js';

export type ShoppingListId = string & { readonly __id: 'shoppingList' };

/** One of the household's shopping lists. */
export type ShoppingList = {
  /** Of the first list, which is always there and cannot go, that of the household. */
  readonly id: ShoppingListId;
  readonly householdId: HouseholdId;
  /** null: the first list, as long as nobody has named it. */
  readonly name: string | null;
  /** The sections in the order in which the household walks through that shop; none until it has said so. */
  readonly sections: readonly string[];
  /** In the order of positions; they may have gaps. */
  readonly position: number;
};

export type ShoppingListEdit = Partial<Pick<ShoppingList, 'sections'>> & { readonly name?: string };

/** Lists of a household, the first included. */
export const LISTS_LIMIT = 10;

/** The first list as it is where nobody has said anything about it: it is not stored. */
export function firstList(householdId: HouseholdId): ShoppingList {
  return { id: firstListId(householdId), householdId, name: null, sections: [], position: 0 };
}

export function firstListId(householdId: HouseholdId): ShoppingListId {
  return householdId as string as ShoppingListId;
}

/** By which lines name their list: null, the first. */
export function listKey(householdId: HouseholdId, id: ShoppingListId | null): ShoppingListId | null {
  return id === firstListId(householdId) ? null : id;
}

/** Whether it says no more than {@link firstList}. */
export function isImplied({ id, householdId, name, sections }: ShoppingList): boolean {
  return id === firstListId(householdId) && name === null && sections.length === 0;
}

/** All lists in their order, the first at the top, of those that are stored. */
export function withFirst(
  householdId: HouseholdId,
  stored: readonly ShoppingList[],
): readonly [ShoppingList, ...ShoppingList[]] {
  const first = stored.find(({ id }) => id === firstListId(householdId)) ?? firstList(householdId);
  const others = stored.filter(({ id }) => id !== first.id);
  return [first, ...others.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))];
}
