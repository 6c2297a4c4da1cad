import type { NotificationCause } from './cause.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
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
  readonly householdZone: TimeZone;
  readonly memberZone: TimeZone;
  readonly morningTime: CivilTime;
};

export type DueReminder = {
  readonly type: 'TASK_REMINDER' | 'TASK_OVERDUE';
  readonly at: Instant;
  /** null for one that is overdue. */
  readonly minutesBefore: number | null;
  /** Stays the same however often it is computed, and changes when the occurrence is moved. */
  readonly cause: NotificationCause;
};

/**
 * What falls due after `since`, up to and with `now`. Before its start, or, of a whole day, before the member's
 * morning of that day, but not before it is shown; overdue on the morning after. A window longer than `LATEST_MS` is cut to its end.
 */
export function dueReminders(
  subject: ReminderSubject,
  { since, now }: { readonly since: Instant; readonly now: Instant },
): DueReminder[] {
  const { occurrenceId, date, time, reminders, showFrom, householdZone, memberZone, morningTime } = subject;
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
  const shownAt = showFrom === null ? -Infinity : toInstant(householdZone, addDays(date, -showFrom), null);
  return due.filter(({ at }) => at > begin && at <= now && at >= shownAt);
}

/**
 * Whom an open occurrence concerns: of a PERSONAL one its author, else whoever is responsible, and where nobody is,
 * everybody: somebody has to do it.
 */
export function concerns(
  { visibility, createdBy, responsibleMemberIds }: Occurrence,
  member: MemberId,
): boolean {
  if (visibility === 'PERSONAL') return member === createdBy;
  return responsibleMemberIds.length === 0 || responsibleMemberIds.includes(member);
}

/** The first civil day, in whatever zone, on which one of its reminders can fall due; null: it has none. */
export function remindOn({ date, reminders }: Pick<Occurrence, 'date' | 'reminders'>): CivilDate | null {
  if (date === null || reminders.length === 0) return null;
  return addDays(date, -1 - Math.ceil(Math.max(...reminders) / MINUTES_A_DAY));
}
