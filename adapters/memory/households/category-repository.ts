import { categoryNameTaken } from '../../../application/shared/errors.js';
import type { CategoryRepository } from '../../../application/households/ports.js';
import { categoryNameKey } from '../../../domain/households/category-name.js';
import type { Category } from '../../../domain/households/household.js';
import { fold } from '../../../domain/shared/fold.js';
import type { CategoryId, HouseholdId } from '../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { mutated } from '../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryCategoryRepository implements CategoryRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Category>> {
    const categories = this.#store.categories.filter((category) => category.householdId === householdId);
    return Promise.resolve(pageFrom(categories, page, ({ name, id }) => [fold(name), id]));
  }

  findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null> {
    return Promise.resolve(this.#store.categories.get(keyOf(householdId, id)) ?? null);
  }

  async insert(category: Category): Promise<void> {
    await this.#refuseTakenName(category);
    this.#store.categories.set(keyOf(category.householdId, category.id), category);
  }

  async findOrInsert(category: Category): Promise<Category> {
    const key = categoryNameKey(category.name);
    const [known] = this.#store.categories.filter(
      (one) => one.householdId === category.householdId && categoryNameKey(one.name) === key,
    );
    if (known === undefined) await this.insert(category);
    return known ?? category;
  }

  async save(category: Category): Promise<void> {
    if (!this.#store.categories.has(keyOf(category.householdId, category.id))) return;
    await this.insert(category);
  }

  remove(householdId: HouseholdId, id: CategoryId, at: Instant): Promise<boolean> {
    const key = keyOf(householdId, id);
    if (!this.#store.categories.has(key)) return Promise.resolve(false);
    const tasks = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && one.categoryId === id,
    );
    for (const task of tasks)
      this.#store.occurrences.set(keyOf(householdId, task.id), mutated(task, { categoryId: null }, at));
    for (const series of this.#store.series.filter(
      (one) => one.householdId === householdId && one.template.categoryId === id,
    ))
      this.#store.series.set(keyOf(householdId, series.id), {
        ...series,
        template: { ...series.template, categoryId: null },
        version: series.version + 1,
      });
    this.#store.categories.delete(key);
    return Promise.resolve(true);
  }

  #refuseTakenName({ householdId, id, name }: Category): Promise<void> {
    const holders = this.#store.categories.filter(
      (other) =>
        other.householdId === householdId &&
        other.id !== id &&
        categoryNameKey(other.name) === categoryNameKey(name),
    );
    return holders.length === 0 ? Promise.resolve() : Promise.reject(categoryNameTaken());
  }
}
