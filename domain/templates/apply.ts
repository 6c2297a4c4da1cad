import { shiftAmong } from '../days/shift.js';
import { parseCivilDate, type CivilDate } from '../shared/civil-date.js';
import type { CategoryId, DayCalendarId, MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { TaskDraft } from '../tasks/draft.js';
import { draftFrom, type TemplateTask } from './template.js';

export type Application = {
  readonly date: CivilDate;
  /** Who does all of it, instead of those whom the tasks name or let take turns; null: as the tasks say. */
  readonly responsibleMemberIds: readonly MemberId[] | null;
  /** Who and what the household has now, of what the tasks name. */
  readonly members: ReadonlySet<MemberId>;
  readonly categories: ReadonlySet<CategoryId>;
  readonly calendars: ReadonlySet<DayCalendarId>;
};

/**
 * What the tasks become now. What a template outlived goes as it goes from tasks themselves: a deleted category leaves
 * its tasks without one, a calendar of days keeps them out of none, and those who left are responsible for nothing. A rotation is kept as it is: who takes
 * turns without them is for the household to say.
 */
export function toDrafts(
  tasks: readonly TemplateTask[],
  { date, responsibleMemberIds, members, categories, calendars }: Application,
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

/** VALIDATION_FAILED's when a task would lie beyond the calendar. */
export function dateProblems(tasks: readonly TemplateTask[], date: CivilDate): Problem[] {
  const outside = tasks.some((task) => {
    const day = draftFrom(task, date).date;
    return day !== null && parseCivilDate(day) === null;
  });
  return outside
    ? [{ field: 'date', rule: 'calendar', message: 'a task would lie beyond the calendar' }]
    : [];
}
