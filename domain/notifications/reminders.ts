import type { NotificationCause } from './cause.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listMissing } from '../tasks/ticks.js';
import type { Member } from '../households/household.js';
import { isAway, type AwayPeriods } from '../rotation/away.js';
import { ESCALATE_MINUTES, NAG_MINUTES, NAG_TIMES, type TaskContent } from '../tasks/content.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';

const MINUTES_A_DAY = 1440;

/**
 * A reminder that was due longer ago than this is not sent, because it would be outdated after a long
 * downtime.
 */
export const LATEST_MS = DAY_MS;

/** The data of an occurrence and one member from which reminders are computed. */
export type ReminderSubject = Pick<
  TaskContent,
  'time' | 'reminders' | 'showFrom' | 'nag' | 'escalateAfterMinutes'
> & {
  readonly occurrenceId: OccurrenceId;
  readonly memberId: MemberId;
  readonly date: CivilDate;
  readonly householdZone: TimeZone;
  readonly memberZone: TimeZone;
  readonly morningTime: CivilTime;
};

export type DueReminder = {
  readonly type: 'TASK_REMINDER' | 'TASK_OVERDUE' | 'TASK_ESCALATED';
  readonly at: Instant;
  /** The number of minutes before the start. null for a reminder after the start. */
  readonly minutesBefore: number | null;
  /** The number of the repeated reminder after the start, from 1. Absent for other reminders. */
  readonly nag?: number;
  /** Identifies the reminder, so that it is sent only once. It changes when the occurrence is moved. */
  readonly cause: NotificationCause;
};

/**
 * Returns the reminders that become due after `since` and not later than `now`:
 * - reminders before the start of the task. For an all-day task, they are before the member's morning on that day.
 * - one reminder on the next morning if the task is overdue
 * - repeated reminders while the task is not done, if `nag` is set
 * - notifications of other members, if `escalateAfterMinutes` is set
 *
 * Nothing is sent before the task is shown. Reminders that became due more than `LATEST_MS` before `now` are left out.
 */
export function dueReminders(
  subject: ReminderSubject,
  { since, now }: { readonly since: Instant; readonly now: Instant },
): DueReminder[] {
  const {
    occurrenceId,
    date,
    time,
    reminders,
    showFrom,
    nag,
    escalateAfterMinutes,
    householdZone,
    memberZone,
    morningTime,
  } = subject;
  const begin = Math.max(since, now - LATEST_MS);
  const starts =
    time === null ? toInstant(memberZone, date, morningTime) : toInstant(householdZone, date, time);
  const about = { kind: 'start', id: occurrenceId, date, time } as const;
  const due: DueReminder[] = reminders.map((minutesBefore) => ({
    type: 'TASK_REMINDER',
    at: starts - minutesBefore * MINUTE_MS,
    minutesBefore,
    cause: { ...about, minutesBefore },
  }));
  due.push({
    type: 'TASK_OVERDUE',
    at: toInstant(memberZone, addDays(date, 1), morningTime),
    minutesBefore: null,
    cause: { ...about, minutesBefore: null },
  });
  for (let count = 1; nag !== null && count <= nag.times; count++)
    due.push({
      ...{ type: 'TASK_REMINDER', minutesBefore: null, nag: count },
      at: starts + count * nag.everyMinutes * MINUTE_MS,
      cause: { ...about, minutesBefore: null, after: count },
    });
  if (escalateAfterMinutes !== null)
    due.push({
      ...{ type: 'TASK_ESCALATED', minutesBefore: null },
      at: starts + escalateAfterMinutes * MINUTE_MS,
      cause: { ...about, minutesBefore: null, after: 'escalated' },
    });
  const shownAt = showFrom === null ? -Infinity : toInstant(householdZone, addDays(date, -showFrom), null);
  return due.filter(({ at }) => at > begin && at <= now && at >= shownAt);
}

/**
 * Returns true if an open occurrence is relevant for the member. A PERSONAL occurrence is relevant for its author.
 * Any other occurrence is relevant for the assignees who are still expected to do something (see `listExpected`). If
 * nobody is assigned, it is relevant for all members, because one of them has to do it.
 */
export function concerns(occurrence: Occurrence, member: MemberId): boolean {
  const { visibility, createdBy, responsibleMemberIds } = occurrence;
  if (visibility === 'PERSONAL') return member === createdBy;
  return responsibleMemberIds.length === 0 || listExpected(occurrence).includes(member);
}

/**
 * Returns the assignees who are still expected to do something. If every assignee must tick separately, these
 * are the assignees who have not ticked yet. If all of them have ticked but the task is still open, these are
 * all assignees.
 */
export function listExpected(occurrence: Occurrence): readonly MemberId[] {
  const missing = listMissing(occurrence);
  return missing.length > 0 ? missing : occurrence.responsibleMemberIds;
}

/**
 * Returns the first local date, in any time zone, on which a reminder of the occurrence can be due. Returns null if
 * the occurrence has no date, or if it has neither reminders nor `nag` nor `escalateAfterMinutes`.
 */
export function remindOn({
  date,
  reminders,
  nag,
  escalateAfterMinutes,
}: Pick<Occurrence, 'date' | 'reminders' | 'nag' | 'escalateAfterMinutes'>): CivilDate | null {
  const isQuiet = reminders.length === 0 && nag === null && escalateAfterMinutes === null;
  if (date === null || isQuiet) return null;
  return addDays(date, -1 - Math.ceil(Math.max(0, ...reminders) / MINUTES_A_DAY));
}

/**
 * For how many days after its date an occurrence can still cause repeated reminders or notifications of other
 * members.
 */
export const MAX_CHASE_DAYS = Math.ceil(
  Math.max(NAG_TIMES.max * NAG_MINUTES.max, ESCALATE_MINUTES.max) / MINUTES_A_DAY,
);

/**
 * Returns the members who are notified that the `expected` members have not done a task. These are their managers or,
 * if no manager can be notified, the members who are not assignees. Only present members with an account are
 * notified. Nobody is notified if the task has no assignees.
 */
export function escalatedTo(
  {
    responsible,
    expected,
  }: { readonly responsible: readonly MemberId[]; readonly expected: readonly MemberId[] },
  members: readonly Member[],
  away: AwayPeriods,
  today: CivilDate,
): readonly MemberId[] {
  if (responsible.length === 0) return [];
  const here = members.filter(
    ({ id, isProxy, leftAt }) =>
      !isProxy && leftAt === null && !expected.includes(id) && !isAway(away, id, today),
  );
  const managerIds = members.filter(({ id }) => expected.includes(id)).flatMap((member) => member.managerIds);
  const managers = here.filter(({ id }) => managerIds.includes(id));
  if (managers.length > 0) return managers.map(({ id }) => id);
  return here.filter(({ id }) => !responsible.includes(id)).map(({ id }) => id);
}
