import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { draftProblems, type TaskDraft, type UndatedDraft } from '../tasks/draft.js';

export type TemplateId = string & { readonly __id: 'template' };

/** A task of a template. Its date is a number of days after the date to which the template is applied. */
export type TemplateTask = UndatedDraft & {
  /** Negative numbers lie before that date. null means a task without a date. */
  readonly dayOffset: number | null;
};

/** Several tasks that a household creates together repeatedly. Every member sees all of them. */
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
/** The maximum number of days before and after the date to which a template is applied. */
export const DAY_OFFSET_LIMIT = 366;

/** Returns the problem of a draft as a problem of the template's task at this place. */
export function problemOfTask(place: number, problem: Problem): Problem {
  return { ...problem, field: `tasks.${place}.${problem.field}` };
}

/**
 * Returns the problems of a template's tasks that do not depend on the date. A PERSONAL task is refused,
 * because the whole household reads a template and a PERSONAL task exists for its author alone.
 */
export function templateProblems(tasks: readonly TemplateTask[], author: MemberId): Problem[] {
  return tasks.flatMap((task, place) => {
    if (task.visibility === 'PERSONAL') return [problemOfTask(place, NOT_PERSONAL)];
    return draftProblems(draftFrom(task, ANY_DATE), author).map((problem) => problemOfTask(place, problem));
  });
}

const ANY_DATE = '2000-01-01' as CivilDate;

const NOT_PERSONAL: Problem = {
  field: 'visibility',
  rule: 'shared',
  message: 'tasks of a template must be SHARED, because all members see a template',
};

/** Returns the draft of the task when the template is applied to `date`. */
export function draftFrom({ dayOffset, ...content }: TemplateTask, date: CivilDate): TaskDraft {
  return { ...content, date: dayOffset === null ? null : addDays(date, dayOffset) };
}
