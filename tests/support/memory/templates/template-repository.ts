import type { TemplateRepository } from '../../../../application/templates/ports.js';
import type { HouseholdId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { TaskTemplate, TemplateId } from '../../../../domain/templates/template.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { pageFrom } from '../page.js';
import { toKey } from '../store.js';

export class InMemoryTemplateRepository extends InMemoryLimitedRepository implements TemplateRepository {
  async list(householdId: HouseholdId, page: PageRequest): Promise<Page<TaskTemplate>> {
    return pageFrom(this.#of(householdId), page, newestFirst);
  }

  async find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    return this.store.taskTemplates.get(toKey(householdId, id)) ?? null;
  }

  findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    return this.find(householdId, id);
  }

  async countOf(householdId: HouseholdId): Promise<number> {
    return this.#of(householdId).length;
  }

  async insert(template: TaskTemplate): Promise<void> {
    const { householdId, id } = template;
    const createdBy = await this.quota.reserveRow('templates', householdId);
    this.store.creators.set(toKey(householdId, id), { householdId, createdBy });
    this.store.taskTemplates.set(toKey(householdId, id), template);
  }

  async save({ householdId, id, name, tasks, updatedAt }: TaskTemplate): Promise<void> {
    const before = this.store.taskTemplates.get(toKey(householdId, id));
    if (before !== undefined) this.quota.requireSpaceFor(before.tasks, tasks);
    const change = { name, tasks, updatedAt };
    this.store.taskTemplates.update(toKey(householdId, id), (known) => ({ ...known, ...change }));
  }

  async remove(householdId: HouseholdId, id: TemplateId): Promise<boolean> {
    return this.store.taskTemplates.delete(toKey(householdId, id));
  }

  #of(householdId: HouseholdId): TaskTemplate[] {
    return this.store.taskTemplates.filter((template) => template.householdId === householdId);
  }
}
