import type { NotificationCause } from './cause.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listMissing } from '../tasks/ticks.js';
import type { Member } from '../households/household.js';
import { isAway, type AwayPeriods } from '../rotation/away.js';
import { ESCALATE_MINUTES, NAG_MINUTES, NAG_TIMES, type Nag } from '../tasks/content.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';

const MINUTES_A_DAY = 1440;

/**
 * Reminders that were due longer ago than this are not sent, because after a long downtime they would be
 * outdated.
 */
export const LATEST_MS = DAY_MS;

/** The data of an occurrence and a member that determine when reminders are due. */
export type ReminderSubject = {
  readonly occurrenceId: OccurrenceId;
  readonly memberId: MemberId;
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  /** Minutes before the start. */
  readonly reminders: readonly number[];
  /** Days before the date. null means always. */
  readonly showFrom: number | null;
  readonly nag: Nag | null;
  /** Also null for personal tasks. */
  readonly escalateAfterMinutes: number | null;
  readonly householdZone: TimeZone;
  readonly memberZone: TimeZone;
  readonly morningTime: CivilTime;
};

export type DueReminder = {
  readonly type: 'TASK_REMINDER' | 'TASK_OVERDUE' | 'TASK_ESCALATED';
  readonly at: Instant;
  /** null for a reminder after the start. */
  readonly minutesBefore: number | null;
  /** The number of the repeated reminder after the start, from 1. Absent for other reminders. */
  readonly nag?: number;
  /** Identifies the reminder however often it is computed, and changes when the occurrence is moved. */
  readonly cause: NotificationCause;
};

/**
 * Returns the reminders that fall due after `since` and not later than `now`:
 *
 * - before the start of the task; for an all-day task, before the member's morning of that day, but not
 *   before the task is shown
 * - overdue, on the next morning
 * - repeatedly while it is not done, if `nag` is set
 * - to other members, if `escalateAfterMinutes` is set
 *
 * A window longer than `LATEST_MS` is cut to its end.
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
 * Returns true if an open occurrence concerns the member: a PERSONAL one concerns its author, any other its
 * assignees or, if there are none, everybody, because somebody has to do it.
 */
export function concerns(occurrence: Occurrence, member: MemberId): boolean {
  const { visibility, createdBy, responsibleMemberIds } = occurrence;
  if (visibility === 'PERSONAL') return member === createdBy;
  return responsibleMemberIds.length === 0 || listExpected(occurrence).includes(member);
}

/**
 * Returns the assignees who are expected to act. If everybody ticks separately, these are the ones who have
 * not ticked yet. If all remaining assignees have ticked, the tick that completes the task may come from any
 * of them.
 */
export function listExpected(occurrence: Occurrence): readonly MemberId[] {
  const missing = listMissing(occurrence);
  return missing.length > 0 ? missing : occurrence.responsibleMemberIds;
}

/**
 * Returns the first civil day, in any time zone, on which a reminder of the occurrence can be due, or null if
 * it has none.
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
 * The number of days after its date in which an occurrence can still cause repeated or escalated reminders.
 */
export const MAX_CHASE_DAYS = Math.ceil(
  Math.max(NAG_TIMES.max * NAG_MINUTES.max, ESCALATE_MINUTES.max) / MINUTES_A_DAY,
);

/**
 * Returns who is notified that the `expected` members have not done a task: their managers who are present
 * or, if there are none, the other present members. Members who were also responsible and have done their
 * part are left out. Nobody is notified if the task had no assignees.
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
