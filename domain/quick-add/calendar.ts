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

/** Returns the first date on or after `from` that is the weekday `day`. */
export function comingWeekday(from: CivilDate, day: Weekday): CivilDate {
  const number = toDayNumber(from);
  return fromDayNumber(number + ((place(day) - weekdayIndex(number) + 7) % 7));
}

/** Returns the first day of the week that contains `date`. */
export function startOfWeek(date: CivilDate, firstDayOfWeek: Weekday): CivilDate {
  const number = toDayNumber(date);
  return fromDayNumber(number - ((weekdayIndex(number) - place(firstDayOfWeek) + 7) % 7));
}

/**
 * Returns the next date on or after `from` with that month and day. Returns null if there is none within
 * eight years, as for 30 February.
 */
export function nextMonthDay(from: CivilDate, month: number, day: number): CivilDate | null {
  const { year } = toParts(from);
  // Two leap days can be eight years apart (around the year 2100), so nine years are searched.
  for (let candidate = year; candidate <= year + 8; candidate += 1) {
    if (day > daysInMonth(candidate, month)) continue;
    const date = fromParts({ year: candidate, month, day });
    if (date >= from) return date;
  }
  return null;
}

/**
 * Returns the next date on or after `from` with that day of the month. If `weekday` is given, the date must
 * also be that weekday. Returns null if there is none within MONTHS_AHEAD.
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

/** Returns the last day that a month can have. For February, this is the 29th. */
export const findLastDay = (month: number) => daysInMonth(SOME_LEAP_YEAR, month);
const SOME_LEAP_YEAR = 2028;

/** How many months are searched. Each day of the month is each weekday at least once in this time. */
const MONTHS_AHEAD = 28;

/**
 * Returns the nth weekday of a month, counted from the end if `nth` is negative. Returns null if the month
 * has no nth weekday.
 */
export function nthWeekday(year: number, month: number, day: Weekday, nth: number): CivilDate | null {
  const first = fromParts({ year, month, day: 1 });
  const length = daysInMonth(year, month);
  const dayOfFirst = toParts(comingWeekday(first, day)).day;
  const count = Math.floor((length - dayOfFirst) / 7) + 1;
  const index = nth > 0 ? nth - 1 : count + nth;
  return index < 0 || index >= count ? null : addDays(first, dayOfFirst - 1 + index * 7);
}

/** Returns the ISO 8601 week number. Week 1 is the week that contains the year's first Thursday. */
export function isoWeek(date: CivilDate): number {
  const number = toDayNumber(date);
  const thursday = fromDayNumber(number - weekdayIndex(number) + 3);
  const firstOfYear = toDayNumber(fromParts({ year: toParts(thursday).year, month: 1, day: 1 }));
  return Math.floor((toDayNumber(thursday) - firstOfYear) / 7) + 1;
}
