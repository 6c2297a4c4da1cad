import type { HouseholdId } from '../shared/ids.js';

export type ShoppingListId = string & { readonly __id: 'shoppingList' };

/** One of the household's shopping lists. */
export type ShoppingList = {
  /** The id of the list. The first list always exists, cannot be deleted, and has the id of the household. */
  readonly id: ShoppingListId;
  readonly householdId: HouseholdId;
  /** The name of the list. null for the first list until somebody names it. */
  readonly name: string | null;
  /**
   * The sections in the order in which the household walks through the shop. Empty until somebody sets the
   * order.
   */
  readonly sections: readonly string[];
  /** The position of the list among the household's lists. Positions may have gaps. */
  readonly position: number;
};

export type ShoppingListEdit = Partial<Pick<ShoppingList, 'sections'>> & { readonly name?: string };

/** The maximum number of lists per household, including the first. */
export const LISTS_LIMIT = 10;

/** Returns the default first list. It is not stored until somebody changes it. */
export function firstList(householdId: HouseholdId): ShoppingList {
  return { id: firstListId(householdId), householdId, name: null, sections: [], position: 0 };
}

export function firstListId(householdId: HouseholdId): ShoppingListId {
  return householdId as string as ShoppingListId;
}

/** Returns the `listId` that items of this list store: null for the first list. */
export function storedListId(householdId: HouseholdId, id: ShoppingListId | null): ShoppingListId | null {
  return id === firstListId(householdId) ? null : id;
}

/** Returns true if the list equals {@link firstList}, so that it does not have to be stored. */
export function isImplied({ id, householdId, name, sections }: ShoppingList): boolean {
  return id === firstListId(householdId) && name === null && sections.length === 0;
}

/** Returns all lists in order, given the stored ones. The first list is at the top. */
export function withFirst(
  householdId: HouseholdId,
  stored: readonly ShoppingList[],
): readonly [ShoppingList, ...ShoppingList[]] {
  const first = stored.find(({ id }) => id === firstListId(householdId)) ?? firstList(householdId);
  const others = stored.filter(({ id }) => id !== first.id);
  return [first, ...others.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))];
}
