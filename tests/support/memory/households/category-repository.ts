import { categoryNameTaken } from '../../../../application/shared/errors.js';
import type {
  CategoryRepository,
  ClearedRows,
  ClearRange,
} from '../../../../application/households/ports.js';
import { countCategories } from '../../../../domain/limits/limits.js';
import { categoryNameKey } from '../../../../domain/households/category-name.js';
import type { Category } from '../../../../domain/households/household.js';
import { fold } from '../../../../domain/shared/normal-form.js';
import type { CategoryId, HouseholdId } from '../../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../../domain/shared/page.js';
import { withMutation, type Stamp } from '../../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { toKey } from '../store.js';
import { InMemoryLimitedRepository } from './quota-guard.js';

export class InMemoryCategoryRepository extends InMemoryLimitedRepository implements CategoryRepository {
  async list(householdId: HouseholdId, page: PageRequest): Promise<Page<Category>> {
    const categories = this.store.categories.filter((category) => category.householdId === householdId);
    return pageFrom(categories, page, ({ name, id }) => [fold(name), id]);
  }

  async lockAll(householdId: HouseholdId): Promise<readonly Category[]> {
    return this.store.categories.filter((one) => one.householdId === householdId);
  }

  async findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null> {
    return this.store.categories.get(toKey(householdId, id)) ?? null;
  }

  async insert(category: Category): Promise<void> {
    if ((this.#named(category)?.id ?? category.id) !== category.id) throw categoryNameTaken();
    const key = toKey(category.householdId, category.id);
    if (!this.store.categories.has(key))
      await this.quota.reserve(
        countCategories([category]),
        countCategories(this.quota.listOwnRows([category])),
      );
    this.store.categories.set(key, category);
  }

  async findOrInsert(category: Category): Promise<Category> {
    const known = this.#named(category);
    if (known === undefined) await this.insert(category);
    return known ?? category;
  }

  async save(category: Category): Promise<void> {
    if (!this.store.categories.has(toKey(category.householdId, category.id))) return;
    await this.insert(category);
  }

  async clear(
    householdId: HouseholdId,
    id: CategoryId,
    stamp: Stamp,
    { after, limit }: ClearRange,
  ): Promise<ClearedRows> {
    const uses = this.#usesOf(householdId, id);
    const series = uses.series.slice(0, limit);
    const coming = uses.occurrences.filter((one) => after === null || one.id > after);
    const occurrences = coming.slice(0, limit - series.length);
    for (const one of series)
      this.store.series.set(toKey(householdId, one.id), {
        ...one,
        template: { ...one.template, categoryId: null },
        version: one.version + 1,
      });
    for (const one of occurrences)
      this.store.occurrences.set(toKey(householdId, one.id), withMutation(one, { categoryId: null }, stamp));
    return { count: series.length + occurrences.length, last: occurrences.at(-1)?.id ?? after };
  }

  async remove(householdId: HouseholdId, id: CategoryId, stamp: Stamp): Promise<boolean> {
    const key = toKey(householdId, id);
    if (!this.store.categories.has(key)) return false;
    await this.clear(householdId, id, stamp, { after: null, limit: Infinity });
    this.store.categories.delete(key);
    return true;
  }

  #usesOf(householdId: HouseholdId, id: CategoryId) {
    const byId = (one: { readonly id: string }, other: { readonly id: string }) =>
      one.id < other.id ? -1 : 1;
    return {
      series: this.store.series
        .filter((one) => one.householdId === householdId && one.template.categoryId === id)
        .toSorted(byId),
      occurrences: this.store.occurrences
        .filter((one) => one.householdId === householdId && one.categoryId === id)
        .toSorted(byId),
    };
  }

  #named({ householdId, name }: Category): Category | undefined {
    const key = categoryNameKey(name);
    const [named] = this.store.categories.filter(
      (one) => one.householdId === householdId && categoryNameKey(one.name) === key,
    );
    return named;
  }
}
