import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Problem } from '../../domain/shared/problem.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { dateProblems, toDrafts } from '../../domain/templates/apply.js';
import { problemOfTask, type TemplateId } from '../../domain/templates/template.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, householdNotFound, notFound, validationFailed } from '../shared/errors.js';
import { writeTask } from '../tasks/create-task.js';
import { requireMembers } from '../tasks/require-references.js';
import { listCalendars, lockCategories } from './lock-categories.js';
import type { Needs } from '../composition/needs.js';

export type ApplyOptions = {
  /** The date for which the template is applied. null means today on the household's calendar. */
  readonly date: CivilDate | null;
  /** The assignees of all created tasks. null means the assignees in the tasks of the template. */
  readonly responsibleMemberIds: readonly MemberId[] | null;
};

/**
 * Creates all tasks of a template, or none. Returns the (first) occurrence of each, in the order of the template.
 *
 * @throws NOT_FOUND if the household has no such template.
 * @throws VALIDATION_FAILED if a chosen assignee is not an active member. Also if a task cannot be created, for
 *   example because a member of its rotation has left; then the field names the task.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 */
export function applyTemplate(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  const { unitOfWork, clock } = dependencies;
  return (
    caller: MemberCaller,
    id: TemplateId,
    { date, responsibleMemberIds }: ApplyOptions,
  ): Promise<readonly Occurrence[]> =>
    unitOfWork.run(async (scope) => {
      const { household } = caller;
      // The household is locked before members and categories, in the same order as everywhere else, to avoid
      // deadlocks.
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      const template = await scope.templates.find(household.id, id);
      if (template === null) throw notFound('template');
      const { tasks } = template;
      const first = date ?? householdNow(caller, clock).date;
      const problems = dateProblems(tasks, first);
      if (problems.length > 0) throw validationFailed(problems);
      await requireMembers(scope.households, caller, responsibleMemberIds ?? []);

      const named = [...new Set(tasks.flatMap((task) => task.responsibleMemberIds))];
      const drafts = toDrafts(tasks, {
        date: first,
        responsibleMemberIds,
        members: new Set((await scope.households.activeMembers(household.id, named)).keys()),
        categories: await lockCategories(scope, household.id, tasks),
        calendars: new Set((await listCalendars(scope, household.id, tasks)).map((one) => one.id)),
      });
      scope.operation.is('APPLIED');
      const created: Occurrence[] = [];
      for (const [place, draft] of drafts.entries())
        created.push(await namingTask(place, writeTask(dependencies, scope, caller, draft)));
      scope.operation.shows(created.map(({ id: first }) => first));
      return created;
    });
}

/** Adds the position of the task in the template to the field names of a VALIDATION_FAILED error. */
async function namingTask<T>(place: number, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ApplicationError) || error.code !== 'VALIDATION_FAILED') throw error;
    throw validationFailed(
      (error.details as readonly Problem[]).map((problem) => problemOfTask(place, problem)),
    );
  }
}
