import { addDays, type CivilDate, civilDate, laterDate, toDayNumber } from '../shared/civil-date.js';
import { DAY_MS } from '../shared/durations.js';
import type { DayCalendarId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { type CalendarDay, type DayCalendar, limitDays, sortDays } from './calendar.js';
import type { CalendarWarning } from './calendar-warning.js';
import type { FetchError } from './fetch-error.js';

/** The result of fetching the days of a calendar from its address. */
export type Fetched =
  | {
      readonly kind: 'days';
      readonly days: readonly CalendarDay[];
      readonly warnings: readonly CalendarWarning[];
      readonly etag: string | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: FetchError; readonly reason?: string };

/**
 * The fetch fields of a calendar that has just got a new address. The values of the previous address no
 * longer apply.
 */
export const NEVER_FETCHED = {
  ...{ etag: null, fetchedAt: null, claimedUntil: null, failures: 0, error: null, warnings: [] },
  keptBefore: null,
} as const;

/**
 * Returns the calendar after a fetch. The days stay unchanged if the fetch failed, if the answer contains no days, or
 * if it lacks most of the known days.
 *
 * Towns replace the file of a year by that of the next year before the year is over, or drop the year that ends from a
 * file of two years. The known days before the first day of such a file are kept until they are over, and do not count
 * as missing.
 */
export function afterFetch(
  calendar: DayCalendar,
  fetched: Fetched,
  { now, today }: { readonly now: Instant; readonly today: CivilDate },
): DayCalendar {
  const found = fetched.kind === 'days' ? mergeFile(calendar, fetched, today) : null;
  const error = fetched.kind === 'failed' ? fetched.error : typeof found === 'string' ? found : null;
  if (error !== null) {
    const failures = calendar.failures + 1;
    const nextFetchAt = nextFetch(calendar.id, now, daysUntilRetry(failures, error));
    return { ...calendar, failures, error, claimedUntil: null, nextFetchAt };
  }
  const nextFetchAt = nextFetch(calendar.id, now, 1);
  return {
    ...calendar,
    ...(typeof found === 'object' && found),
    ...{ fetchedAt: now, failures: 0, error: null, claimedUntil: null, nextFetchAt },
  };
}

/** Returns the fields that a file changes, or the reason why its days are not used. */
function mergeFile(
  calendar: DayCalendar,
  { days, warnings, etag }: Extract<Fetched, { kind: 'days' }>,
  today: CivilDate,
): Pick<DayCalendar, 'days' | 'warnings' | 'etag' | 'keptBefore'> | 'EMPTY' | 'FEWER_DAYS' {
  if (days.length === 0) return 'EMPTY';
  // After a change of the address, the known days are those of another calendar.
  const known = calendar.fetchedAt === null ? [] : comingDays(calendar.days, today);
  const file = comingDays(days, today);
  const dropped = known.length === 0 ? null : findDroppedEnd(calendar.days, days);
  const keptBefore = findReplacedEnd(known, file) ?? dropped ?? calendar.keptBefore;
  const kept = known.filter(({ from }) => keptBefore !== null && from < keptBefore);
  const expected = known.filter(({ from }) => keptBefore === null || from >= keptBefore);
  if (lacksMost(expected, file, today)) return 'FEWER_DAYS';
  const all = sortDays([...kept, ...days]);
  const limited = limitDays(all, today);
  return {
    days: limited,
    warnings: withLeftOut(warnings, all.length - limited.length),
    etag,
    keptBefore: kept.length === 0 ? null : keptBefore,
  };
}

/** Returns the warnings of a file, with `count` more days that were left out because the calendar has too many. */
function withLeftOut(warnings: readonly CalendarWarning[], count: number): readonly CalendarWarning[] {
  if (count === 0) return warnings;
  const code = 'DAYS_OVER_LIMIT';
  const known = warnings.find((warning) => warning.code === code) ?? { code, count: 0, examples: [] };
  return [...warnings.filter((warning) => warning !== known), { ...known, count: known.count + count }];
}

const comingDays = (days: readonly CalendarDay[], today: CivilDate) => days.filter(({ to }) => to >= today);
const yearOf = ({ from }: CalendarDay) => from.slice(0, 4);

/**
 * Returns null if the file continues the known days. If it replaces the file of an earlier year, returns the date before
 * which the known days are not part of it. It replaces that file if it reaches into a later year than the known days, or
 * if at least half of its days are new.
 */
function findReplacedEnd(known: readonly CalendarDay[], file: readonly CalendarDay[]): CivilDate | null {
  const [first, last, lastKnown] = [file[0], file.at(-1), known.at(-1)];
  if (first === undefined || last === undefined || lastKnown === undefined) return null;
  const dates = new Set(known.map(({ from }) => from));
  const added = file.filter(({ from }) => !dates.has(from)).length;
  if (yearOf(last) <= yearOf(lastKnown) && 2 * added < file.length) return null;
  const newYear = civilDate(`${yearOf(last)}-01-01`);
  return first.from < newYear ? first.from : newYear;
}

/**
 * If the file has no days of the years in which the calendar began, returns the date before which the known days are no
 * longer part of it. Otherwise returns null. A single day may have been removed on purpose, so it is no such year.
 */
function findDroppedEnd(known: readonly CalendarDay[], file: readonly CalendarDay[]): CivilDate | null {
  const [first] = file;
  if (first === undefined) return null;
  const earlier = known.filter((day) => yearOf(day) < yearOf(first));
  return earlier.length > 1 ? civilDate(`${yearOf(first)}-01-01`) : null;
}

/**
 * Returns true if the file lacks more than half of the expected days, or of those of one year if it has several. One
 * missing day is tolerated, unless the file has no other. A file that has twice as many days does not lack any: the
 * known file had only the first days of that year.
 */
function lacksMost(
  expected: readonly CalendarDay[],
  file: readonly CalendarDay[],
  today: CivilDate,
): boolean {
  if (file.length === 0) return expected.length > 0;
  const found = toSpans(file, today);
  const lacks = (days: readonly CalendarDay[], offered: readonly CalendarDay[]) => {
    const spans = toSpans(days, today);
    const all = countDays(spans);
    const missing = all - countCommon(spans, found);
    return 2 * missing > all && missing > 1 && countDays(toSpans(offered, today)) < 2 * all;
  };
  const offers = Map.groupBy(file, yearOf);
  const years = Map.groupBy(expected, yearOf);
  return lacks(expected, file) || [...years].some(([year, days]) => lacks(days, offers.get(year) ?? []));
}

type Span = readonly [from: number, to: number];

/** Returns the future days as sorted spans that neither overlap nor touch each other. */
function toSpans(days: readonly CalendarDay[], today: CivilDate): readonly Span[] {
  const spans: [number, number][] = [];
  for (const { from, to } of days) {
    if (to < today) continue;
    const [first, last] = [toDayNumber(laterDate(from, today)), toDayNumber(to)];
    const before = spans.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else spans.push([first, last]);
  }
  return spans;
}

const countDays = (spans: readonly Span[]) => spans.reduce((sum, [from, to]) => sum + to - from + 1, 0);

function countCommon(one: readonly Span[], other: readonly Span[]): number {
  let common = 0;
  for (let i = 0, j = 0; ;) {
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) return common;
    common += Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]) + 1);
    if (a[1] < b[1]) i += 1;
    else j += 1;
  }
}

