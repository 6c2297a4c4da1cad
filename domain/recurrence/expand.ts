import {
  fromDayNumber,
  toDayNumber,
  type CivilDate,
  type DayNumber,
  WEEKDAYS,
  partsToDayNumber,
  dayNumberToParts,
  weekdayIndex,
} from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { Periods } from './periods.js';
import { type RecurrenceRule, withImpliedParts } from './rule.js';
import { monthPeriods } from './month-periods.js';
import { yearPeriods } from './year-periods.js';

/**
 * Consecutive blocks of `length` days, the first of which starts on `base`. Every block has its dates at the same
 * `offsets`, counted in days from the start of the block.
 */
type Blocks = { readonly base: DayNumber; readonly length: number; readonly offsets: readonly number[] };

/**
 * Returns the periods of a daily or weekly rule. They are blocks of equal length with the same dates in each;
 * byMonth is applied afterwards.
 */
export function dayPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const blocks = rule.frequency === 'daily' ? sevenSteps(rule, start) : weeks(rule, start);
  const { base, length, offsets } = blocks;
  const months = rule.byMonth === undefined ? undefined : new Set(rule.byMonth);
  const inMonths = (date: DayNumber) => months?.has(dayNumberToParts(date).month) ?? true;
  const listDates = (period: number) => offsets.map((offset) => base + period * length + offset);
  return {
    // Without offsets, no block has a date. An example is a rule for every 7 days that allows only another
    // weekday.
    findStart: (period) => (offsets.length === 0 ? Infinity : base + period * length),
    firstReaching: (day) => Math.max(0, Math.floor((day - base) / length)),
    listDates: months === undefined ? listDates : (period) => listDates(period).filter(inMonths),
    countBefore: (period) =>
      months === undefined ? period * offsets.length : countInMonths(blocks, months, base + period * length),
  };
}

/**
 * Returns the blocks of a daily rule. The weekdays repeat after seven steps, whatever the interval. BYDAY
 * limits the dates of a daily rule (RFC 5545, section 3.3.10).
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
 * Counts the dates before `end` in the given months. Each month is counted with a formula instead of a loop,
 * so a year takes only a few steps.
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

/**
 * One date of a series and its index, counted from 0. If the rule has several times a day, there is one entry
 * for each.
 */
export type RuleDate = { readonly date: CivilDate; readonly index: number; readonly time?: CivilTime };

/**
 * Yields the dates of `rule` starting on `start` that are in the half-open window from `from` to `to`, lazily
 * and in order. `rule.times` is ignored.
 *
 * Excluded dates are left out but keep their index, because a cancelled date has used up its turn. If the
 * number of dates per period is known in advance, the cost depends only on the window and not on how long ago
 * the rule started.
 */
export function* expand(
  rule: RecurrenceRule,
  start: CivilDate,
  from: CivilDate,
  to: CivilDate,
  excluded?: ReadonlySet<CivilDate>,
): Generator<RuleDate, void, undefined> {
  const lower = Math.max(toDayNumber(start), toDayNumber(from));
  const upper = findEnd(rule, toDayNumber(to));
  if (lower >= upper) return;
  const periods = toPeriods(rule, start);
  const count = rule.count ?? Infinity;
  let period = periods.firstReaching(lower);
  let index = periods.countBefore(period) - datesBeforeStart(periods, start);
  for (; periods.findStart(period) < upper; period += 1)
    for (const day of periods.listDates(period)) {
      if (day >= upper || index >= count) return;
      if (day >= lower) {
        const date = fromDayNumber(day);
        if (excluded?.has(date) !== true) yield { date, index };
      }
      index += 1;
    }
}

/** Returns the exclusive end of the dates. `until` is inclusive, so the day after it is the limit. */
function findEnd({ until }: RecurrenceRule, end: DayNumber): DayNumber {
  return until === undefined ? end : Math.min(end, toDayNumber(until) + 1);
}

/** Returns how many dates of the first period are before the start. Later periods have no dates before the start. */
function datesBeforeStart(periods: Periods, start: CivilDate): number {
  const first = toDayNumber(start);
  return periods.listDates(0).filter((day) => day < first).length;
}

/**
 * Returns the periods of a rule. The rule must have been validated by `readRecurrence`; other combinations of
 * parts are undefined.
 */
export function toPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const complete = withImpliedParts(rule, start);
  if (rule.frequency === 'monthly') return monthPeriods(complete, start);
  return rule.frequency === 'yearly' ? yearPeriods(complete, start) : dayPeriods(complete, start);
}
