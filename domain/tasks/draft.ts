import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { ChecklistItemId, HouseholdId, MemberId, OccurrenceId, TaskId } from '../shared/ids.js';
import type { Season } from '../days/season.js';
import type { Shift } from '../days/shift.js';
import { type Recurrence, timesOf } from '../recurrence/rule.js';
import type { RotationRequest } from '../rotation/rotation.js';
import { type Problem, problem } from '../shared/problem.js';
import type { MissedPolicy, WhenAway } from '../recurrence/policies.js';
import type { Instant } from '../shared/zone.js';
import { EMPTY_CONTENT, pickContent, type TaskContent } from './content.js';
import { NEW_OCCURRENCE_STATE, type Occurrence } from './occurrence.js';
import { resolveSoftDue, type SoftDueRequest } from './soft-due.js';
import { personalProblems } from './task-visibility.js';

/** A request to create a task. Each field has been validated by itself. */
export type TaskDraft = Omit<TaskContent, 'allDay'> & {
  readonly date: CivilDate | null;
  /** The requested all-day flag. null means that a task with a date and no time is an all-day task. */
  readonly allDay: boolean | null;
  readonly softDue: SoftDueRequest | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly checklist: readonly { readonly title: string; readonly done?: boolean }[];
  /** True if the task has been done already, and is created only for the record. The default is false. */
  readonly done?: boolean;
  /** How the task repeats. null means a one-off task. The fields below only apply to series. */
  readonly recurrence: Recurrence | null;
  /**
   * The rotation as the client sent it. It is validated when the members are known. null means that nobody
   * takes turns.
   */
  readonly rotation: RotationRequest | null;
  readonly missed: MissedPolicy;
  /**
   * The season in which the series has dates. Dates outside it get no row, but their indexes are not used for
   * other dates. null means all year.
   */
  readonly season: Season | null;
  /** How the series avoids special days such as holidays. null means that it does not. */
  readonly shift: Shift | null;
  /**
   * How the series behaves while everybody is away. null means that a pause of the whole household also
   * applies to this series.
   */
  readonly whenAway: WhenAway | null;
};

/**
 * A draft without its date. The date of a task in a template is counted from the day on which the template is
 * applied.
 */
export type UndatedDraft = Omit<TaskDraft, 'date'>;

/**
 * The ids that the client chose for the task, its first occurrence and its checklist items, in the order of the
 * items. null means that the service chooses the id of the item.
 */
export type ClientIds = {
  readonly occurrenceId: OccurrenceId;
  readonly taskId: TaskId;
  readonly itemIds: readonly (ChecklistItemId | null)[];
};

/** A draft in which every field has its default value. */
export const EMPTY_DRAFT: UndatedDraft = {
  ...EMPTY_CONTENT,
  allDay: null,
  softDue: null,
  responsibleMemberIds: [],
  checklist: [],
  recurrence: null,
  rotation: null,
  missed: 'keep',
  season: null,
  shift: null,
  whenAway: null,
};

export const DRAFT_FIELDS = Object.keys(EMPTY_DRAFT) as readonly (keyof UndatedDraft)[];

/**
 * Returns the problems of a draft whose fields are valid one by one but conflict with each other. An empty
 * list means that a task can be created from the draft.
 */
export function draftProblems(draft: TaskDraft, author: MemberId): Problem[] {
  return [
    ...scheduleProblems(draft),
    ...(draft.softDue !== null && draft.date !== null ? [SOFT_DUE_WITH_DATE] : []),
    ...seriesProblems(draft),
    ...personalProblems({ ...draft, createdBy: author }),
  ];
}

export const SOFT_DUE_WITH_DATE = problem('softDue', 'withoutDate', 'must not be given together with a date');

/**
 * Returns true if the first occurrence may have no date until somebody starts it. Only a task that repeats
 * after completion allows this.
 */
export function mayHaveNoDate(recurrence: Recurrence): boolean {
  return 'kind' in recurrence;
}

export const SOFT_DUE_REPEATING = problem('softDue', 'repeating', 'is not allowed for a repeating task');

