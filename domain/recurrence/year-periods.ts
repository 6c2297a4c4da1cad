import {
  partsToDayNumber,
  isLeapYear,
  toParts,
  dayNumberToParts,
  weekdayIndex,
  type CivilDate,
  type DayNumber,
} from '../shared/civil-date.js';
import { cyclic, type Periods } from './periods.js';
import { countCandidates, datesPerMonth, surePositions } from './dates-per-month.js';
import { addCandidates, atPositions } from './month-days.js';
import type { RecurrenceRule } from './rule.js';

/**
 * Returns the periods of a yearly rule. byDay and byMonthDay select dates within each month of byMonth. Then
 * bySetPosition selects from the dates of the whole year.
 */
export function yearPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const { interval = 1, bySetPosition } = rule;
  const base = toParts(start).year;
  const months = [...new Set(rule.byMonth)].sort((a, b) => a - b);
  const listDates = (period: number) => {
    const dates: DayNumber[] = [];
    for (const month of months) addCandidates(rule, base + period * interval, month, dates);
    return atPositions(dates, bySetPosition);
  };
  const perYear = datesPerYear(rule, months.length);
  return {
    findStart: (period) => partsToDayNumber(base + period * interval, 1, 1),
    firstReaching: (day) => Math.max(0, Math.ceil((dayNumberToParts(day).year - base) / interval)),
    listDates,
    countBefore: perYear === undefined ? walker(rule, base, listDates) : (period) => period * perYear,
  };
}

function datesPerYear(rule: RecurrenceRule, months: number): number | undefined {
  if (rule.bySetPosition !== undefined)
    return surePositions(rule.bySetPosition, countCandidates(rule).atLeast * months);
  const perMonth = datesPerMonth(rule);
  return perMonth === undefined ? undefined : perMonth * months;
}

/**
 * Returns a function that counts dates by iterating over years. There are only fourteen kinds of years (first
 * weekday, leap year or not), so the count of each kind is cached. The calendar repeats after 400 years.
 */
function walker(
  { interval = 1 }: RecurrenceRule,
  base: number,
  listDates: (period: number) => readonly DayNumber[],
): (period: number) => number {
  const known = new Map<number, number>();
  const countDates = (period: number) => {
    const year = base + period * interval;
    const form = weekdayIndex(partsToDayNumber(year, 1, 1)) * 2 + (isLeapYear(year) ? 1 : 0);
    let count = known.get(form);
    if (count === undefined) known.set(form, (count = listDates(period).length));
    return count;
  };
  return cyclic(countDates, 400);
}
