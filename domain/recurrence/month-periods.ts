import {
  partsToDayNumber,
  daysInMonth,
  toParts,
  dayNumberToParts,
  weekdayIndex,
  type CivilDate,
  type DayNumber,
} from '../shared/civil-date.js';
import { cyclic, type Periods } from './periods.js';
import { datesPerMonth } from './dates-per-month.js';
import { addDaySet, atPositions, candidateDays } from './month-days.js';
import type { RecurrenceRule } from './rule.js';

/** Months since January of the year 0. */
type MonthNumber = number;

/**
 * Returns the periods of a monthly rule. Each is one month long. With `skip: forward`, the last date of a
 * period may be the first day of the next month.
 */
export function monthPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const { interval = 1, byMonth, skip } = rule;
  const allowed = byMonth === undefined ? undefined : new Set(byMonth);
  const isAllowed = (month: MonthNumber) => allowed?.has((month % 12) + 1) ?? true;
  const ofMonth = (month: MonthNumber) => (isAllowed(month) ? monthDates(rule, month) : []);
  const spill = skip === 'forward' ? 1 : 0;
  const { year, month } = toParts(start);
  const base =
    year * 12 + month - 1 - (spill === 1 && spillsOnto(ofMonth, year * 12 + month - 1, start) ? 1 : 0);

  const listDates = (period: number) => {
    const at = base + period * interval;
    const dates = ofMonth(at);
    const doubled = spill === 1 && interval === 1 && dates[dates.length - 1] === ofMonth(at + 1)[0];
    return doubled ? dates.slice(0, -1) : dates;
  };
  return {
    findStart: (period) => firstDay(base + period * interval),
    firstReaching: (day) => {
      const parts = dayNumberToParts(day);
      return Math.max(0, Math.ceil((parts.year * 12 + parts.month - 1 - spill - base) / interval));
    },
    listDates,
    countBefore: counter(rule, base, isAllowed, listDates),
  };
}

/**
 * Returns true if the start is a day that was moved forward from the previous month (31 April to 1 May). The
 * previous month is then the first period, so that the start remains a date of the rule.
 */
function spillsOnto(
  ofMonth: (month: MonthNumber) => readonly DayNumber[],
  month: MonthNumber,
  start: CivilDate,
): boolean {
  const first = firstDay(month);
  return start.endsWith('-01') && ofMonth(month)[0] !== first && ofMonth(month - 1).at(-1) === first;
}

function monthDates(rule: RecurrenceRule, month: MonthNumber): readonly DayNumber[] {
  const first = firstDay(month);
  const dates: DayNumber[] = [];
  addDaySet(candidateDays(rule, monthLength(month), weekdayIndex(first)), first, dates);
  return atPositions(dates, rule.bySetPosition);
}

/**
 * Returns the function that counts the dates before a period. If every month has the same number of dates, it
 * multiplies. Otherwise, and if the rule names months, it iterates over the months. It caches the count by month
 * length and first weekday, unless `skip: forward` may move dates.
 */
function counter(
  rule: RecurrenceRule,
  base: MonthNumber,
  isAllowed: (month: MonthNumber) => boolean,
  listDates: (period: number) => readonly DayNumber[],
): (period: number) => number {
  const { interval = 1 } = rule;
  const perMonth = datesPerMonth(rule);
  if (perMonth !== undefined && rule.byMonth === undefined) return (period) => period * perMonth;
  const known = new Map<number, number>();
  const countDates = (period: number) => {
    const month = base + period * interval;
    if (!isAllowed(month)) return 0;
    if (perMonth !== undefined) return perMonth;
    if (rule.skip === 'forward') return listDates(period).length;
    const weekday = rule.byDay === undefined ? 0 : weekdayIndex(firstDay(month));
    const form = monthLength(month) * 7 + weekday;
    let count = known.get(form);
    if (count === undefined) known.set(form, (count = listDates(period).length));
    return count;
  };
  // The calendar repeats after 400 years (4800 months). The months in byMonth repeat after twelve steps,
  // whatever the interval.
  return cyclic(countDates, perMonth === undefined ? 4800 : 12);
}

function firstDay(month: MonthNumber): DayNumber {
  return partsToDayNumber(Math.floor(month / 12), (month % 12) + 1, 1);
}

function monthLength(month: MonthNumber): number {
  return daysInMonth(Math.floor(month / 12), (month % 12) + 1);
}
