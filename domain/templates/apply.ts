import { shiftAmong } from '../days/shift.js';
import { parseCivilDate, type CivilDate } from '../shared/civil-date.js';
import type { CategoryId, DayCalendarId, MemberId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { TaskDraft } from '../tasks/draft.js';
import { draftFrom, type TemplateTask } from './template.js';

export type TemplateApplication = {
  readonly date: CivilDate;
  /**
   * The members who do all tasks instead of the assignees and rotations in the template. null keeps those of
   * the template.
   */
  readonly responsibleMemberIds: readonly MemberId[] | null;
  /**
   * The current members, to whom the tasks may refer. The same applies to the categories and calendars below.
   */
  readonly members: ReadonlySet<MemberId>;
  readonly categories: ReadonlySet<CategoryId>;
  readonly calendars: ReadonlySet<DayCalendarId>;
};

/**
 * Creates the drafts of a template's tasks. References to deleted categories, deleted day calendars and assignees who
 * have left are removed, as they are from tasks. A rotation is kept unchanged unless `responsibleMemberIds` replaces
 * it, because the household has to decide who replaces a former member in it.
 */
export function toDrafts(
  tasks: readonly TemplateTask[],
  { date, responsibleMemberIds, members, categories, calendars }: TemplateApplication,
): readonly TaskDraft[] {
  return tasks.map((task) => {
    const draft = draftFrom(task, date);
    const { categoryId } = draft;
    return {
      ...draft,
      categoryId: categoryId !== null && categories.has(categoryId) ? categoryId : null,
      responsibleMemberIds:
        responsibleMemberIds ?? draft.responsibleMemberIds.filter((id) => members.has(id)),
      shift: shiftAmong(draft.shift, calendars),
      rotation: responsibleMemberIds === null ? draft.rotation : null,
    };
  });
}

/**
 * Returns a problem if a task would have a date outside the supported range. The caller responds with
 * VALIDATION_FAILED.
 */
export function dateProblems(tasks: readonly TemplateTask[], date: CivilDate): Problem[] {
  const outside = tasks.some((task) => {
    const day = draftFrom(task, date).date;
    return day !== null && parseCivilDate(day) === null;
  });
  const message = 'must not give a task of the template a date before the year 1 or after the year 9998';
  return outside ? [problem('date', 'calendar', message)] : [];
}
