import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { TaskTemplate, TemplateId } from '../../domain/templates/template.js';

/** Reads the templates of a household. */
export interface TemplateReader {
  /** Lists the templates of the household, newest first, then by id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<TaskTemplate>>;
  /** Returns null if the household has no template with this id. */
  find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null>;
}

export interface TemplateRepository extends TemplateReader {
  /** Locks the template until the transaction ends. Returns null if the household has no such template. */
  findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null>;
  countOf(householdId: HouseholdId): Promise<number>;
  insert(template: TaskTemplate): Promise<void>;
  /** Writes the name, the tasks and `updatedAt`. Does nothing if the template is unknown. */
  save(template: TaskTemplate): Promise<void>;
  /** Deletes the template. Returns false if the household has no such template. */
  remove(householdId: HouseholdId, id: TemplateId): Promise<boolean>;
}
