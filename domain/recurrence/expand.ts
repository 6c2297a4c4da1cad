import { fromDayNumber, toDayNumber, type CivilDate, type DayNumber } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { Periods } from './periods.js';
import { type RecurrenceRule, withImpliedParts } from './rule.js';
import { dayPeriods } from './day-periods.js';
import { monthPeriods } from './month-periods.js';
import { yearPeriods } from './year-periods.js';

/**
 * One date of a series and its index, counted from 0. If the rule has several times a day, there is one entry
 * for each.
 */
export type RuleDate = { readonly date: CivilDate; readonly index: number; readonly time?: CivilTime };

/**
 * Yields the dates of `rule` starting on `start`, within the half-open window from `from` to `to`, in order
 * and lazily. `rule.times` is ignored.
 *
 * Excluded dates are left out but keep their index, because a cancelled date has used up its turn. If the
 * number of dates per period is known in advance, the cost depends on the window and not on the age of the
 * series.
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

/** Returns the exclusive end. `until` is inclusive. */
function findEnd({ until }: RecurrenceRule, end: DayNumber): DayNumber {
  return until === undefined ? end : Math.min(end, toDayNumber(until) + 1);
}

/** Returns how many dates of the first period lie before the start; later periods have none. */
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
