import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import { type CivilTime, toMinutes } from '../shared/civil-time.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import { civilMomentAt, type CivilMoment, type Instant, type TimeZone, toInstant } from '../shared/zone.js';

/** A time zone of an event: one of the IANA database, or one that the calendar file itself defines. */
export type EventZone = {
  readonly name: string;
  toInstant(date: CivilDate, time: CivilTime): Instant;
  momentAt(instant: Instant): CivilMoment;
};

/**
 * A date and time as a calendar file writes it. Without a time, it is a whole day. Without a time zone, it is
 * floating, that is, local time everywhere.
 */
export type EventMoment = {
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  readonly zone: EventZone | null;
};

/** An event (VEVENT) of a calendar file, with the properties that give its days. The names are those of RFC 5545. */
export type CalendarEvent = {
  readonly uid: string;
  readonly sequence: number;
  readonly summary: string;
  readonly isCancelled: boolean;
  readonly start: EventMoment;
  /** The length in milliseconds. null means that the event has neither an end nor a duration. */
  readonly length: number | null;
  /** The values of the RRULE properties. */
  readonly rules: readonly string[];
  readonly exdates: readonly EventMoment[];
  /** Further starts. A length of null means that of the event. */
  readonly rdates: readonly { readonly start: EventMoment; readonly length: number | null }[];
  /** The date of a repeating event with the same UID that this event replaces. */
  readonly recurrenceId: EventMoment | null;
};

export function ianaZone(name: TimeZone): EventZone {
  return {
    name,
    toInstant: (date, time) => toInstant(name, date, time),
    momentAt: (instant) => civilMomentAt(name, instant),
  };
}

export const UTC = ianaZone('UTC' as TimeZone);

/**
 * Returns the length of an event in milliseconds from its start to its end. Times without a zone count as UTC, which
 * gives their difference on the clock.
 */
export function lengthBetween(start: EventMoment, end: EventMoment): number {
  if (start.time === null || end.time === null)
    return (toDayNumber(end.date) - toDayNumber(start.date)) * DAY_MS;
  return instantOf(end, UTC) - instantOf(start, UTC);
}

const instantOf = ({ date, time, zone }: EventMoment, floating: EventZone): Instant =>
  (zone ?? floating).toInstant(date, time ?? ('00:00' as CivilTime));

/**
 * Returns true if the date of the event is valid in the zone `home` without a conversion. This is the case for a whole
 * day, a floating time, and a time in the zone `home`.
 */
export function isWrittenAt({ time, zone }: EventMoment, home: EventZone): boolean {
  return time === null || zone === null || zone.name === home.name;
}

/**
 * Returns the dates that the event covers in the zone `home`, both inclusive. They contain at least the date on which
 * the event begins. An event that ends at midnight does not cover the day that then begins.
 */
export function datesOf(
  start: EventMoment,
  length: number | null,
  home: EventZone,
): { readonly from: CivilDate; readonly to: CivilDate } {
  const whole = start.time === null ? Math.max(DAY_MS, length ?? 0) : Math.max(1, length ?? 0);
  const lasts = Math.min(whole, MAX_LENGTH_MS);
  if (isWrittenAt(start, home)) {
    const begins = start.time === null ? 0 : toMinutes(start.time) * MINUTE_MS;
    const days = Math.floor((begins + lasts - 1) / DAY_MS);
    return { from: start.date, to: days === 0 ? start.date : addDays(start.date, days) };
  }
  const begins = instantOf(start, home);
  const from = home.momentAt(begins).date;
  return { from, to: lasts < MINUTE_MS ? from : home.momentAt(begins + lasts - 1).date };
}

/** The maximum length of an event, about a century. A longer event is cut off. */
const MAX_LENGTH_MS = 36_600 * DAY_MS;
