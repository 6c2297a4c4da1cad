import { IANAZone } from 'luxon';
import { fromDayNumber, toDayNumber, TWO_DIGITS, type CivilDate } from './civil-date.js';
import { toMinutes, fromMinutes, type CivilTime } from './civil-time.js';
import { DAY_MS, MINUTE_MS } from './durations.js';
import { RENAMED_ZONES, ZONE_SPELLINGS } from './zone-names.js';

/**
 * A time zone of the IANA database, such as `Europe/Paris`. There are only about 600 names, so a cache with
 * one entry per zone stays small.
 */
export type TimeZone = string & { readonly __timeZone: true };
/** A point in time, in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

export type CivilMoment = { readonly date: CivilDate; readonly time: CivilTime };

/**
 * Returns the time zone with that name in its IANA spelling, ignoring case: `asia/kolkata` becomes `Asia/Kolkata`,
 * and `us/eastern` becomes `US/Eastern`. An alias that is newer than our list gives the main name of its zone.
 * Returns null for unknown names. Offsets and abbreviations (`+02:00`, `EST`) give null too, because they have no
 * daylight saving time. `UTC` is accepted in capitals only.
 */
export function parseTimeZone(text: string): TimeZone | null {
  if (text !== 'UTC' && !ZONE_NAME.test(text)) return null;
  const known = engineName(text);
  if (known === null) return null;
  if (known.toLowerCase() === text.toLowerCase()) return known as TimeZone;
  return (ZONE_SPELLINGS.get(text.toLowerCase()) ?? RENAMED_ZONES[known] ?? known) as TimeZone;
}

/**
 * Returns true if both names belong to the same time zone. For example, `Asia/Calcutta` and `Asia/Kolkata`
 * do.
 */
export function isSameZone(one: TimeZone, other: TimeZone): boolean {
  if (one === other) return true;
  const known = engineName(one);
  return known !== null && known === engineName(other);
}

/**
 * Returns the name that the JavaScript engine uses for a time zone and all its aliases. Returns null if the
 * engine does not know the name.
 */
function engineName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The form of a time zone name. It allows up to 64 characters, although the longest existing name has 32. */
const ZONE_NAME = /^(?=.{1,64}$)[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/;

/**
 * Returns the offset of the time zone from UTC in minutes at that instant; east is positive. The result for
 * the last minute is cached per zone, because most calls ask for the current time.
 */
export function offsetAt(zone: TimeZone, instant: Instant): number {
  if (zone === 'UTC') return 0;
  const minute = Math.floor(instant / MINUTE_MS);
  const last = latest.get(zone);
  if (last?.minute === minute) return last.offset;
  const offset = IANAZone.create(zone).offset(instant);
  // Before 1972, some offsets changed in the middle of a minute. Earlier results are not cached, because the
  // cache assumes one offset per minute.
  if (instant >= EVEN_MINUTES_FROM) latest.set(zone, { minute, offset });
  return offset;
}

const EVEN_MINUTES_FROM = Date.UTC(1973, 0, 1);
const latest = new Map<TimeZone, { readonly minute: number; readonly offset: number }>();

/**
 * Returns the instant as ISO 8601 text in UTC with milliseconds, for the years 0000 to 9999. The result
 * equals `Date.toISOString` but is computed faster, because a long list of occurrences contains a thousand
 * such texts.
 *
 * V8 represents a concatenated or sliced string of 13 or more characters by references to other strings (ConsString,
 * SlicedString). JSON.stringify takes more than twice as long for an object that contains such a string. `join` returns
 * a flat string, which has no references.
 */
export function toIsoText(instant: Instant): string {
  // Historical offsets may have fractions of a minute, and even fractions of a millisecond.
  const whole = Math.trunc(instant);
  const day = Math.floor(whole / DAY_MS);
  const ofDay = whole - day * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const second = Math.floor((ofDay % MINUTE_MS) / 1000);
  const milliseconds = String(ofDay % 1000).padStart(3, '0');
  return [
    `${fromDayNumber(day)}T`,
    `${fromMinutes(minute)}:${TWO_DIGITS[second] ?? ''}`,
    `.${milliseconds}Z`,
  ].join('');
}

/** Returns the local date and time in `zone` at `instant`, without seconds. */
export function civilMomentAt(zone: TimeZone, instant: Instant): CivilMoment {
  const local = instant + Math.round(offsetAt(zone, instant) * MINUTE_MS);
  const day = Math.floor(local / DAY_MS);
  return { date: fromDayNumber(day), time: fromMinutes(Math.floor((local - day * DAY_MS) / MINUTE_MS)) };
}

/**
 * Returns the instant of a local date and time in `zone`. If the clocks skip that time, it moves forward by
 * the length of the gap. If the time occurs twice, the first one is used (as in Temporal's "compatible").
 * Without a time, the result is the first instant of the day, even if midnight does not exist.
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

/**
 * Returns the first instant, on that day or later, at which the local time in `zone` is later than the given
 * minute.
 */
export function firstInstantAfter(zone: TimeZone, date: CivilDate, time: CivilTime): Instant {
  const [before, after] = offsetsAround(zone, date);
  const local = toDayNumber(date) * DAY_MS + (toMinutes(time) + 1) * MINUTE_MS;
  if (before === after) return local - before * MINUTE_MS;
  // If the clocks skip the next minute, the result is the transition. If the minute occurs twice, the first
  // occurrence is used.
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

/** Returns the start of a day whose midnight the clocks skip. The day begins at the transition. */
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
 * Returns the offsets some hours before the start and some hours after the end of that local day. If both are equal,
 * no transition can affect the day. The result is cached, because lists ask for the same few days again and again.
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
