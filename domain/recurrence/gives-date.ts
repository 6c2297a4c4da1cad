import { civilDate, clampedDate, toParts, type CivilDate } from '../shared/civil-date.js';
import { candidates } from './dates-per-month.js';
import { expand } from './expand.js';
import { type RecurrenceRule, withoutParts } from './rule.js';

/** After 28 years dates and weekdays come round again (century years apart): what gives none by then never will. */
const YEARS = 28;

/**
 * The first date on or after `day` that the parts of the rule allow, its interval and bounds apart; null when
 * there is none in 28 years.
 */
export function findFirstDate(rule: RecurrenceRule, day: CivilDate): CivilDate | null {
  const parts = withoutParts(rule, 'interval', 'count', 'until');
  const { year, month, day: dayOfMonth } = toParts(day);
  const end = clampedDate(Math.min(year + YEARS, 9998), month, dayOfMonth);
  const first = expand(parts, day, day, end).next();
  return first.done === true ? null : first.value.date;
}

/** Whether the parts that the rule itself names ever allow a date; the interval counts from the first of them. */
export function givesDate(rule: RecurrenceRule): boolean {
  const { frequency, byDay, byMonthDay, bySetPosition } = rule;
  if (frequency === 'daily' || frequency === 'weekly') return true;
  if (byDay === undefined && byMonthDay === undefined) return true;
  if (bySetPosition === undefined && candidates(rule).atLeast > 0) return true;
  return findFirstDate(rule, civilDate('2000-01-01')) !== null;
}
