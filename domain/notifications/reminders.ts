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

/** What is due later than this is not sent any more: after a longer downtime it would be noise. */
export const LATEST_MS = DAY_MS;

/** Somebody who is to be reminded of an occurrence, as far as that decides when. */
export type ReminderSubject = {
  readonly occurrenceId: OccurrenceId;
  readonly memberId: MemberId;
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  /** Minutes before. */
  readonly reminders: readonly number[];
  /** Days before; null: always. */
  readonly showFrom: number | null;
  readonly nag: Nag | null;
  /** null also of what is personal. */
  readonly escalateAfterMinutes: number | null;
  readonly householdZone: TimeZone;
  readonly memberZone: TimeZone;
  readonly morningTime: CivilTime;
};

export type DueReminder = {
  readonly type: 'TASK_REMINDER' | 'TASK_OVERDUE' | 'TASK_ESCALATED';
  readonly at: Instant;
  /** null for one that comes later than the start. */
  readonly minutesBefore: number | null;
  /** The which of those that come while nobody does it, from 1; absent: none of them. */
  readonly nag?: number;
  /** Stays the same however often it is computed, and changes when the occurrence is moved. */
  readonly cause: NotificationCause;
};

/**
 * What falls due after `since`, up to and with `now`. Before its start, or, of a whole day, before the member's
 * morning of that day, but not before it is shown; overdue on the morning after; while nobody does it, as often as it nags,
 * and then to others. A window longer than `LATEST_MS` is cut to its end.
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
 * Whom an open occurrence concerns: of a PERSONAL one its author, else whoever is responsible, and where nobody is,
 * everybody: somebody has to do it.
 */
export function concerns(occurrence: Occurrence, member: MemberId): boolean {
  const { visibility, createdBy, responsibleMemberIds } = occurrence;
  if (visibility === 'PERSONAL') return member === createdBy;
  return responsibleMemberIds.length === 0 || listExpected(occurrence).includes(member);
}

/**
 * Of those responsible, who is waited for: of what each does for themselves those who have not yet. Where all who are left
 * have, the tick that makes it done is anybody's of them.
 */
export function listExpected(occurrence: Occurrence): readonly MemberId[] {
  const missing = listMissing(occurrence);
  return missing.length > 0 ? missing : occurrence.responsibleMemberIds;
}

/** The first civil day, in whatever zone, on which one of its reminders can fall due; null: it has none. */
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

/** Days after its date in which an occurrence may still nag or be told to others. */
export const MAX_CHASE_DAYS = Math.ceil(
  Math.max(NAG_TIMES.max * NAG_MINUTES.max, ESCALATE_MINUTES.max) / MINUTES_A_DAY,
);

/**
 * Who is told that those `expected` have not done it: managers who are here of those among them, and where
 * there are none the others who are here, but not who was responsible too and has done their part. Nobody where it was
 * everybody's.
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
