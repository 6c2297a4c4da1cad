import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { draftProblems, type TaskDraft, type UndatedDraft } from '../tasks/draft.js';

export type TemplateId = string & { readonly __id: 'template' };

/** A task of a template. Its date is a number of days after the date to which the template is applied. */
export type TemplateTask = UndatedDraft & {
  /**
   * The number of days after the date to which the template is applied. A negative number means days before
   * it. null means a task without a date.
   */
  readonly dayOffset: number | null;
};

/**
 * A named set of tasks that a household can create together again and again. Every member sees all its tasks.
 */
export type TaskTemplate = {
  readonly id: TemplateId;
  readonly householdId: HouseholdId;
  readonly name: string;
  readonly tasks: readonly TemplateTask[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The maximum number of templates per household. */
export const TEMPLATES_LIMIT = 50;
/** The maximum number of tasks per template. */
export const TEMPLATE_TASKS_LIMIT = 50;
/** The maximum number of days between the date to which a template is applied and the date of a task. */
export const DAY_OFFSET_LIMIT = 366;

/**
 * Returns a problem of a single draft as a problem of the template. Its field is prefixed with the position
 * of the task.
 */
export function problemOfTask(place: number, problem: Problem): Problem {
  return { ...problem, field: `tasks.${place}.${problem.field}` };
}

/**
 * Returns the problems of a template's tasks that do not depend on the date. A PERSONAL task is refused,
 * because every member can see a template and only its author may see a PERSONAL task.
 */
export function templateProblems(tasks: readonly TemplateTask[], author: MemberId): Problem[] {
  return tasks.flatMap((task, place) => {
    if (task.visibility === 'PERSONAL') return [problemOfTask(place, NOT_PERSONAL)];
    return draftProblems(draftFrom(task, ANY_DATE), author).map((problem) => problemOfTask(place, problem));
  });
}

const ANY_DATE = '2000-01-01' as CivilDate;

const NOT_PERSONAL = problem(
  'visibility',
  'shared',
  'tasks of a template must be SHARED, because all members see a template',
);

/** Returns the draft of a template's task for the date `date`. */
export function draftFrom({ dayOffset, ...content }: TemplateTask, date: CivilDate): TaskDraft {
  return { ...content, date: dayOffset === null ? null : addDays(date, dayOffset) };
}