function seriesProblems(draft: TaskDraft): Problem[] {
  const { recurrence, rotation, missed, season, shift, whenAway, date, softDue } = draft;
  if (recurrence !== null)
    return [
      ...(date === null && !mayHaveNoDate(recurrence)
        ? [problem('recurrence', 'needsDate', 'is allowed only together with a date')]
        : []),
      ...(softDue === null ? [] : [SOFT_DUE_REPEATING]),
      ...timesProblems(draft),
    ];
  const without = (field: string) =>
    problem(field, 'needsRecurrence', 'is allowed only together with a recurrence');
  return [
    ...(rotation === null ? [] : [without('rotation')]),
    ...(missed === 'keep' ? [] : [without('missed')]),
    ...(season === null ? [] : [without('season')]),
    ...(shift === null ? [] : [without('shift')]),
    ...(whenAway === null ? [] : [without('whenAway')]),
  ];
}

type Schedule = Pick<TaskDraft, 'date' | 'time' | 'allDay'>;

/** Returns the problems of conflicting values of date, time and all-day flag, for a new or an edited task. */
export function scheduleProblems(fields: Schedule): Problem[] {
  const problems: Problem[] = [];
  if (fields.time !== null && fields.date === null)
    problems.push(problem('time', 'needsDate', 'is allowed only together with a date'));
  if (fields.allDay === true && fields.date === null)
    problems.push(problem('allDay', 'needsDate', 'must not be true without a date'));
  if (fields.allDay === true && fields.time !== null)
    problems.push(problem('allDay', 'withoutTime', 'must not be true together with a time'));
  return problems;
}

/**
 * Returns the requested all-day flag. If none was requested, a task with a date and no time is an all-day
 * task.
 */
export function isAllDay(fields: Schedule): boolean {
  return fields.allDay ?? (fields.date !== null && fields.time === null);
}

/** Returns the content of the draft, for its occurrence or its series. */
export function contentOfDraft(draft: TaskDraft): TaskContent {
  const content = { ...draft, allDay: isAllDay(draft), reminders: [...new Set(draft.reminders)] };
  return pickContent({ ...content, ...timeOfRule(draft) });
}

/**
 * Returns the time of a task whose rule has several times a day, which is the first of them. Returns no fields for
 * any other task.
 */
export function timeOfRule({
  recurrence,
}: Pick<TaskDraft, 'recurrence'>): Partial<Pick<TaskContent, 'time' | 'allDay'>> {
  const time = recurrence === null ? undefined : timesOf(recurrence).toSorted()[0];
  return time === undefined ? {} : { time, allDay: false };
}

/**
 * Returns a problem if the rule has several times a day, and the requested time is not one of them or the task is to
 * be all-day.
 */
export function timesProblems({
  recurrence,
  time,
  allDay,
}: Pick<TaskDraft, 'recurrence' | 'time' | 'allDay'>): Problem[] {
  const times = recurrence === null ? [] : timesOf(recurrence);
  if (times.length === 0 || ((time === null || times.includes(time)) && allDay !== true)) return [];
  const message = 'must be one of the times of the recurrence. Such a task is never all-day';
  return [problem('time', 'times', message)];
}

/** Creates the single occurrence of a one-off task. `newItemId` is called once for each checklist item. */
export function occurrenceOfDraft(
  draft: TaskDraft,
  context: {
    readonly id: OccurrenceId;
    readonly taskId: TaskId;
    readonly householdId: HouseholdId;
    readonly author: MemberId;
    readonly now: Instant;
    readonly today: CivilDate;
    readonly firstDayOfWeek: Weekday;
    readonly newItemId: () => ChecklistItemId;
  },
): Occurrence {
  return {
    ...NEW_OCCURRENCE_STATE,
    ...contentOfDraft(draft),
    id: context.id,
    householdId: context.householdId,
    taskId: context.taskId,
    seriesId: null,
    seriesIndex: null,
    originalDate: null,
    date: draft.date,
    softDue: draft.softDue && resolveSoftDue(draft.softDue, context.today, context.firstDayOfWeek),
    responsibleMemberIds: [...new Set(draft.responsibleMemberIds)],
    turnReason: draft.responsibleMemberIds.length > 0 ? 'MANUAL' : null,
    checklist: draft.checklist.map(({ title, done = false }) => ({ id: context.newItemId(), title, done })),
    createdBy: context.author,
    createdAt: context.now,
    updatedAt: context.now,
    updatedBy: context.author,
  };
}
