import {
  TEMPLATES_LIMIT,
  type TaskTemplate,
  type TemplateId,
  type TemplateTask,
} from '../../domain/templates/template.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, householdNotFound } from '../shared/errors.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { requireFitting, requireOwn } from './require-tasks.js';

export type TemplateFields = { readonly name: string; readonly tasks: readonly TemplateTask[] };

/** INVALID_STATE while the household has too many. */
export function createTemplate({
  unitOfWork,
  clock,
  ids,
}: {
  unitOfWork: UnitOfWork;
  clock: Clock;
  ids: IdGenerator;
}) {
  return async (caller: MemberCaller, { name, tasks }: TemplateFields): Promise<TaskTemplate> => {
    requireFitting(caller, tasks);
    return unitOfWork.run(async (scope) => {
      const householdId = caller.household.id;
      // Locked so that two at once are counted one after the other.
      if ((await scope.households.findForUpdate(householdId)) === null) throw householdNotFound();
      if ((await scope.templates.countOf(householdId)) >= TEMPLATES_LIMIT)
        throw new ApplicationError('INVALID_STATE', 'Too many templates: delete some first');
      await requireOwn(scope, caller, tasks);
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
