import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { isAllDay, scheduleProblems, SOFT_DUE_WITH_DATE, type TaskDraft } from './draft.js';
import { EMPTY_CONTENT, type TaskContent } from './content.js';
import { NOT_REASSIGNED } from './reassignment.js';
import { isUnchanged, withMutation, namedByRule, type Occurrence } from './occurrence.js';
import { resolveSoftDue } from './soft-due.js';
import { personalProblems, fieldsOfVisibility } from './task-visibility.js';

/** An edit of an occurrence. An absent field keeps its value. */
export type OccurrenceEdit = Partial<
  TaskContent & Pick<TaskDraft, 'date' | 'softDue' | 'responsibleMemberIds'>
>;

/**
 * The type is a Record so that a new field does not compile until it is listed here. Only listed fields are
 * read from requests.
 */
const FIELDS: Record<keyof OccurrenceEdit, unknown> = {
  ...EMPTY_CONTENT,
  date: null,
  softDue: null,
  responsibleMemberIds: [],
};
export const EDIT_FIELDS = Object.keys(FIELDS) as readonly (keyof OccurrenceEdit)[];

export type EditOutcome =
  | { readonly kind: 'edited'; readonly occurrence: Occurrence }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** Only its author can make a shared task personal, because it disappears for everyone else. */
  | { readonly kind: 'notAuthor' };

/**
 * Applies an edit to an occurrence. Related fields that the edit does not mention change with it:
 *
 * - Removing the date removes the time.
 * - Setting a date removes the soft due date.
 * - Setting or removing the date or the time changes the all-day flag.
 * - Setting the all-day flag to true removes the time.
 * - Making the task PERSONAL removes all assignees except its author.
 */
export function applyOccurrenceEdit(
  occurrence: Occurrence,
  edit: OccurrenceEdit,
  context: {
    readonly editor: MemberId;
    readonly now: Instant;
    readonly today: CivilDate;
    readonly firstDayOfWeek: Weekday;
  },
): EditOutcome {
  if (
    edit.visibility === 'PERSONAL' &&
    occurrence.visibility === 'SHARED' &&
    occurrence.createdBy !== context.editor
  )
    return { kind: 'notAuthor' };

  const { softDue: softDueRequest, allDay: allDayRequest, ...plain } = edit;
  const schedule = editedSchedule(occurrence, edit);
  const shown = {
    ...fieldsOfVisibility(occurrence, edit.visibility ?? occurrence.visibility),
    ...(edit.responsibleMemberIds && {
      responsibleMemberIds: [...new Set(edit.responsibleMemberIds)],
      turnReason: 'MANUAL' as const,
      turnOf: occurrence.seriesId === null ? null : namedByRule(occurrence),
    }),
  };

  const problems = [
    ...scheduleProblems({ ...schedule, allDay: allDayRequest ?? null }),
    ...(softDueRequest && schedule.date !== null ? [SOFT_DUE_WITH_DATE] : []),
    ...personalProblems({ ...occurrence, ...shown }),
  ];
  if (problems.length > 0) return { kind: 'refused', problems };

  const fields = {
    ...plain,
    ...schedule,
    softDue: editedSoftDue(occurrence, edit, schedule.date, context),
    ...shown,
    ...(edit.reminders && { reminders: [...new Set(edit.reminders)] }),
  };
  // An edit that changes nothing does not make the occurrence an exception.
  const isOther = !isUnchanged(occurrence, { ...occurrence, ...fields });
  const isException = occurrence.isException || (occurrence.seriesId !== null && isOther);
  const stamp = { now: context.now, by: context.editor };
  return {
    kind: 'edited',
    occurrence: withMutation(occurrence, { ...fields, ...(isOther && NOT_REASSIGNED), isException }, stamp),
  };
}

function editedSchedule(
  occurrence: Occurrence,
  edit: OccurrenceEdit,
): Pick<Occurrence, 'date' | 'time' | 'allDay'> {
  const date = edit.date === undefined ? occurrence.date : edit.date;
  const keptTime = edit.date === null || edit.allDay === true ? null : occurrence.time;
  const time = edit.time === undefined ? keptTime : edit.time;
  const untouched = edit.date === undefined && edit.time === undefined && edit.allDay === undefined;
  return {
    date,
    time,
    allDay: untouched ? occurrence.allDay : isAllDay({ date, time, allDay: edit.allDay ?? null }),
  };
}

function editedSoftDue(
  occurrence: Occurrence,
  edit: OccurrenceEdit,
  date: CivilDate | null,
  context: { readonly today: CivilDate; readonly firstDayOfWeek: Weekday },
): Occurrence['softDue'] {
  if (edit.softDue === undefined) return date === null ? occurrence.softDue : null;
  return edit.softDue && resolveSoftDue(edit.softDue, context.today, context.firstDayOfWeek);
}
