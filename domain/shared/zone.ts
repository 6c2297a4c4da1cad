import { IANAZone } from 'luxon';
import { fromDayNumber, toDayNumber, TWO_DIGITS, type CivilDate } from './civil-date.js';
import { toMinutes, fromMinutes, type CivilTime } from './civil-time.js';
import { DAY_MS, MINUTE_MS } from './durations.js';
import { RENAMED_ZONES, ZONE_SPELLINGS } from './zone-names.js';

/** A zone of the IANA database, as `Europe/Paris`. There are some 600 names, so what is remembered of zones is bounded. */
export type TimeZone = string & { readonly __timeZone: true };
/** A point of time: milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

export type CivilMoment = { readonly date: CivilDate; readonly time: CivilTime };

/**
 * Returns the zone of that name, in its IANA spelling whatever its case: `asia/kolkata` becomes `Asia/Kolkata`, and
 * `us/eastern` becomes `US/Eastern`. An alias that the IANA database has got since this version was written gives the
 * zone's own name. Bare offsets and abbreviations (`EST`, `+02:00`) know no daylight saving and are refused; `UTC` is a zone.
 */
export function parseTimeZone(text: string): TimeZone | null {
  if (text !== 'UTC' && !ZONE_NAME.test(text)) return null;
  const known = engineName(text);
  if (known === null) return null;
  if (known.toLowerCase() === text.toLowerCase()) return known as TimeZone;
  return (ZONE_SPELLINGS.get(text.toLowerCase()) ?? RENAMED_ZONES[known] ?? known) as TimeZone;
}

/** Returns true if both names are of one zone, as `Asia/Calcutta` and `Asia/Kolkata` are. */
export function isSameZone(one: TimeZone, other: TimeZone): boolean {
  if (one === other) return true;
  const known = engineName(one);
  return known !== null && known === engineName(other);
}

/** Returns the one name that the engine has for a zone and all its aliases, or null if it does not know the zone. */
function engineName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** No zone has a name of more than 32 characters. */
const ZONE_NAME = /^(?=.{1,64}$)[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/;

/** Minutes east of UTC at that instant. The minute of the last question is remembered: most ask for now. */
export function offsetAt(zone: TimeZone, instant: Instant): number {
  if (zone === 'UTC') return 0;
  const minute = Math.floor(instant / MINUTE_MS);
  const last = latest.get(zone);
  if (last?.minute === minute) return last.offset;
  const offset = IANAZone.create(zone).offset(instant);
  // Before 1972 some clocks changed in the middle of a minute.
  if (instant >= EVEN_MINUTES_FROM) latest.set(zone, { minute, offset });
  return offset;
}

const EVEN_MINUTES_FROM = Date.UTC(1973, 0, 1);
const latest = new Map<TimeZone, { readonly minute: number; readonly offset: number }>();

/**
 * ISO 8601 in UTC with milliseconds, of the years 0000 to 9999: what `Date.toISOString` writes, for less. A long list of
 * occurrences has a thousand of them.
 */
export function toIsoText(instant: Instant): string {
  // Offsets of old are no whole minutes, nor whole numbers.
  const whole = Math.trunc(instant);
  const day = Math.floor(whole / DAY_MS);
  const ofDay = whole - day * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const second = Math.floor((ofDay % MINUTE_MS) / 1000);
  const milliseconds = String(ofDay % 1000).padStart(3, '0');
  return `${fromDayNumber(day)}T${fromMinutes(minute)}:${TWO_DIGITS[second] ?? ''}.${milliseconds}Z`;
}

/** What a clock on the wall of `zone` shows at `instant`; seconds are cut off. */
export function civilMomentAt(zone: TimeZone, instant: Instant): CivilMoment {
  const local = instant + Math.round(offsetAt(zone, instant) * MINUTE_MS);
  const day = Math.floor(local / DAY_MS);
  return { date: fromDayNumber(day), time: fromMinutes(Math.floor((local - day * DAY_MS) / MINUTE_MS)) };
}

/**
 * The instant at which the wall clock of `zone` shows that date and time. A time that the clock jumps over
 * moves forward by the length of the gap; of a time that it shows twice, the first counts (as
 * Temporal's "compatible"). Without a time: the first instant of the day, also where midnight does not exist.
 */
export function toInstant(zone: TimeZone, date: CivilDate, time: CivilTime | null): Instant {
  const local = toDayNumber(date) * DAY_MS + (time === null ? 0 : toMinutes(time) * MINUTE_MS);
  const [before, after] = offsetsAround(zone, date);
  const first = local - before * MINUTE_MS;
  if (before === after || offsetAt(zone, first) === before) return first;
  const second = local - after * MINUTE_MS;
  if (offsetAt(zone, second) === after) return second;
  return time === null ? startOfDayAfterGap(zone, local) : first;
}

/** The first instant at which the wall clock of `zone` shows a later minute than that, of that day or of a later one. */
export function firstInstantAfter(zone: TimeZone, date: CivilDate, time: CivilTime): Instant {
  const [before, after] = offsetsAround(zone, date);
  const local = toDayNumber(date) * DAY_MS + (toMinutes(time) + 1) * MINUTE_MS;
  if (before === after) return local - before * MINUTE_MS;
  // Where the clock jumps over the next minute, it is the jump; where it shows it twice, the first time.
  let [low, high] = [
    local - Math.max(before, after) * MINUTE_MS - 1,
    local - Math.min(before, after) * MINUTE_MS,
  ];
  const isLater = (instant: Instant) => localAt(zone, instant) >= local;
  if (isLater(low + 1)) return low + 1;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (isLater(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const localAt = (zone: TimeZone, instant: Instant) => instant + offsetAt(zone, instant) * MINUTE_MS;

/** Midnight falls into a gap: the day begins where the gap ends, which is the transition itself. */
function startOfDayAfterGap(zone: TimeZone, local: number): Instant {
  let [low, high] = [local - DAY_MS, local + DAY_MS];
  const before = offsetAt(zone, low);
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The offsets a day and more before and after that civil day: equal ones mean that no transition can touch it.
 * Asking the time zone database costs microseconds, and a list asks for the same few days again and again.
 */
function offsetsAround(zone: TimeZone, date: CivilDate): readonly [number, number] {
  if (zone === 'UTC') return [0, 0];
  let ofZone = offsets.get(zone);
  if (ofZone === undefined || ofZone.size > 4000)
    offsets.set(zone, (ofZone = new Map<CivilDate, readonly [number, number]>()));
  let pair = ofZone.get(date);
  if (pair === undefined) {
    const midnight = toDayNumber(date) * DAY_MS;
    pair = [offsetAt(zone, midnight - DAY_MS), offsetAt(zone, midnight + 2 * DAY_MS)];
    ofZone.set(date, pair);
  }
  return pair;
}

const offsets = new Map<TimeZone, Map<CivilDate, readonly [number, number]>>();
