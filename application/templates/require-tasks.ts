import { shiftProblems } from '../../domain/days/shift.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import { completeRotation, listTurnTakers } from '../../domain/rotation/read-rotation.js';
import { isRule } from '../../domain/series/dates.js';
import { problemOfTask, templateProblems, type TemplateTask } from '../../domain/templates/template.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { requireMembers } from '../tasks/require-references.js';
import { listCalendars, lockCategories } from './lock-categories.js';

/** Throws VALIDATION_FAILED for tasks that are invalid regardless of the date and the household. */
export function requireValidTasks(caller: MemberCaller, tasks: readonly TemplateTask[]): void {
  const problems = templateProblems(tasks, caller.memberId);
  if (problems.length > 0) throw validationFailed(problems);
}

/**
 * Throws VALIDATION_FAILED unless the assignees and the members of rotations are active members of the caller's
 * household, and the categories and day calendars belong to it. Also throws it if a rotation gives turns to a member
 * who takes none, or if a task cannot avoid days as its `shift` says.
 */
export async function requireHouseholdReferences(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  tasks: readonly TemplateTask[],
): Promise<void> {
  const named = tasks.flatMap(({ responsibleMemberIds }, place) =>
    responsibleMemberIds.map((id, i) => ({ id, field: `tasks.${place}.responsibleMemberIds.${i}` })),
  );
  const nameField = (position: number) => named[position]?.field ?? 'tasks';
  await requireMembers(
    scope.households,
    caller,
    named.map(({ id }) => id),
    nameField,
  );

  const categories = await lockCategories(scope, caller.household.id, tasks);
  const members = listTurnTakers(await scope.households.members(caller.household.id));
  const calendars = await listCalendars(scope, caller.household.id, tasks);
  const problems = tasks.flatMap(({ categoryId, rotation, shift, recurrence }, place) =>
    [
      ...(shift === null || recurrence === null ? [] : shiftProblems(shift, calendars, isRule(recurrence))),
      ...(categoryId === null || categories.has(categoryId) ? [] : CATEGORY_PROBLEMS),
      ...(rotation === null
        ? []
        : completeRotation(rotation, members, { seed: '', balanceInputs: NO_BALANCE_INPUTS }).problems),
    ].map((problem) => problemOfTask(place, problem)),
  );
  if (problems.length > 0) throw validationFailed(problems);
}

const CATEGORY_PROBLEMS = [
  { field: 'categoryId', rule: 'exists', message: 'must be a category of this household' },
];
