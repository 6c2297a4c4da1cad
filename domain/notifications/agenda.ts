import { addDays, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, toInstant, type CivilMoment, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { isOverdue } from '../tasks/schedule.js';
import { isShown, listKey } from '../tasks/views.js';
import { compareSortKeys } from '../shared/page.js';
import { AGENDA_CHANNELS, type Preferences } from './preferences.js';

/** Days after today that an agenda looks ahead. */
export const AGENDA_DAYS = 3;

/** What one has to do in one household, each in the order of lists. */
export type Agenda = {
  readonly late: readonly Occurrence[];
  readonly today: readonly Occurrence[];
  readonly coming: readonly Occurrence[];
};

/** The next morning of who wants an agenda, on their own clock; null: they want none. Two never begin on one day. */
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

/** The day of an agenda that fell due then; null: it is over, and the agenda would be noise. */
export function agendaDay(dueAt: Instant, zone: TimeZone, now: Instant): CivilDate | null {
  const { date } = civilMomentAt(zone, now);
  return civilMomentAt(zone, dueAt).date === date ? date : null;
}

/**
 * Of occurrences that concern somebody, those that are to do, by the household's clock: what is not shown yet is left out.
 * null where nothing is late and nothing is due today: what is coming alone is no news.
 */
export function makeAgenda(occurrences: readonly Occurrence[], now: CivilMoment): Agenda | null {
  const last = addDays(now.date, AGENDA_DAYS);
  const open = [...new Map(occurrences.map((row) => [row.id, row])).values()]
    .filter(({ status, deletedAt, date }) => status === 'TODO' && deletedAt === null && date !== null)
    .filter((row) => isShown(row, now.date))
    .toSorted((a, b) => compareSortKeys(listKey(a), listKey(b)));
  const late = open.filter((row) => isOverdue(row, now));
  const today = open.filter((row) => row.date === now.date && !isOverdue(row, now));
  if (late.length + today.length === 0) return null;
  const coming = open.filter(({ date }) => date !== null && date > now.date && date <= last);
  return { late, today, coming };
}
