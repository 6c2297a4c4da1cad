import { addDays, type CivilDate, laterDate, toDayNumber } from '../shared/civil-date.js';
import { DAY_MS } from '../shared/durations.js';
import type { DayCalendarId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { CalendarDay, DayCalendar } from './calendar.js';
import type { FetchError } from './fetch-error.js';

/** The result of fetching the days of a calendar from its address. */
export type Fetched =
  | { readonly kind: 'days'; readonly days: readonly CalendarDay[]; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: FetchError; readonly reason?: string };

/**
 * The fetch fields of a calendar that has just got a new address. The values of the previous address no
 * longer apply.
 */
export const NEVER_FETCHED = {
  ...{ etag: null, fetchedAt: null, claimedUntil: null, failures: 0, error: null },
} as const;

/**
 * Returns the calendar after a fetch. The days stay unchanged if the fetch failed, if the answer contains no days, or
 * if it lacks most of the known days.
 */
export function afterFetch(
  calendar: DayCalendar,
  fetched: Fetched,
  { now, today }: { readonly now: Instant; readonly today: CivilDate },
): DayCalendar {
  const error = findError(calendar, fetched, today);
  if (error !== null) {
    const failures = calendar.failures + 1;
    const nextFetchAt = nextFetch(calendar.id, now, daysUntilRetry(failures));
    return { ...calendar, failures, error, claimedUntil: null, nextFetchAt };
  }
  const found = fetched.kind === 'days' ? { days: fetched.days, etag: fetched.etag } : {};
  const nextFetchAt = nextFetch(calendar.id, now, 1);
  return {
    ...calendar,
    ...found,
    ...{ fetchedAt: now, failures: 0, error: null, claimedUntil: null, nextFetchAt },
  };
}

function findError(calendar: DayCalendar, fetched: Fetched, today: CivilDate): FetchError | null {
  if (fetched.kind === 'failed') return fetched.error;
  if (fetched.kind === 'unchanged') return null;
  if (fetched.days.length === 0) return 'EMPTY';
  if (calendar.fetchedAt === null) return null;
  const known = toSpans(calendar.days, today);
  const kept = countCommon(known, toSpans(fetched.days, today));
  return 2 * kept < countDays(known) ? 'FEWER_DAYS' : null;
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
 * doubles with each further failure, up to MAX_DAYS_UNTIL_RETRY.
 */
function daysUntilRetry(failures: number): number {
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
