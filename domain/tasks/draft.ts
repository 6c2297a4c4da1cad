import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type {
  CategoryId,
  ChecklistItemId,
  HouseholdId,
  MemberId,
  OccurrenceId,
  TaskId,
  UserId,
} from '../shared/ids.js';
import type { Recurrence } from '../recurrence/rule.js';
import type { RotationRequest } from '../rotation/rotation.js';
import type { Problem } from '../shared/problem.js';
import type { MissedPolicy } from '../series/series.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence, Priority, Visibility } from './occurrence.js';
import { resolveSoftDue, type SoftDueRequest } from './soft-due.js';
import { personalProblems } from './task-visibility.js';

/** What someone asks for who creates a task; every value is well formed in itself. */
export type TaskDraft = {
  readonly title: string;
  readonly notes: string | null;
  readonly categoryId: CategoryId | null;
  readonly visibility: Visibility;
  readonly priority: Priority;
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
  readonly durationMinutes: number | null;
  /** null: whole-day exactly when there is a date and no time. */
  readonly allDay: boolean | null;
  readonly softDue: SoftDueRequest | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly checklist: readonly { readonly title: string }[];
  readonly reminders: readonly number[];
  /** null: a one-off task. The rest belongs to series only. */
  readonly recurrence: Recurrence | null;
  /** As it was sent; it is read when the members are known. null: nobody takes turns. */
  readonly rotation: RotationRequest | null;
  readonly missed: MissedPolicy;
};

/** What fields that are each well formed get wrong together; empty when the draft can become a task. */
export function draftProblems(draft: TaskDraft, author: UserId): Problem[] {
  return [
    ...scheduleProblems(draft),
    ...(draft.softDue !== null && draft.date !== null ? [SOFT_DUE_WITH_DATE] : []),
    ...seriesProblems(draft),
    ...personalProblems({ ...draft, createdBy: author }),
  ];
}

export const SOFT_DUE_WITH_DATE: Problem = {
  field: 'softDue',
  rule: 'withoutDate',
  message: 'softDue is only possible without a date',
};

function seriesProblems({ recurrence, rotation, missed, date }: TaskDraft): Problem[] {
  if (recurrence !== null)
    return date === null
      ? [{ field: 'recurrence', rule: 'needsDate', message: 'recurrence needs a date' }]
      : [];
  const without = (field: string) => ({
    field,
    rule: 'needsRecurrence',
    message: `${field} needs a recurrence`,
  });
  return [
    ...(rotation === null ? [] : [without('rotation')]),
    ...(missed === 'keep' ? [] : [without('missed')]),
  ];
}

/** Rules between date, time and the whole-day flag, for a new task and for an edited one. */
export function scheduleProblems(fields: {
  date: CivilDate | null;
  time: CivilTime | null;
  allDay: boolean | null;
}): Problem[] {
  const problems: Problem[] = [];
  if (fields.time !== null && fields.date === null)
    problems.push({ field: 'time', rule: 'needsDate', message: 'time needs a date' });
  if (fields.allDay === true && fields.date === null)
    problems.push({ field: 'allDay', rule: 'needsDate', message: 'allDay needs a date' });
  if (fields.allDay === true && fields.time !== null)
    problems.push({ field: 'allDay', rule: 'withoutTime', message: 'a whole-day task has no time' });
  return problems;
}

/** Whole-day is what has a date and no time, unless the client says otherwise. */
export function allDayOf(fields: {
  date: CivilDate | null;
  time: CivilTime | null;
  allDay: boolean | null;
}): boolean {
  return fields.allDay ?? (fields.date !== null && fields.time === null);
}

/** The one occurrence of a one-off task. `newItemId` is called once for each checklist item. */
export function occurrenceOfDraft(
  draft: TaskDraft,
  context: {
    readonly id: OccurrenceId;
    readonly taskId: TaskId;
    readonly householdId: HouseholdId;
    readonly author: UserId;
    readonly now: Instant;
    readonly today: CivilDate;
    readonly firstDayOfWeek: Weekday;
    readonly newItemId: () => ChecklistItemId;
  },
): Occurrence {
  const { title, notes, categoryId, visibility, priority, date, time, durationMinutes, reminders } = draft;
  return {
    id: context.id,
    householdId: context.householdId,
    taskId: context.taskId,
    seriesId: null,
    seriesIndex: null,
    originalDate: null,
    title,
    notes,
    categoryId,
    visibility,
    priority,
    status: 'TODO',
    date,
    time,
    durationMinutes,
    allDay: allDayOf(draft),
    softDue: draft.softDue && resolveSoftDue(draft.softDue, context.today, context.firstDayOfWeek),
    responsibleMemberIds: [...new Set(draft.responsibleMemberIds)],
    turnReason: draft.responsibleMemberIds.length > 0 ? 'MANUAL' : null,
    skippedReason: null,
    checklist: draft.checklist.map((item) => ({ id: context.newItemId(), title: item.title, done: false })),
    attachmentCount: 0,
    reminders: [...new Set(reminders)],
    isException: false,
    version: 1,
    syncVersion: 1,
    syncedVersion: 0,
    googleSyncStatus: 'PENDING',
    createdBy: context.author,
    createdAt: context.now,
    updatedAt: context.now,
    completedAt: null,
    completedBy: null,
    completedFor: null,
    finishedPrivately: false,
    deletedAt: null,
    statusBeforeDeletion: null,
  };
}
