import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { TaskTemplate, TemplateId } from '../../domain/templates/template.js';

export interface TemplateReader {
  /** Newest first, then by id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<TaskTemplate>>;
  /** null when the household has none of that id. */
  find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null>;
}

export interface TemplateRepository extends TemplateReader {
  /** As `find`; it stays as it is until the transaction ends. */
  findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null>;
  countOf(householdId: HouseholdId): Promise<number>;
  insert(template: TaskTemplate): Promise<void>;
  /** Writes name, tasks and when that was; an unknown template changes nothing. */
  save(template: TaskTemplate): Promise<void>;
  /** false when there was none. */
  remove(householdId: HouseholdId, id: TemplateId): Promise<boolean>;
}
