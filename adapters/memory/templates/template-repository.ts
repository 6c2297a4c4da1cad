import type { TemplateRepository } from '../../../application/templates/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { TaskTemplate, TemplateId } from '../../../domain/templates/template.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryTemplateRepository implements TemplateRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, page: PageRequest): Promise<Page<TaskTemplate>> {
    return Promise.resolve(pageFrom(this.#of(householdId), page, newestFirst));
  }

  find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    return Promise.resolve(this.#store.taskTemplates.get(keyOf(householdId, id)) ?? null);
  }

  findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    return this.find(householdId, id);
  }

  countOf(householdId: HouseholdId): Promise<number> {
    return Promise.resolve(this.#of(householdId).length);
  }

  insert(template: TaskTemplate): Promise<void> {
    this.#store.taskTemplates.set(keyOf(template.householdId, template.id), template);
    return Promise.resolve();
  }

  save({ householdId, id, name, tasks, updatedAt }: TaskTemplate): Promise<void> {
    const key = keyOf(householdId, id);
    const known = this.#store.taskTemplates.get(key);
    if (known !== undefined) this.#store.taskTemplates.set(key, { ...known, name, tasks, updatedAt });
    return Promise.resolve();
  }

  remove(householdId: HouseholdId, id: TemplateId): Promise<boolean> {
    const key = keyOf(householdId, id);
    const isThere = this.#store.taskTemplates.has(key);
    if (isThere) this.#store.taskTemplates.delete(key);
    return Promise.resolve(isThere);
  }

  #of(householdId: HouseholdId): TaskTemplate[] {
    return this.#store.taskTemplates.filter((template) => template.householdId === householdId);
  }
}
