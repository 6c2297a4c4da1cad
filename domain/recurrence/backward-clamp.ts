import type { RecurrenceRule } from './rule.js';
import { civilDate, clampedDate, toParts, type CivilDate } from '../shared/civil-date.js';
import { countCandidates } from './dates-per-month.js';
import { expand } from './expand.js';
import { omit } from '../shared/json.js';

/**
 * A year with the same weekdays and the same length follows after at most 40 years. The longest wait is that for a leap
 * year across a century year such as 2100, which is not a leap year. So a rule that has no date in 40 years has none at
 * all.
 */
const YEARS = 40;

/**
 * Returns the first date on or after `day` that matches the rule, ignoring its interval, count and until.
 * Returns null if there is none in 40 years, or before the end of the calendar.
 */
export function findFirstDate(rule: RecurrenceRule, day: CivilDate): CivilDate | null {
  const parts = omit(rule, 'interval', 'count', 'until');
  const { year, month, day: dayOfMonth } = toParts(day);
  const end = clampedDate(Math.min(year + YEARS, 9998), month, dayOfMonth);
  const first = expand(parts, day, day, end).next();
  return first.done === true ? null : first.value.date;
}

/**
 * Returns true if the rule matches any date at all. The interval is ignored, because it is counted from the
 * first matching date.
 */
export function givesDate(rule: RecurrenceRule): boolean {
  const { frequency, byDay, byMonthDay, bySetPosition } = rule;
  if (frequency === 'daily' || frequency === 'weekly') return true;
  if (byDay === undefined && byMonthDay === undefined) return true;
  if (bySetPosition === undefined && countCandidates(rule).atLeast > 0) return true;
  return findFirstDate(rule, civilDate('2000-01-01')) !== null;
}

/**
 * The days 28 to 31. To express "the 31st or the last day of the month" without RFC 7529, other programs list
 * these days with BYSETPOS=-1, which selects the last existing one.
 */
const CLAMPED = [28, 29, 30, 31];

/**
 * Converts a rule with `skip: backward` on one day from 29 to 31 into an equivalent rule in RFC 5545. This works only
 * without bySetPosition and if {@link choosesOnceAMonth} is true. All other rules are returned unchanged.
 */
export function unfoldBackwardClamp(rule: RecurrenceRule): RecurrenceRule {
  const [day = 0, ...others] = rule.byMonthDay ?? [];
  if (rule.skip !== 'backward' || day < 29 || others.length > 0) return rule;
  if (rule.bySetPosition !== undefined || !choosesOnceAMonth(rule)) return rule;
  const byMonthDay = CLAMPED.filter((clamped) => clamped <= day);
  return { ...omit(rule, 'skip'), byMonthDay, bySetPosition: [-1] };
}

/** The inverse of {@link unfoldBackwardClamp}. */
export function foldBackwardClamp(rule: RecurrenceRule): RecurrenceRule {
  const days = new Set(rule.byMonthDay);
  const last = Math.max(...days);
  const isClamp =
    days.size > 1 && days.size === last - 27 && CLAMPED.every((day) => day > last || days.has(day));
  const isLast = rule.bySetPosition?.every((position) => position === -1) ?? false;
  if (!isClamp || !isLast || (rule.skip ?? 'omit') !== 'omit' || !choosesOnceAMonth(rule)) return rule;
  return { ...omit(rule, 'bySetPosition'), byMonthDay: [last], skip: 'backward' };
}

/**
 * Returns true if bySetPosition selects from the dates of a single month, and the rule has no byDay. bySetPosition
 * selects from a whole period, so only monthly rules and yearly rules with exactly one month in byMonth qualify.
 */
function choosesOnceAMonth({ frequency, byMonth, byDay }: RecurrenceRule): boolean {
  const oneMonth = frequency === 'monthly' || (frequency === 'yearly' && new Set(byMonth).size === 1);
  return oneMonth && byDay === undefined;
}
