import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import { type CivilTime, fromMinutes, toMinutes } from '../shared/civil-time.js';
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

/**
 * The length of an event in milliseconds. `onClock` is added to the local time of its start, so a day is a day even if
 * the clocks change during it. After that, `exact` is added as elapsed time.
 */
export type EventLength = { readonly onClock: number; readonly exact: number };

/** An event (VEVENT) of a calendar file, with the properties that give its days. The names are those of RFC 5545. */
export type CalendarEvent = {
  readonly uid: string;
  readonly sequence: number;
  readonly summary: string;
  readonly isCancelled: boolean;
  readonly start: EventMoment;
  /** null means that the event has neither an end nor a duration. */
  readonly length: EventLength | null;
  /** The values of the RRULE properties. */
  readonly rules: readonly string[];
  readonly exdates: readonly EventMoment[];
  /** Further starts. A length of null means that of the event. */
  readonly rdates: readonly { readonly start: EventMoment; readonly length: EventLength | null }[];
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
 * Returns the length of an event that has an end (DTEND). All dates of the event then end at the same local time, as
 * calendar programs show them. RFC 5545, section 3.8.5.3, keeps the elapsed time instead, which would move the end of
 * a whole day to the next day or to the day before if the clocks change.
 *
 * @param end is converted to the time zone of the start, unless one of them is floating
 */
export function lengthBetween(start: EventMoment, end: EventMoment): EventLength {
  const { zone } = start;
  const isConverted = zone !== null && end.zone !== null && zone.name !== end.zone.name;
  const local = isConverted ? zone.momentAt(instantOf(end, UTC)) : end;
  return { onClock: clockOf(local) - clockOf(start), exact: 0 };
}

/** The local date and time in milliseconds, as if it were UTC. */
const clockOf = ({ date, time }: Pick<EventMoment, 'date' | 'time'>): number =>
  toDayNumber(date) * DAY_MS + minutesOf(time) * MINUTE_MS;

const minutesOf = (time: CivilTime | null): number => (time === null ? 0 : toMinutes(time));

const instantOf = ({ date, time, zone }: EventMoment, floating: EventZone): Instant =>
  (zone ?? floating).toInstant(date, time ?? ('00:00' as CivilTime));

/**
 * Returns true if the date of the event is valid in the zone `home` without a conversion. This is the case for a whole
 * day, a floating time, and a time in the zone `home`.
 */
export function isWrittenAt({ time, zone }: EventMoment, home: EventZone): boolean {
  return time === null || zone === null || zone.name === home.name;
}

/** Returns the length of an event in milliseconds, if the clocks do not change during it. */
export const usualLength = (length: EventLength | null): number =>
  length === null ? 0 : length.onClock + length.exact;

/**
 * Returns true if the dates that the event covers in the zone `home` depend on offsets of time zones. They do not if
 * the event is written at home, and either ends at a local time or ends so early that no change of the clocks moves
 * its end to another day.
 */
export function dependsOnOffsets(start: EventMoment, length: EventLength | null, home: EventZone): boolean {
  if (!isWrittenAt(start, home)) return true;
  if (start.time === null || length === null || length.exact === 0) return false;
  return minutesOf(start.time) * MINUTE_MS + usualLength(length) > DAY_MS - LONGEST_CLOCK_CHANGE_MS;
}

const LONGEST_CLOCK_CHANGE_MS = 180 * MINUTE_MS;

/**
 * Returns the dates that the event covers in the zone `home`, both inclusive. They contain at least the date on which
 * the event begins. An event that ends at midnight does not cover the day that then begins.
 */
export function datesOf(
  start: EventMoment,
  length: EventLength | null,
  home: EventZone,
): { readonly from: CivilDate; readonly to: CivilDate } {
  if (dependsOnOffsets(start, length, home)) {
    const begins = instantOf(start, home);
    const ends = Math.min(endOf(start, length, home), begins + MAX_LENGTH_MS);
    const from = home.momentAt(begins).date;
    return { from, to: ends - begins < MINUTE_MS ? from : home.momentAt(ends - 1).date };
  }
  const whole = Math.max(start.time === null ? DAY_MS : 1, usualLength(length));
  const begins = minutesOf(start.time) * MINUTE_MS;
  const days = Math.floor((begins + Math.min(whole, MAX_LENGTH_MS) - 1) / DAY_MS);
  return { from: start.date, to: days === 0 ? start.date : addDays(start.date, days) };
}

function endOf(start: EventMoment, length: EventLength | null, home: EventZone): Instant {
  const { onClock, exact } = length ?? { onClock: 0, exact: 0 };
  const minutes = minutesOf(start.time) + Math.min(Math.max(onClock, 0), MAX_LENGTH_MS) / MINUTE_MS;
  const days = Math.floor(minutes / MINUTES_OF_DAY);
  const date = days === 0 ? start.date : addDays(start.date, days);
  const time = fromMinutes(minutes - days * MINUTES_OF_DAY);
  return (start.zone ?? home).toInstant(date, time) + exact;
}

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;

/** The maximum length of an event, about a century. A longer event is cut off. */
const MAX_LENGTH_MS = 36_600 * DAY_MS;
