import type { Category } from '../../domain/households/household.js';
import type { CategoryId, HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface CategoryReader {
  /** By name without case and accents, then id; sort key: [folded name, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Category>>;
}

/** Names are unique in a household, compared without case: a taken one is refused with CATEGORY_NAME_TAKEN. */
export interface CategoryRepository extends CategoryReader {
  /** null when the household has no such category. The row stays as it is until the transaction ends. */
  findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null>;
  insert(category: Category): Promise<void>;
  /** The category of that name: the one that is there, else this one; of parallel calls all get the same. */
  findOrInsert(category: Category): Promise<Category>;
  save(category: Category): Promise<void>;
  /**
   * Its tasks stay, without category: each counts as mutated at `at` (see `mutated` of domain/tasks/occurrence),
   * also in the trash. false when there was no such category.
   */
  remove(householdId: HouseholdId, id: CategoryId, at: Instant): Promise<boolean>;
}
