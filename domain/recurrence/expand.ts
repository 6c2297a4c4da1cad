import { fromDayNumber, toDayNumber, type CivilDate, type DayNumber } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { Periods } from './periods.js';
import { type RecurrenceRule, withImpliedParts } from './rule.js';
import { dayPeriods } from './day-periods.js';
import { monthPeriods } from './month-periods.js';
import { yearPeriods } from './year-periods.js';

/** One date of a series and its place in it, from 0; of a rule with several times a day, one of them. */
export type RuleDate = { readonly date: CivilDate; readonly index: number; readonly time?: CivilTime };

/**
 * The dates of `rule`, whatever its times, begun on `start`, from `from` (included) to `to` (not), in order and lazily. Excluded
 * dates are left out but keep their index: a cancelled date has used up its turn. The work depends on the
 * window and not on the age of the series, where the number of dates in a period is known in advance.
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

/** `until` is inclusive. */
function findEnd({ until }: RecurrenceRule, end: DayNumber): DayNumber {
  return until === undefined ? end : Math.min(end, toDayNumber(until) + 1);
}

/** Only the start's own period reaches back before it. */
function datesBeforeStart(periods: Periods, start: CivilDate): number {
  const first = toDayNumber(start);
  return periods.listDates(0).filter((day) => day < first).length;
}

/** `rule` has passed `readRecurrence`: other combinations of parts have no meaning here. */
export function toPeriods(rule: RecurrenceRule, start: CivilDate): Periods {
  const complete = withImpliedParts(rule, start);
  if (rule.frequency === 'monthly') return monthPeriods(complete, start);
  return rule.frequency === 'yearly' ? yearPeriods(complete, start) : dayPeriods(complete, start);
}
