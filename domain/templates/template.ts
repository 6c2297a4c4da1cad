import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { draftProblems, type TaskDraft, type UndatedDraft } from '../tasks/draft.js';

export type TemplateId = string & { readonly __id: 'template' };

/** A task as it will be created: its date is so many days after the one that the template is applied to. */
export type TemplateTask = UndatedDraft & {
  /** Negative: before it; null: a task without date. */
  readonly dayOffset: number | null;
};

/** Several tasks that a household creates together again and again. All its members see all of it. */
export type TaskTemplate = {
  readonly id: TemplateId;
  readonly householdId: HouseholdId;
  readonly name: string;
  readonly tasks: readonly TemplateTask[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** Templates of a household. */
export const TEMPLATES_LIMIT = 50;
/** Tasks of a template. */
export const TEMPLATE_TASKS_LIMIT = 50;
/** Days before and after the date to which it is applied. */
export const DAY_OFFSET_LIMIT = 366;

/** What a task of a template says of one that is created at its place. */
export function inTask(place: number, problem: Problem): Problem {
  return { ...problem, field: `tasks.${place}.${problem.field}` };
}

/**
 * What is wrong with tasks that are each well formed, whatever date they are applied to. A PERSONAL one is refused:
 * a template is read by the whole household, and what is PERSONAL exists for its author alone.
 */
export function templateProblems(tasks: readonly TemplateTask[], author: MemberId): Problem[] {
  return tasks.flatMap((task, place) => {
    if (task.visibility === 'PERSONAL') return [inTask(place, NOT_PERSONAL)];
    return draftProblems(draftFrom(task, ANY_DATE), author).map((problem) => inTask(place, problem));
  });
}

const ANY_DATE = '2000-01-01' as CivilDate;

const NOT_PERSONAL: Problem = {
  field: 'visibility',
  rule: 'shared',
  message: 'a template is visible to the whole household, so its tasks are SHARED',
};

/** The task that it becomes when the template is applied to `date`. */
export function draftFrom({ dayOffset, ...content }: TemplateTask, date: CivilDate): TaskDraft {
  return { ...content, date: dayOffset === null ? null : addDays(date, dayOffset) };
}
