import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { BoughtLine } from '../../domain/shopping/staples.js';
import type { ShoppingList, ShoppingListEdit, ShoppingListId } from '../../domain/shopping/list.js';
import type { ShoppingItem, ShoppingItemId, ShoppingLine } from '../../domain/shopping/item.js';

/** A line as the history keeps it; `sectionByHand`: somebody said where it is found. */
export type RememberedLine = ShoppingLine & { readonly sectionByHand: boolean };

/** What a household bought before. */
export type Suggestion = Pick<ShoppingLine, 'name' | 'unit' | 'section'>;

export type OnList = Pick<ShoppingItem, 'listId'>;

export interface ShoppingReader {
  /** The lists in no order; the first only where it has a name or sections. */
  lists(householdId: HouseholdId): Promise<readonly ShoppingList[]>;
  /** Of one list, null: the first, else of all; by position, then id; sort key: [position, id]. */
  list(householdId: HouseholdId, page: PageRequest, of?: OnList): Promise<Page<ShoppingItem>>;
  /**
   * What was added before and is on no list, ticked or not, whose name has a word that begins with `prefix` (a `keyPrefix`,
   * compared without accents; empty: anything), most often added first, then latest; at most `limit`.
   */
  suggestions(householdId: HouseholdId, prefix: string, limit: number): Promise<readonly Suggestion[]>;
  /** What was bought often enough for a rhythm, as far as it counts by now, and is on no list, ticked or not; in no order. */
  bought(householdId: HouseholdId): Promise<readonly BoughtLine[]>;
}

export interface ShoppingRepository extends ShoppingReader {
  /**
   * What is on all lists, by position, then id, as nobody else can change it until the transaction ends; the household must be
   * locked already.
   */
  whole(householdId: HouseholdId): Promise<readonly ShoppingItem[]>;
  /** Locked until the transaction ends; null when the list has none of that id. */
  findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null>;
  /** Writes new items and all fields of known ones, with what their ticks say of purchases, in one statement. */
  saveAll(items: readonly ShoppingItem[]): Promise<void>;
  /** {@link ShoppingReader.lists}, locked until the transaction ends. */
  lockLists(householdId: HouseholdId): Promise<readonly ShoppingList[]>;
  /** Writes a new list, or all fields of one that was locked. */
  saveList(list: ShoppingList): Promise<void>;
  /** The list with what is given; the household must be locked already. null when it has none of that id. */
  editList(
    householdId: HouseholdId,
    id: ShoppingListId,
    edit: ShoppingListEdit,
  ): Promise<ShoppingList | null>;
  /** With what is on it; false when there was none. */
  removeList(householdId: HouseholdId, id: ShoppingListId): Promise<boolean>;
  /** false when there was none. */
  remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean>;
  /** Removes those that are checked when it is their turn: one that somebody unchecks meanwhile stays. */
  removeChecked(householdId: HouseholdId, of: OnList): Promise<number>;
  /**
   * Counts each as added once more, and forgets the names beyond HISTORY_LIMIT that were added the longest ago. A section
   * that was said by hand gives way to no other.
   */
  remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void>;
  /** From now on what is called so is found there, null: in none, whatever would be guessed; forgets as `remember`. */
  learnSection(householdId: HouseholdId, item: ShoppingItem, at: Instant): Promise<void>;
  /** Notes when a name was not needed; false when it was never added. */
  decline(householdId: HouseholdId, nameKey: string, at: Instant): Promise<boolean>;
  /** The section that somebody said of each name, by `nameKey`; names of which nobody did are missing. */
  knownSections(
    householdId: HouseholdId,
    nameKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>>;
}
