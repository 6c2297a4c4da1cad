import { addDays, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, toInstant, type CivilMoment, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { isOverdue } from '../tasks/schedule.js';
import { isShownInAdvance, listKey } from '../tasks/views.js';
import { compareSortKeys } from '../shared/page.js';
import { AGENDA_CHANNELS, type Preferences } from './preferences.js';

/** The number of days after today that an agenda covers. */
export const AGENDA_DAYS = 3;

/**
 * The tasks of an agenda for one member in one household. Each group of tasks is sorted like other lists of
 * tasks.
 */
export type Agenda = {
  readonly late: readonly Occurrence[];
  readonly today: readonly Occurrence[];
  readonly coming: readonly Occurrence[];
};

/**
 * Returns the time of the next agenda in the user's time zone. Returns null if the user wants no agenda.
 * There is at most one agenda per day.
 */
export function nextAgenda(
  { agenda, morningTime }: Pick<Preferences, 'agenda' | 'morningTime'>,
  zone: TimeZone,
  now: Instant,
): Instant | null {
  if (!AGENDA_CHANNELS.some((channel) => agenda[channel])) return null;
  const { date } = civilMomentAt(zone, now);
  const today = toInstant(zone, date, morningTime);
  return today > now ? today : toInstant(zone, addDays(date, 1), morningTime);
}

/**
 * Returns the day for which an agenda was due at this time. Returns null if that day is over, because the
 * agenda would be outdated.
 */
export function agendaDay(dueAt: Instant, zone: TimeZone, now: Instant): CivilDate | null {
  const { date } = civilMomentAt(zone, now);
  return civilMomentAt(zone, dueAt).date === date ? date : null;
}

/**
 * Selects the open tasks for an agenda from the occurrences of a member, by the household's date. Tasks that
 * are not shown yet are left out. Returns null if no task is overdue or due today, because upcoming tasks
 * alone do not justify an agenda.
 */
export function makeAgenda(occurrences: readonly Occurrence[], now: CivilMoment): Agenda | null {
  const last = addDays(now.date, AGENDA_DAYS);
  const open = [...new Map(occurrences.map((row) => [row.id, row])).values()]
    .filter(({ status, deletedAt, date }) => status === 'TODO' && deletedAt === null && date !== null)
    .filter((row) => isShownInAdvance(row, now.date))
    .toSorted((a, b) => compareSortKeys(listKey(a), listKey(b)));
  const late = open.filter((row) => isOverdue(row, now));
  const today = open.filter((row) => row.date === now.date && !isOverdue(row, now));
  if (late.length + today.length === 0) return null;
  const coming = open.filter(({ date }) => date !== null && date > now.date && date <= last);
  return { late, today, coming };
}
