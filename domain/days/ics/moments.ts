import { addDays, parseCivilDate, toDayNumber, type CivilDate } from '../../shared/civil-date.js';
import { parseCivilTime, toMinutes, type CivilTime } from '../../shared/civil-time.js';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.js';
import { civilMomentAt, parseTimeZone, toInstant, type Instant, type TimeZone } from '../../shared/zone.js';
import type { Property } from './events.js';

/**
 * A date and time as the calendar file writes it. Without a time, it is a whole day. Without a time zone, it
 * is floating, that is, local time everywhere.
 */
export type Moment = {
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  readonly zone: TimeZone | null;
};

const FORM = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d|60)(Z?))?$/;
const UTC = 'UTC' as TimeZone;

/**
 * Looks up the time zones named in one text and caches them. Names outside the IANA database, such as those of
 * Microsoft Outlook, give null. So does every further name once MAX_ZONES names are known.
 */
export class ZoneNames {
  readonly #known = new Map<string, TimeZone | null>();

  find(name: string): TimeZone | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size === MAX_ZONES) return null;
    const zone = parseTimeZone(name);
    this.#known.set(name, zone);
    return zone;
  }
}

const MAX_ZONES = 50;
const TZID = /(?:^|;)TZID="?([^";:]{1,64})/i;

/** Returns the date and time that a property contains, or null if the value is not a valid date. */
export function readMoment({ params, value }: Property, zones: ZoneNames): Moment | null {
  const match = FORM.exec(value);
  if (match === null) return null;
  const date = parseCivilDate(`${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}`);
  if (date === null) return null;
  if (match[4] === undefined) return { date, time: null, zone: null };
  const time = parseCivilTime(`${match[4]}:${match[5] ?? ''}`);
  if (match[6] === 'Z') return { date, time, zone: UTC };
  const name = TZID.exec(params)?.[1];
  return { date, time, zone: name === undefined ? null : zones.find(name) };
}

const DURATION = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/;

/** Returns the duration in milliseconds, or null if the text is not a duration. */
export function readDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0)) as [number, number, number, number, number];
  return (weeks * 7 + days) * DAY_MS + hours * 60 * MINUTE_MS + minutes * MINUTE_MS + seconds * 1000;
}

/**
 * Returns the length of an event in milliseconds: the time from its start to its end, or else its duration. Times
 * without a zone count as UTC. Returns null if the event has neither an end nor a duration.
 */
export function lengthOf(start: Moment, end: Moment | null, duration: number | null): number | null {
  if (end === null) return duration;
  if (start.time === null || end.time === null)
    return (toDayNumber(end.date) - toDayNumber(start.date)) * DAY_MS;
  return instantOf(end, UTC) - instantOf(start, UTC);
}

const instantOf = ({ date, time, zone }: Moment, floating: TimeZone): Instant =>
  toInstant(zone ?? floating, date, time);

export type DateSpan = { readonly from: CivilDate; readonly to: CivilDate };

/**
 * Returns true if the date of the event is valid in the zone `home` as it is written. This is the case for a whole
 * day, a floating time, and a time in the zone `home`.
 */
export function isWrittenAt({ time, zone }: Moment, home: TimeZone): boolean {
  return time === null || zone === null || zone === home;
}

/**
 * Returns the dates that the event covers in the zone `home`, both inclusive. They contain at least the date on which
 * the event begins. An event that ends at midnight does not cover the day that then begins.
 */
export function datesOf(start: Moment, length: number | null, home: TimeZone): DateSpan {
  const whole = start.time === null ? Math.max(DAY_MS, length ?? 0) : Math.max(1, length ?? 0);
  const lasts = Math.min(whole, MAX_LENGTH_MS);
  if (isWrittenAt(start, home)) {
    const begins = start.time === null ? 0 : toMinutes(start.time) * MINUTE_MS;
    const days = Math.floor((begins + lasts - 1) / DAY_MS);
    return { from: start.date, to: days === 0 ? start.date : addDays(start.date, days) };
  }
  const begins = instantOf(start, home);
  const from = civilMomentAt(home, begins).date;
  return { from, to: lasts < MINUTE_MS ? from : civilMomentAt(home, begins + lasts - 1).date };
}

/** The maximum length of an event, about a century. A longer event is cut off. */
const MAX_LENGTH_MS = 36_600 * DAY_MS;
