import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { BoughtLine } from '../../domain/shopping/staples.js';
import type { ShoppingList, ShoppingListEdit, ShoppingListId } from '../../domain/shopping/list.js';
import type { ShoppingItem, ShoppingItemId, ShoppingLine } from '../../domain/shopping/item.js';

/** A line as the shopping history stores it. `sectionByHand` is true if a member chose the section. */
export type RememberedLine = ShoppingLine & { readonly sectionByHand: boolean };

/** Something that the household bought before, which is suggested for the list. */
export type ItemSuggestion = Pick<ShoppingLine, 'name' | 'unit' | 'section'>;

export type OnList = Pick<ShoppingItem, 'listId'>;

/** Reads shopping lists, their items, and what the household bought before. */
export interface ShoppingReader {
  /** Returns the stored lists in no particular order. The first list is stored only if it has a name or sections. */
  lists(householdId: HouseholdId): Promise<readonly ShoppingList[]>;
  /**
   * Lists the items of one list, or of all lists if `of` is missing. A `listId` of null in `of` means the household's
   * first list. Ordered by position, then id; sort key: [position, id].
   */
  list(householdId: HouseholdId, page: PageRequest, of?: OnList): Promise<Page<ShoppingItem>>;
  /**
   * Suggests at most `limit` things that the household has added before and that are on no list now, ticked or not.
   * One of the words of the thing's name begins with `prefix`, ignoring accents. An empty prefix matches everything.
   * The most often added things come first, then the latest.
   *
   * @param prefix the start of a name as `keyPrefix` (domain/shopping/name-key) returns it
   */
  suggestions(householdId: HouseholdId, prefix: string, limit: number): Promise<readonly ItemSuggestion[]>;
  /**
   * Returns the things with at least MIN_PURCHASES remembered purchases (domain/shopping/staples), each with these
   * purchases. Things that are on a list now, ticked or not, are left out. The order is undefined.
   */
  bought(householdId: HouseholdId): Promise<readonly BoughtLine[]>;
}

export interface ShoppingRepository extends ShoppingReader {
  /**
   * Returns the items of all lists, by position, then id, and locks them until the transaction ends. The caller has
   * locked the household.
   */
  whole(householdId: HouseholdId): Promise<readonly ShoppingItem[]>;
  /** Locks the item until the transaction ends. Returns null if there is no such item. */
  findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null>;
  /**
   * Inserts new items and writes all fields of existing ones, in one statement. Existing items must have been locked
   * before. A new tick is recorded as a purchase, and the purchase of a removed tick is deleted.
   */
  saveAll(items: readonly ShoppingItem[]): Promise<void>;
  /** Returns the same as {@link ShoppingReader.lists}, and locks the lists until the transaction ends. */
  lockLists(householdId: HouseholdId): Promise<readonly ShoppingList[]>;
  /**
   * Inserts a list, or writes all fields of a list that was locked before. Deletes the first list's row if the list
   * has neither a name nor sections.
   */
  saveList(list: ShoppingList): Promise<void>;
  /**
   * Changes the given fields of a list and returns it. Returns null if there is none with this id. The caller has
   * locked the household.
   */
  editList(
    householdId: HouseholdId,
    id: ShoppingListId,
    edit: ShoppingListEdit,
  ): Promise<ShoppingList | null>;
  /** Deletes the list with its items. Returns false if there is no such list. */
  removeList(householdId: HouseholdId, id: ShoppingListId): Promise<boolean>;
  /** Deletes the item. Returns false if there is no such item. */
  remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean>;
  /**
   * Deletes the items that are ticked at the moment of the statement: an item that is unticked at the same time is
   * kept. Returns how many it deleted.
   */
  removeChecked(householdId: HouseholdId, of: OnList): Promise<number>;
  /**
   * Counts each line as added once more. If the account has no room for new names, only names already in the history
   * are counted. If the history has more than HISTORY_LIMIT names, the names that were added the longest ago are
   * deleted. A section that a member chose is never replaced by a guessed section.
   */
  remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void>;
  /**
   * Remembers the section of the item's name, as chosen by a member. A null section is remembered as well and
   * prevents guessing. Adds a new name and deletes old ones under the same limits as `remember`.
   */
  learnSection(householdId: HouseholdId, item: ShoppingItem, at: Instant): Promise<void>;
  /** Records when the household declined a suggested name. Returns false if the name is not in the history. */
  decline(householdId: HouseholdId, nameKey: string, at: Instant): Promise<boolean>;
  /**
   * Returns the section that a member chose for each name, by `nameKey`. Names without a chosen section are missing.
   */
  knownSections(
    householdId: HouseholdId,
    nameKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>>;
}
