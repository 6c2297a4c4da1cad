import {
  WEEKDAYS,
  partsToDayNumber,
  dayNumberToParts,
  toDayNumber,
  weekdayIndex,
  type CivilDate,
  type DayNumber,
} from '../shared/civil-date.js';
import type { Periods } from './periods.js';
import type { RecurrenceRule } from './rule.js';

/** Blocks of `length` days counted from `base`, each with a date at every offset. */
type Blocks = { readonly base: DayNumber; readonly length: number; readonly offsets: readonly number[] };

/**
 * Returns the periods of a daily or weekly rule: blocks of equal length with the same dates in each, apart
 * from the byMonth filter.
 */
export function dayPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const blocks = rule.frequency === 'daily' ? sevenSteps(rule, start) : weeks(rule, start);
  const { base, length, offsets } = blocks;
  const months = rule.byMonth === undefined ? undefined : new Set(rule.byMonth);
  const inMonths = (date: DayNumber) => months?.has(dayNumberToParts(date).month) ?? true;
  const listDates = (period: number) => offsets.map((offset) => base + period * length + offset);
  return {
    // With no offsets (for example every 7 days but on another weekday), no block ever gives a date.
    findStart: (period) => (offsets.length === 0 ? Infinity : base + period * length),
    firstReaching: (day) => Math.max(0, Math.floor((day - base) / length)),
    listDates: months === undefined ? listDates : (period) => listDates(period).filter(inMonths),
    countBefore: (period) =>
      months === undefined ? period * offsets.length : countInMonths(blocks, months, base + period * length),
  };
}

/**
 * After seven steps of any interval the weekdays repeat. BYDAY limits a daily rule (RFC 5545, section
 * 3.3.10).
 */
function sevenSteps({ interval = 1, byDay }: RecurrenceRule, start: CivilDate): Blocks {
  const base = toDayNumber(start);
  const wanted = byDay?.map(({ day }) => WEEKDAYS.indexOf(day));
  const steps = [0, 1, 2, 3, 4, 5, 6].map((step) => step * interval);
  const offsets = steps.filter((step) => wanted?.includes(weekdayIndex(base + step)) ?? true);
  return { base, length: 7 * interval, offsets };
}

function weeks(
  { interval = 1, byDay = [], firstDayOfWeek = 'mo' }: RecurrenceRule,
  start: CivilDate,
): Blocks {
  const weekStart = WEEKDAYS.indexOf(firstDayOfWeek);
  const afterWeekStart = (weekday: number) => (weekday - weekStart + 7) % 7;
  const day = toDayNumber(start);
  const offsets = new Set(byDay.map((nth) => afterWeekStart(WEEKDAYS.indexOf(nth.day))));
  return {
    base: day - afterWeekStart(weekdayIndex(day)),
    length: 7 * interval,
    offsets: [...offsets].sort((a, b) => a - b),
  };
}

/**
 * Counts the dates before `end` in the given months. Each month is calculated in closed form, so a year costs
 * only a few steps.
 */
function countInMonths(blocks: Blocks, months: ReadonlySet<number>, end: DayNumber): number {
  const first = dayNumberToParts(blocks.base).year;
  const last = dayNumberToParts(end).year;
  let count = 0;
  for (let year = first; year <= last; year += 1)
    for (const month of months)
      count +=
        countDates(blocks, Math.min(end, partsToDayNumber(year, month + 1, 1))) -
        countDates(blocks, Math.min(end, partsToDayNumber(year, month, 1)));
  return count;
}

/** Counts the dates before `end`, ignoring byMonth. */
function countDates({ base, length, offsets }: Blocks, end: DayNumber): number {
  if (end <= base) return 0;
  const full = Math.floor((end - base) / length);
  const rest = end - base - full * length;
  return full * offsets.length + offsets.filter((offset) => offset < rest).length;
}
