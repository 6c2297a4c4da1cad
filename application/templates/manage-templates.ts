import type { Page, PageRequest } from '../../domain/shared/page.js';
import {
  type TaskTemplate,
  type TemplateId,
  TEMPLATES_LIMIT,
  type TemplateTask,
} from '../../domain/templates/template.js';
import type { MemberCaller } from '../shared/caller.js';
import { householdNotFound, limitReached, notFound } from '../shared/errors.js';
import { requireValidTasks, requireHouseholdReferences } from './require-tasks.js';
import type { Needs } from '../composition/needs.js';

/** Lists the templates of the household, newest first. */
export function listTemplates({ templates }: Needs<'templates'>) {
  return ({ household }: MemberCaller, page: PageRequest): Promise<Page<TaskTemplate>> =>
    templates.list(household.id, page);
}

/** Returns a template. Throws NOT_FOUND if the household has none with this id. */
export function getTemplate({ templates }: Needs<'templates'>) {
  return async ({ household }: MemberCaller, id: TemplateId): Promise<TaskTemplate> => {
    const template = await templates.find(household.id, id);
    if (template === null) throw notFound('template');
    return template;
  };
}

export type TemplateFields = { readonly name: string; readonly tasks: readonly TemplateTask[] };

/**
 * Creates a template.
 *
 * @throws LIMIT_REACHED if the household, or the caller's account, has the maximum number of templates.
 * @throws VALIDATION_FAILED as {@link requireValidTasks} and {@link requireHouseholdReferences}.
 */
export function createTemplate({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return async (caller: MemberCaller, { name, tasks }: TemplateFields): Promise<TaskTemplate> => {
    requireValidTasks(caller, tasks);
    return unitOfWork.run(async (scope) => {
      const householdId = caller.household.id;
      // The household is locked, so that parallel requests are checked against the limit one after the other.
      if ((await scope.households.findForUpdate(householdId)) === null) throw householdNotFound();
      if ((await scope.templates.countOf(householdId)) >= TEMPLATES_LIMIT)
        throw limitReached(
          'templates',
          `A household may have at most ${TEMPLATES_LIMIT} templates. Delete one first`,
        );
      await requireHouseholdReferences(scope, caller, tasks);
      const now = clock.now();
      const template = {
        id: ids.next<TemplateId>(),
        householdId,
        name,
        tasks,
        createdAt: now,
        updatedAt: now,
      };
      await scope.templates.insert(template);
      return template;
    });
  };
}

/**
 * Changes a template. Absent fields keep their values; `tasks` replaces all tasks.
 *
 * @throws NOT_FOUND if the household has no such template.
 * @throws VALIDATION_FAILED as {@link createTemplate}.
 */
export function editTemplate({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return async (
    caller: MemberCaller,
    id: TemplateId,
    edit: Partial<TemplateFields>,
  ): Promise<TaskTemplate> => {
    const { tasks } = edit;
    if (tasks !== undefined) requireValidTasks(caller, tasks);
    return unitOfWork.run(async (scope) => {
      if (tasks !== undefined && (await scope.households.findForUpdate(caller.household.id)) === null)
        throw householdNotFound();
      const template = await scope.templates.findForUpdate(caller.household.id, id);
      if (template === null) throw notFound('template');
      if (tasks !== undefined) await requireHouseholdReferences(scope, caller, tasks);
      const edited = { ...template, ...edit, updatedAt: clock.now() };
      await scope.templates.save(edited);
      return edited;
    });
  };
}

/**
 * Deletes a template. The tasks that were created from it stay. Throws NOT_FOUND if the household has no such
 * template.
 */
export function deleteTemplate({ unitOfWork }: Needs<never, 'templates'>) {
  return (caller: MemberCaller, id: TemplateId): Promise<void> =>
    unitOfWork.run(async ({ templates }) => {
      if (!(await templates.remove(caller.household.id, id))) throw notFound('template');
    });
}
