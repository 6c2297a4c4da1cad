import {
  addDays,
  addUnits,
  toParts,
  toDayNumber,
  WEEKDAYS,
  type CivilDate,
  type Weekday,
  type CalendarUnit,
} from '../shared/civil-date.js';
import { modulo } from '../shared/modulo.js';

/**
 * Returns the number of calendar units (days, weeks, months or years) between two dates. It counts the boundaries
 * between units that are crossed, so from Sunday to the next Monday is one week. The result is negative if
 * `date` is in an earlier unit than `anchor`.
 */
export function unitsBetween(
  unit: CalendarUnit,
  anchor: CivilDate,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): number {
  if (unit === 'year') return toParts(date).year - toParts(anchor).year;
  if (unit === 'month') return monthNumber(date) - monthNumber(anchor);
  if (unit === 'week') return weekNumber(date, firstDayOfWeek) - weekNumber(anchor, firstDayOfWeek);
  return toDayNumber(date) - toDayNumber(anchor);
}

/** Returns the last day of the week or month that contains the date. `firstDayOfWeek` is the household's. */
export function endOfUnit(unit: 'week' | 'month', date: CivilDate, firstDayOfWeek: Weekday): CivilDate {
  if (unit === 'month') return addDays(addUnits(addDays(date, 1 - toParts(date).day), 1, 'month'), -1);
  const begun = modulo(toDayNumber(date) + 3 - WEEKDAYS.indexOf(firstDayOfWeek), 7);
  return addDays(date, 6 - begun);
}

/**
 * Returns the number of weeks since the week that contains 1970-01-01. That day was a Thursday, which is day
 * 3 if Monday is day 0.
 */
function weekNumber(date: CivilDate, firstDayOfWeek: Weekday): number {
  return Math.floor((toDayNumber(date) + 3 - WEEKDAYS.indexOf(firstDayOfWeek)) / 7);
}

function monthNumber(date: CivilDate): number {
  const { year, month } = toParts(date);
  return year * 12 + month;
}
