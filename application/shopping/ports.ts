import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { ShoppingItem, ShoppingItemId, ShoppingLine } from '../../domain/shopping/item.js';

/** A line as the history keeps it; `sectionByHand`: somebody said where it is found. */
export type RememberedLine = ShoppingLine & { readonly sectionByHand: boolean };

/** What a household bought before. */
export type Suggestion = Pick<ShoppingLine, 'name' | 'unit' | 'section'>;

export interface ShoppingReader {
  /** The sections in the order in which the household walks through its shop; none until it has said so. */
  sections(householdId: HouseholdId): Promise<readonly string[]>;
  /** By position, then id; sort key: [position, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<ShoppingItem>>;
  /**
   * What was added before and is not on the list now, whose name has a word that begins with `prefix` (compared by
   * `nameKey`; empty: anything), most often added first, then latest; at most `limit`.
   */
  suggestions(householdId: HouseholdId, prefix: string, limit: number): Promise<readonly Suggestion[]>;
}

export interface ShoppingRepository extends ShoppingReader {
  /**
   * The whole list in its order, as nobody else can change it until the transaction ends; the household must be
   * locked already.
   */
  whole(householdId: HouseholdId): Promise<readonly ShoppingItem[]>;
  /** Locked until the transaction ends; null when the list has none of that id. */
  findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null>;
  /** Writes new items and all fields of known ones, in one statement. */
  saveAll(items: readonly ShoppingItem[]): Promise<void>;
  /** Replaces them all; the household must be locked already. */
  saveSections(householdId: HouseholdId, names: readonly string[]): Promise<void>;
  /** false when there was none. */
  remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean>;
  /** Removes those that are checked when it is their turn: one that somebody unchecks meanwhile stays. */
  removeChecked(householdId: HouseholdId): Promise<number>;
  /**
   * Counts each as added once more, and forgets the names beyond HISTORY_LIMIT that were added the longest ago. A section
   * that was said by hand gives way to no other.
   */
  remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void>;
  /** From now on what is called so is found there, null: in none, whatever would be guessed; forgets as `remember`. */
  learnSection(householdId: HouseholdId, item: ShoppingItem, at: Instant): Promise<void>;
  /** The section that somebody said of each name, by `nameKey`; names of which nobody did are missing. */
  knownSections(
    householdId: HouseholdId,
    nameKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>>;
}
