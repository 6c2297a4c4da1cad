import { shiftAmong } from '../days/shift.js';
import { parseCivilDate, type CivilDate } from '../shared/civil-date.js';
import type { CategoryId, DayCalendarId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { TaskDraft } from '../tasks/draft.js';
import { draftFrom, type TemplateTask } from './template.js';

export type TemplateApplication = {
  readonly date: CivilDate;
  /** The members who do everything, replacing the assignees and rotations of the tasks. null keeps them. */
  readonly responsibleMemberIds: readonly MemberId[] | null;
  /** The current members, categories and calendars to which the tasks may refer. */
  readonly members: ReadonlySet<MemberId>;
  readonly categories: ReadonlySet<CategoryId>;
  readonly calendars: ReadonlySet<DayCalendarId>;
};

/**
 * Creates the drafts of a template's tasks. References that no longer exist are removed as they would be from
 * tasks: deleted categories, day calendars, and assignees who have left. A rotation is kept unchanged; the
 * household has to decide who replaces former members in it.
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

/** Returns a problem (for VALIDATION_FAILED) if a task would lie outside the supported dates. */
export function dateProblems(tasks: readonly TemplateTask[], date: CivilDate): Problem[] {
  const outside = tasks.some((task) => {
    const day = draftFrom(task, date).date;
    return day !== null && parseCivilDate(day) === null;
  });
  return outside
    ? [{ field: 'date', rule: 'calendar', message: 'a task would lie beyond the calendar' }]
    : [];
}