const MAX_DAYS_UNTIL_RETRY = 7;

/**
 * Returns the number of days until the next attempt. It is 1 after each of the first three failures. It then
 * doubles with each further failure, up to MAX_DAYS_UNTIL_RETRY. It stays 1 if the file lacks days, because the host
 * answers and the file may be complete the next day.
 */
function daysUntilRetry(failures: number, error: FetchError): number {
  if (error === 'FEWER_DAYS') return 1;
  return Math.min(2 ** Math.max(0, failures - 3), MAX_DAYS_UNTIL_RETRY);
}

/**
 * Returns when to fetch a calendar next: in about `days` days, at a time of day that is derived from the calendar's
 * id. Calendars that were created at the same moment, or that failed during the same outage, are thus fetched at
 * different times. The result may be up to half a day earlier or later.
 */
export function nextFetch(id: DayCalendarId, now: Instant, days: number): Instant {
  const earliest = now + days * DAY_MS - DAY_MS / 2;
  const slot = hash(id) % DAY_MS;
  const next = Math.floor(earliest / DAY_MS) * DAY_MS + slot;
  return next >= earliest ? next : next + DAY_MS;
}

/**
 * Returns true if the calendar is fetched without its ETag today, or if it has none. A calendar is fetched without
 * its ETag every 28 days, on a day that is derived from its id. This is needed because the rules in an unchanged text
 * give new days as time passes.
 */
export function isReadWhole({ id, etag }: Pick<DayCalendar, 'id' | 'etag'>, now: Instant): boolean {
  return etag === null || (Math.floor(now / DAY_MS) + hash(id)) % READ_WHOLE_DAYS === 0;
}
const READ_WHOLE_DAYS = 28;

/** Returns the period whose special days are stored. */
export function keptWindow(today: CivilDate): { readonly from: CivilDate; readonly to: CivilDate } {
  return { from: addDays(today, -31), to: addDays(today, 3 * 366) };
}

/** Returns the FNV-1a hash of the text. A final mixing step spreads similar ids evenly. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  // After the last multiplication, the low bits depend little on the first characters. So the finalizer of
  // MurmurHash3 mixes the bits once more.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return (value ^ (value >>> 16)) >>> 0;
}
