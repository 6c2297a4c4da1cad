import {
  WEEKDAYS,
  addDays,
  partsToDayNumber,
  daysInMonth,
  fromDayNumber,
  fromParts,
  toParts,
  toDayNumber,
  weekdayIndex,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';

const place = (day: Weekday) => WEEKDAYS.indexOf(day);

/** Returns the first `day` on or after `from`. */
export function comingWeekday(from: CivilDate, day: Weekday): CivilDate {
  const number = toDayNumber(from);
  return fromDayNumber(number + ((place(day) - weekdayIndex(number) + 7) % 7));
}

/** Returns the first day of the week that contains `date`. */
export function startOfWeek(date: CivilDate, firstDayOfWeek: Weekday): CivilDate {
  const number = toDayNumber(date);
  return fromDayNumber(number - ((weekdayIndex(number) - place(firstDayOfWeek) + 7) % 7));
}

/** Returns the next such day on or after `from`, or null if no month of the next years has it. */
export function nextMonthDay(from: CivilDate, month: number, day: number): CivilDate | null {
  const { year } = toParts(from);
  // Around 2100, two leap days are eight years apart.
  for (let candidate = year; candidate <= year + 8; candidate += 1) {
    if (day > daysInMonth(candidate, month)) continue;
    const date = fromParts({ year: candidate, month, day });
    if (date >= from) return date;
  }
  return null;
}

/**
 * Returns the next `day` of a month on or after `from`, in a month that is long enough and, if `weekday` is
 * given, on that weekday. Returns null if there is none within MONTHS_AHEAD.
 */
export function nextDayOfMonth(from: CivilDate, day: number, weekday?: Weekday): CivilDate | null {
  const first = toDayNumber(from);
  const { year, month } = toParts(from);
  for (let later = 0; later < MONTHS_AHEAD; later += 1) {
    const y = year + Math.floor((month - 1 + later) / 12);
    const m = ((month - 1 + later) % 12) + 1;
    if (day < 1 || day > daysInMonth(y, m)) continue;
    const number = partsToDayNumber(y, m, day);
    if (number >= first && (weekday === undefined || weekdayIndex(number) === place(weekday)))
      return fromDayNumber(number);
  }
  return null;
}

/** Returns the last day that a month can have; for February this is the 29th. */
export const findLastDay = (month: number) => daysInMonth(SOME_LEAP_YEAR, month);
const SOME_LEAP_YEAR = 2028;

/** Within this time, each day of the month falls on each weekday. */
const MONTHS_AHEAD = 28;

/**
 * Returns the nth weekday of a month, counted from the end if `nth` is negative, or null if the month has
 * none.
 */
export function nthWeekday(year: number, month: number, day: Weekday, nth: number): CivilDate | null {
  const first = fromParts({ year, month, day: 1 });
  const length = daysInMonth(year, month);
  const dayOfFirst = toParts(comingWeekday(first, day)).day;
  const count = Math.floor((length - dayOfFirst) / 7) + 1;
  const index = nth > 0 ? nth - 1 : count + nth;
  return index < 0 || index >= count ? null : addDays(first, dayOfFirst - 1 + index * 7);
}

/** Returns the ISO 8601 week number: week 1 contains the year's first Thursday. */
export function isoWeek(date: CivilDate): number {
  const number = toDayNumber(date);
  const thursday = fromDayNumber(number - weekdayIndex(number) + 3);
  const firstOfYear = toDayNumber(fromParts({ year: toParts(thursday).year, month: 1, day: 1 }));
  return Math.floor((toDayNumber(thursday) - firstOfYear) / 7) + 1;
}
