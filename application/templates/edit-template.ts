import type { TaskTemplate, TemplateId } from '../../domain/templates/template.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { TemplateFields } from './create-template.js';
import { requireFitting, requireOwn } from './require-tasks.js';

/** Fields that are absent stay; tasks are replaced all together. */
export function editTemplate({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return async (
    caller: MemberCaller,
    id: TemplateId,
    edit: Partial<TemplateFields>,
  ): Promise<TaskTemplate> => {
    const { tasks } = edit;
    if (tasks !== undefined) requireFitting(caller, tasks);
    return unitOfWork.run(async (scope) => {
      const template = await scope.templates.findForUpdate(caller.household.id, id);
      if (template === null) throw notFound('template');
      if (tasks !== undefined) await requireOwn(scope, caller, tasks);
      const edited = { ...template, ...edit, updatedAt: clock.now() };
      await scope.templates.save(edited);
      return edited;
    });
  };
}

/** What was created from it stays. */
export function deleteTemplate({ unitOfWork }: { unitOfWork: UnitOfWork }) {
  return (caller: MemberCaller, id: TemplateId): Promise<void> =>
    unitOfWork.run(async ({ templates }) => {
      if (!(await templates.remove(caller.household.id, id))) throw notFound('template');
    });
}
