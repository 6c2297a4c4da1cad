import { canonicalRule, type RuleWithStart } from '../recurrence/canonical-rule.js';
import type { NthDay, RecurrenceRule } from '../recurrence/rule.js';
import {
  WEEKDAYS,
  addDays,
  addUnits,
  toParts,
  toWeekday,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';
import { isoWeek } from './calendar.js';
import type { Candidate, RuleDraft } from './readings.js';
import { findClaim } from './refiners/refiner.js';
import type { Sentence } from './sentence.js';
import { isBeforeNow, type Timing } from './timing.js';

export type QuickAddSeries = RuleWithStart & {
  /** True if the sentence names an end before the start. The end was left out. */
  readonly endsBeforeStart: boolean;
};

/**
 * Returns the rule in canonical form with its first date. This is the first date of the rule on or after the named
 * date. Without a named date, it is the first date from today on whose time has not passed yet ("every weekday at 9",
 * written on a Friday at noon, starts on Monday). Returns null if the rule has no date, or if no rule can express its
 * exceptions or a time at midnight.
 */
export function planSeries(
  draft: RuleDraft,
  candidates: readonly Candidate[],
  said: CivilDate | null,
  timing: Timing,
  sentence: Sentence,
): QuickAddSeries | null {
  const rule = shiftToNextDay(applyExceptions(draft.rule, candidates), timing.daysLater);
  if (rule === null) return null;
  const first = beginRule({ ...draft, rule }, addDays(said ?? sentence.today, timing.daysLater), sentence);
  const isOver =
    said === null && first !== null && isBeforeNow(first.start, { ...timing, daysLater: 0 }, sentence);
  const begun = isOver ? beginRule({ ...draft, rule }, addDays(first.start, 1), sentence) : first;
  return begun && addBounds(begun, candidates);
}

function beginRule(
  { rule, parity }: RuleDraft,
  from: CivilDate,
  { context }: Sentence,
): RuleWithStart | null {
  const start = parity === undefined ? from : findFirstInWeeks(rule, parity, from);
  // ISO 8601 week numbers refer to weeks that begin on Monday.
  const weekStart = parity === undefined ? context.firstDayOfWeek : 'mo';
  const reading = canonicalRule(clampToMonth(rule, start), start, weekStart);
  return reading.ok ? reading.value : null;
}

/**
 * Makes a monthly or yearly rule that names no days use the last day of shorter months if it starts on one of the
 * days 29 to 31.
 */
function clampToMonth(rule: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const { month, day } = toParts(start);
  const isImplied = rule.byDay === undefined && rule.byMonthDay === undefined && day > 28;
  if (!isImplied || rule.frequency === 'daily' || rule.frequency === 'weekly') return rule;
  const clamped = { ...rule, byMonthDay: [day], skip: 'backward' as const };
  return rule.frequency === 'monthly' ? clamped : { ...clamped, byMonth: rule.byMonth ?? [month] };
}

/** Returns the first date in an even or odd week. The weeks after a year of 53 weeks have the other parity. */
function findFirstInWeeks({ byDay, byMonth }: RecurrenceRule, parity: 0 | 1, from: CivilDate): CivilDate {
  for (let date = from; ; date = addDays(date, 1)) {
    const day = toWeekday(date);
    const isInMonths = byMonth?.includes(toParts(date).month) ?? true;
    const isOnDays = byDay?.some((nth) => nth.day === day) ?? true;
    if (isInMonths && isOnDays && isoWeek(date) % 2 === parity) return date;
  }
}

const without = (days: readonly Weekday[]): readonly NthDay[] =>
  WEEKDAYS.filter((day) => !days.includes(day)).map((day) => ({ day }));

/**
 * Applies exceptions and months: "every day except Sunday" becomes a weekly rule on the six other days. Returns null if
 * no rule can express them, or if no day remains.
 */
function applyExceptions(whole: RecurrenceRule, candidates: readonly Candidate[]): RecurrenceRule | null {
  const months = findClaim(candidates, 'months')?.months;
  if (months !== undefined && whole.frequency === 'yearly') return null;
  const rule = months === undefined ? whole : { ...whole, byMonth: months };
  const days = findClaim(candidates, 'exceptDays')?.days;
  if (days === undefined) return rule;
  if (rule.frequency === 'daily')
    return rule.interval === undefined
      ? { ...rule, frequency: 'weekly', byDay: without(days) }
      : { ...rule, byDay: without(days) };
  const left = rule.byDay?.filter(({ day }) => !days.includes(day)) ?? [];
  return rule.frequency === 'weekly' && left.length > 0 ? { ...rule, byDay: left } : null;
}

/**
 * Moves a rule at midnight to the next day. "Every Friday at midnight" becomes every Saturday at 00:00.
 * Returns null if no rule describes the next day, as for "the last Friday".
 */
function shiftToNextDay(rule: RecurrenceRule | null, days: number): RecurrenceRule | null {
  if (rule === null || days === 0) return rule;
  // The day after the last Friday of July may be in August, in which the rule may have no dates.
  if (rule.byMonth !== undefined) return null;
  if (rule.byMonthDay !== undefined) {
    // The 28th, and the 29th day from the end, have no next day in every month that has them.
    if (rule.frequency === 'yearly' || rule.byMonthDay.some((day) => day > 27 || day < -28)) return null;
    return { ...rule, byMonthDay: rule.byMonthDay.map((day) => (day === -1 ? 1 : day + 1)) };
  }
  if (rule.byDay === undefined) return rule;
  if (rule.frequency !== 'weekly') return null;
  return { ...rule, byDay: rule.byDay.map(({ day }) => ({ day: dayAfter(day) })) };
}

const dayAfter = (day: Weekday) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? day;

/** Adds count or until to the rule. In canonical form, they are its last parts and affect no other part. */
function addBounds({ rule, start }: RuleWithStart, candidates: readonly Candidate[]): QuickAddSeries {
  const count = findClaim(candidates, 'count')?.count;
  if (count !== undefined) return { rule: { ...rule, count }, start, endsBeforeStart: false };
  const until = findLastDate(candidates, start);
  if (until === undefined) return { rule, start, endsBeforeStart: false };
  return until < start
    ? { rule, start, endsBeforeStart: true }
    : { rule: { ...rule, until }, start, endsBeforeStart: false };
}

/**
 * Returns the last day on which the series may have a date, or undefined if the sentence names no end. "For 6 weeks"
 * means 42 days including the start, so a weekly series has six dates. "Every evening next week" ends with that week.
 */
function findLastDate(candidates: readonly Candidate[], start: CivilDate): CivilDate | undefined {
  const until = findClaim(candidates, 'until')?.date ?? findClaim(candidates, 'interval')?.until;
  const length = findClaim(candidates, 'length');
  if (length !== undefined) return addDays(addUnits(start, length.n, length.unit), -1);
  return until?.date ?? findClaim(candidates, 'date')?.date.last;
}
