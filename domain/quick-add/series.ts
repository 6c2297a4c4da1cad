import { canonicalRule, type BegunRule } from '../recurrence/canonical-rule.js';
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
import { findClaim } from './refiners/settled.js';
import type { Sentence } from './sentence.js';
import { hasPassed, type Timing } from './timing.js';

export type Series = BegunRule & {
  /** The end that was said lies before the start and was left out. */
  readonly endsBeforeStart: boolean;
};

/**
 * The rule in canonical form and its first date: from the date that was said on, else from today, or from
 * tomorrow when today's time has passed ("every weekday at 9", said on a Friday noon, begins on Monday).
 * Null when no date comes of it.
 */
export function planSeries(
  draft: RuleDraft,
  candidates: readonly Candidate[],
  said: CivilDate | null,
  timing: Timing,
  sentence: Sentence,
): Series | null {
  const rule = shiftToNextDay(applyExceptions(draft.rule, candidates), timing.daysLater);
  if (rule === null) return null;
  const first = beginRule({ ...draft, rule }, addDays(said ?? sentence.today, timing.daysLater), sentence);
  const isOver =
    said === null && first !== null && hasPassed(first.start, { ...timing, daysLater: 0 }, sentence);
  const begun = isOver ? beginRule({ ...draft, rule }, addDays(first.start, 1), sentence) : first;
  return begun && addBounds(begun, candidates);
}

function beginRule({ rule, parity }: RuleDraft, from: CivilDate, { context }: Sentence): BegunRule | null {
  const start = parity === undefined ? from : findFirstInWeeks(rule, parity, from);
  // Weeks have numbers by ISO 8601, where they begin on Monday.
  const weekStart = parity === undefined ? context.firstDayOfWeek : 'mo';
  const reading = canonicalRule(clampToMonth(rule, start), start, weekStart);
  return reading.ok ? reading.value : null;
}

/** "Every month", begun on the 31st, is the last day of shorter months. */
function clampToMonth(rule: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const { month, day } = toParts(start);
  const isImplied = rule.byDay === undefined && rule.byMonthDay === undefined && day > 28;
  if (!isImplied || rule.frequency === 'daily' || rule.frequency === 'weekly') return rule;
  const clamped = { ...rule, byMonthDay: [day], skip: 'backward' as const };
  return rule.frequency === 'monthly' ? clamped : { ...clamped, byMonth: rule.byMonth ?? [month] };
}

function findFirstInWeeks({ byDay }: RecurrenceRule, parity: 0 | 1, from: CivilDate): CivilDate {
  for (let date = from; ; date = addDays(date, 1)) {
    const day = toWeekday(date);
    if (isoWeek(date) % 2 === parity && (byDay?.some((nth) => nth.day === day) ?? true)) return date;
  }
}

const without = (days: readonly Weekday[]): readonly NthDay[] =>
  WEEKDAYS.filter((day) => !days.includes(day)).map((day) => ({ day }));

/** "Every day except Sunday" is every week on the six others. */
function applyExceptions(rule: RecurrenceRule, candidates: readonly Candidate[]): RecurrenceRule | null {
  const months = findClaim(candidates, 'exceptMonths')?.months;
  if (months !== undefined) {
    if (rule.frequency === 'yearly') return null;
    return { ...rule, byMonth: ALL_MONTHS.filter((month) => !months.includes(month)) };
  }
  const days = findClaim(candidates, 'exceptDays')?.days;
  if (days === undefined) return rule;
  if (rule.frequency === 'daily')
    return rule.interval === undefined
      ? { ...rule, frequency: 'weekly', byDay: without(days) }
      : { ...rule, byDay: without(days) };
  const left = rule.byDay?.filter(({ day }) => !days.includes(day)) ?? [];
  return rule.frequency === 'weekly' && left.length > 0 ? { ...rule, byDay: left } : null;
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** "Every Friday at midnight" is the start of Saturdays; null where the next day is no rule ("the last Friday"). */
function shiftToNextDay(rule: RecurrenceRule | null, days: number): RecurrenceRule | null {
  if (rule === null || days === 0) return rule;
  if (rule.byMonthDay !== undefined) {
    if (rule.frequency === 'yearly' || rule.byMonthDay.some((day) => day > 27 || day === -2)) return null;
    return { ...rule, byMonthDay: rule.byMonthDay.map((day) => (day === -1 ? 1 : day + 1)) };
  }
  if (rule.byDay === undefined) return rule;
  if (rule.frequency !== 'weekly') return null;
  return { ...rule, byDay: rule.byDay.map(({ day }) => ({ day: dayAfter(day) })) };
}

const dayAfter = (day: Weekday) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? day;

/** The bounds are the last parts of a rule in canonical form, and change no other. */
function addBounds({ rule, start }: BegunRule, candidates: readonly Candidate[]): Series {
  const count = findClaim(candidates, 'count')?.count;
  if (count !== undefined) return { rule: { ...rule, count }, start, endsBeforeStart: false };
  const until = findLastDate(candidates, start);
  if (until === undefined) return { rule, start, endsBeforeStart: false };
  return until < start
    ? { rule, start, endsBeforeStart: true }
    : { rule: { ...rule, until }, start, endsBeforeStart: false };
}

/** "For 6 weeks" is 42 days that begin with the start, so a weekly series has six dates. */
function findLastDate(candidates: readonly Candidate[], start: CivilDate): CivilDate | undefined {
  const until = findClaim(candidates, 'until')?.date ?? findClaim(candidates, 'interval')?.until;
  const length = findClaim(candidates, 'length');
  return until?.date ?? (length && addDays(addUnits(start, length.n, length.unit), -1));
}
