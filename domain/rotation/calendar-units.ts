import {
  addDays,
  addUnits,
  toParts,
  toDayNumber,
  WEEKDAYS,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';
import { modulo } from '../shared/modulo.js';

export type CalendarUnit = 'day' | 'week' | 'month';

/**
 * How many calendar units of the household lie between two dates: not spans of seven or thirty days, but
 * boundaries crossed, as in "your week for the kitchen". Negative when `date` is in an earlier unit.
 */
export function unitsBetween(
  unit: CalendarUnit,
  anchor: CivilDate,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): number {
  if (unit === 'month') return monthNumber(date) - monthNumber(anchor);
  if (unit === 'week') return weekNumber(date, firstDayOfWeek) - weekNumber(anchor, firstDayOfWeek);
  return toDayNumber(date) - toDayNumber(anchor);
}

/** The last day of the household's week or month that holds the date. */
export function endOfUnit(unit: 'week' | 'month', date: CivilDate, firstDayOfWeek: Weekday): CivilDate {
  if (unit === 'month') return addDays(addUnits(addDays(date, 1 - toParts(date).day), 1, 'month'), -1);
  const begun = modulo(toDayNumber(date) + 3 - WEEKDAYS.indexOf(firstDayOfWeek), 7);
  return addDays(date, 6 - begun);
}

/** Weeks since the one that holds 1970-01-01, which was a Thursday: the fourth day counted from Monday. */
function weekNumber(date: CivilDate, firstDayOfWeek: Weekday): number {
  return Math.floor((toDayNumber(date) + 3 - WEEKDAYS.indexOf(firstDayOfWeek)) / 7);
}

function monthNumber(date: CivilDate): number {
  const { year, month } = toParts(date);
  return year * 12 + month;
}
