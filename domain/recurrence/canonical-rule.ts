import { WEEKDAYS, type CivilDate, type Weekday } from '../shared/civil-date.js';
import { foldBackwardClamp, findFirstDate } from './backward-clamp.js';
import { hasShortMonth } from './month-days.js';
import { withImpliedParts, type NthDay, type RecurrenceRule } from './rule.js';
import type { Reading } from '../shared/problem.js';

export type RuleWithStart = { readonly rule: RecurrenceRule; readonly start: CivilDate };

/**
 * Returns the form in which a rule is stored. Parts that are derived from the start are filled in, lists are
 * sorted and unique, and parts without effect are removed. Equal rules thus have equal JSON, and moving the
 * start changes no weekday.
 *
 * The start becomes the first date that matches the rule, and the interval is counted from there. This
 * differs from RFC 5545 on purpose: "every other Tuesday" starting on a Thursday begins on the next Tuesday,
 * where RFC 5545 would begin a week later.
 *
 * Returns a problem if the rule matches no date, or ends before its first date.
 *
 * @param weekStart the household's first day of the week, for a rule without `firstDayOfWeek`
 */
export function canonicalRule(
  rule: RecurrenceRule,
  start: CivilDate,
  weekStart: Weekday,
): Reading<RuleWithStart> {
  const refuse = (field: string, message: string): Reading<RuleWithStart> => ({
    ok: false,
    problems: [{ field, rule: 'noDate', message }],
  });
  const complete = withImpliedParts(rule, start);
  const first = findFirstDate(complete, start);
  if (first === null) return refuse('', 'gives no date in 40 years from its start');
  if (rule.until !== undefined && rule.until < first)
    return refuse('until', `must not be before ${first}, the first date of the rule`);
  return { ok: true, value: { rule: canonicalForm(complete, weekStart), start: first } };
}

/**
 * Removes parts without effect, once before and once after `foldBackwardClamp`. The first time is necessary
 * because such parts hide a rule that can be folded (days 28 and 29 of January with bySetPosition -1 and a
 * skip). The second time is necessary because the `skip` that folding adds may have no effect: January always
 * has a 29th.
 */
function canonicalForm(rule: RecurrenceRule, weekStart: Weekday): RecurrenceRule {
  return tidied(foldBackwardClamp(tidied(rule, weekStart)), weekStart);
}

/** Sorts the lists, removes duplicates, and drops parts without effect. */
function tidied(rule: RecurrenceRule, weekStart: Weekday): RecurrenceRule {
  const { frequency, interval = 1, count, until } = rule;
  const byDay = sortedDays(rule);
  const byMonth = sortedMonths(rule);
  const weeksMatter = frequency === 'weekly' && interval > 1 && byDay !== undefined && byDay.length > 1;
  return {
    frequency,
    ...(interval !== 1 && { interval }),
    ...(weeksMatter && { firstDayOfWeek: rule.firstDayOfWeek ?? weekStart }),
    ...(byDay && { byDay }),
    ...(rule.byMonthDay && { byMonthDay: sortedNumbers(rule.byMonthDay) }),
    ...(byMonth && { byMonth }),
    ...(rule.bySetPosition && { bySetPosition: sortedNumbers(rule.bySetPosition) }),
    ...(skipMatters(rule) && { skip: rule.skip }),
    ...(rule.times && { times: [...new Set(rule.times)].sort() }),
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until }),
  };
}

const sortedNumbers = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/**
 * Sorts the weekdays. A list of all seven days selects every date and is removed. It is kept in a weekly,
 * monthly or yearly rule without byMonthDay, because the dates of such a rule come only from its weekdays.
 */
function sortedDays({ frequency, byDay, byMonthDay }: RecurrenceRule): readonly NthDay[] | undefined {
  if (byDay === undefined) return undefined;
  const place = ({ day, nthOfPeriod = 0 }: NthDay) => WEEKDAYS.indexOf(day) * 16 + nthOfPeriod;
  const unique = new Map(byDay.map((nth) => [place(nth), nth]));
  const days = [...unique.values()].sort((a, b) => place(a) - place(b));
  const isFilter = frequency === 'daily' || byMonthDay !== undefined;
  return isFilter && days.length === 7 ? undefined : days;
}

function sortedMonths({ frequency, byMonth }: RecurrenceRule): readonly number[] | undefined {
  if (byMonth === undefined) return undefined;
  const months = sortedNumbers(byMonth);
  return frequency !== 'yearly' && months.length === 12 ? undefined : months;
}

function skipMatters(
  rule: RecurrenceRule,
): rule is RecurrenceRule & { readonly skip: 'backward' | 'forward' } {
  return rule.skip !== undefined && rule.skip !== 'omit' && hasShortMonth(rule);
}
