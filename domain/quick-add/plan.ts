import type { Frequency, Recurrence, RecurrenceRule } from '../recurrence/rule.js';
import { addDays, toDayNumber, toWeekday, type CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import { civilMomentAt } from '../shared/zone.js';
import type { Candidate, DateReading, RuleDraft } from './readings.js';
import {
  NOT_UNDERSTOOD,
  findClaim,
  hasField,
  restoreToTitle,
  withdrawTiming,
  type RefinedCandidates,
} from './refiners/refiner.js';
import type { QuickAddWarning } from './result.js';
import { warnAt, type Sentence } from './sentence.js';
import { planSeries } from './series.js';
import { isBeforeNow, readTiming, type Timing } from './timing.js';

/** The date, time, duration and repetition of the task, and the readings that they come from. */
export type Plan = RefinedCandidates & {
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
  readonly durationMinutes: number | null;
  readonly recurrence: Recurrence | null;
};

const MINUTE = 60_000;

export function planDates(settled: RefinedCandidates, sentence: Sentence): Plan {
  const { candidates } = settled;
  const draft = findClaim(candidates, 'rule')?.draft ?? findClaim(candidates, 'rotation')?.draft;
  if (findClaim(candidates, 'afterCompletion') === undefined && draft !== undefined)
    return planSeriesDates(draft, settled, sentence);
  return planOneDate(settled, sentence);
}

function planSeriesDates(draft: RuleDraft, settled: RefinedCandidates, sentence: Sentence): Plan {
  const { candidates } = settled;
  const elapsed = addElapsed(candidates, sentence);
  const timing = elapsed ?? readTiming(candidates, sentence);
  // Midnight belongs to the next day, so one rule cannot combine it with other times.
  if (timing.times.length > 0 && timing.daysLater > 0)
    return planSeriesDates(draft, withoutTimes(settled, sentence), sentence);
  const said = elapsed?.date ?? findSaidDate(candidates, timing, sentence);
  const times = timing.times.length > 0 && { times: timing.times };
  const series = planSeries(
    { ...draft, rule: { ...draft.rule, ...times } },
    candidates,
    said,
    timing,
    sentence,
  );
  if (series === null) return dropSeries(settled, sentence);
  const beside = findClaim(candidates, 'date')?.date;
  const isContradiction =
    beside === undefined
      ? namesDaysTwice(draft.rule, findClaim(candidates, 'interval')?.start)
      : !fitsRule(beside, draft.rule, series.start, addDays(beside.date, timing.daysLater));
  if (isContradiction) {
    const withdrawn = hasField('rule', 'date', 'interval');
    return planOneDate(withdrawTiming(settled, sentence, withdrawn, CONTRADICTION), sentence);
  }
  const { rule, start, endsBeforeStart } = series;
  if (endsBeforeStart)
    return planOneDate(
      withdrawTiming(settled, sentence, hasField('until', 'interval'), UNTIL_BEFORE_START),
      sentence,
    );
  const { time, durationMinutes } = timing;
  const parity = draft.parity === undefined ? [] : weekParity(candidates, sentence);
  return {
    candidates,
    warnings: [...settled.warnings, ...parity, ...dateWarnings(candidates, sentence)],
    date: start,
    time,
    durationMinutes,
    recurrence: rule,
  };
}

/**
 * Puts several times of day back into the title if the task has no rule, because only a rule can have several times a
 * day.
 */
function withoutTimes(settled: RefinedCandidates, sentence: Sentence): RefinedCandidates {
  const isSeveral = ({ claim }: Candidate) => claim.field === 'time' && claim.others !== undefined;
  return restoreToTitle(settled, sentence, isSeveral, NOT_UNDERSTOOD);
}

const UNTIL_BEFORE_START = {
  code: 'UNTIL_BEFORE_START',
  message: 'The end is before the first date',
} as const;

const CONTRADICTION = {
  code: 'AMBIGUOUS',
  message: 'The date does not match the repetition. Give a start ("starting …"), or leave one of them out',
} as const;

/**
 * Returns true if a date next to a rule can be the start of the rule.
 *
 * - A date relative to today always can. If it is a period such as "next month", the rule must have several dates in it
 *   ("every Monday next month"). "Every Monday next week" may also begin next week.
 * - A weekday alone needs a weekly rule. If the rule names weekdays, it must include this one.
 * - A day of the month needs a monthly rule.
 * - A date such as "the first Monday of June" cannot be the start of a monthly or yearly rule that names no days.
 * - If the rule names its days, any other date must be one of its dates.
 *
 * "Every 3 days on Monday" and "every Monday and the 15th" are contradictions.
 */
function fitsRule(date: DateReading, rule: RecurrenceRule, start: CivilDate, said: CivilDate): boolean {
  if (date.style === 'relative') return date.last === undefined || repeatsWithin(rule, date.date, date.last);
  const impliesDay = rule.byDay === undefined && rule.byMonthDay === undefined;
  const byMonths = rule.frequency === 'monthly' || rule.frequency === 'yearly';
  if (date.rolls === true) {
    const day = toWeekday(date.date);
    return rule.frequency === 'weekly' && (rule.byDay?.some((nth) => nth.day === day) ?? true);
  }
  if (date.nth === true && byMonths && impliesDay) return false;
  if (date.strength === 'day' && rule.frequency !== 'monthly') return false;
  return impliesDay || start === said;
}

/** Returns true for "every weekday from monday to tuesday", which may leave out days or last only two days. */
const namesDaysTwice = ({ byDay }: RecurrenceRule, from: DateReading | undefined): boolean =>
  byDay !== undefined && from?.rolls === true;

/** Returns true if the dates of the rule are closer to each other than the first and the last day. */
function repeatsWithin(
  { frequency, interval = 1, byDay = [] }: RecurrenceRule,
  first: CivilDate,
  last: CivilDate,
): boolean {
  const days = toDayNumber(last) - toDayNumber(first) + 1;
  return (DAYS_OF[frequency] * interval) / Math.max(1, byDay.length) < days;
}
const DAYS_OF: Readonly<Record<Frequency, number>> = { daily: 1, weekly: 7, monthly: 31, yearly: 366 };

const BOUNDS = ['until', 'length', 'count', 'interval', 'exceptDays', 'months'] as const;

/** Puts a rule that has no date, and all that belongs to it, back into the title. */
function dropSeries(settled: RefinedCandidates, sentence: Sentence): Plan {
  const rest = withdrawTiming(settled, sentence, hasField('rule', 'rotation', ...BOUNDS), {
    code: 'NOT_APPLICABLE',
    message: 'The rule has no dates',
  });
  return planOneDate(rest, sentence);
}

function planOneDate(all: RefinedCandidates, sentence: Sentence): Plan {
  const settled = withoutTimes(all, sentence);
  const { candidates } = settled;
  const recurrence = findClaim(candidates, 'afterCompletion')?.rule ?? null;
  const warnings = [...settled.warnings, ...dateWarnings(candidates, sentence)];
  const elapsed = addElapsed(candidates, sentence);
  if (elapsed !== null) {
    const { date, time, durationMinutes } = elapsed;
    return { candidates, warnings, date, time, durationMinutes, recurrence };
  }
  const timing = readTiming(candidates, sentence);
  const said = findSaidDate(candidates, timing, sentence);
  const day = said ?? (timing.time === null && recurrence === null ? null : findNextDay(timing, sentence));
  return {
    candidates,
    warnings,
    date: day && addDays(day, timing.daysLater),
    time: timing.time,
    durationMinutes: timing.durationMinutes,
    recurrence,
  };
}

/** Returns today, or tomorrow if the time has already passed today. */
function findNextDay(timing: Timing, sentence: Sentence): CivilDate {
  return isBeforeNow(sentence.today, timing, sentence) ? addDays(sentence.today, 1) : sentence.today;
}

function findSaidReading(candidates: readonly Candidate[]): DateReading | undefined {
  return (
    (findClaim(candidates, 'start') ?? findClaim(candidates, 'date'))?.date ??
    findClaim(candidates, 'interval')?.start ??
    findClaim(candidates, 'time')?.on
  );
}

/**
 * Returns the date that the sentence names. "Friday at 9", written on a Friday at ten, means a week later. A
 * calendar date does not change.
 */
function findSaidDate(
  candidates: readonly Candidate[],
  timing: Timing,
  sentence: Sentence,
): CivilDate | null {
  const reading = findSaidReading(candidates);
  if (reading === undefined) return null;
  return reading.rolls && isBeforeNow(reading.date, timing, sentence)
    ? addDays(reading.date, 7)
    : reading.date;
}

/**
 * Adds a duration such as "in 3 hours" to the current instant. The result is correct even if the clocks
 * change in between.
 */
function addElapsed(
  candidates: readonly Candidate[],
  { context }: Sentence,
): (Timing & { readonly date: CivilDate }) | null {
  const elapsed = findClaim(candidates, 'elapsed');
  if (elapsed === undefined) return null;
  const { date, time } = civilMomentAt(context.timeZone, context.now + elapsed.minutes * MINUTE);
  const durationMinutes = findClaim(candidates, 'duration')?.minutes ?? null;
  return { date, time, daysLater: 0, durationMinutes, times: [] };
}

const MESSAGES: { readonly [code in QuickAddWarning['code']]?: string } = {
  PAST_DATE: 'This date has passed',
  WEEKDAY_MISMATCH: 'This date falls on another weekday',
};

function dateWarnings(candidates: readonly Candidate[], sentence: Sentence): readonly QuickAddWarning[] {
  const code = findSaidReading(candidates)?.warning;
  const place = candidates.find(({ claim }) => ['date', 'start', 'interval'].includes(claim.field));
  if (code === undefined || place === undefined) return [];
  return [warnAt(sentence, place, { code, message: MESSAGES[code] ?? code })];
}

/**
 * Returns a warning for a rule for even or odd weeks. The rule counts every second week, so it changes
 * between even and odd after a year of 53 weeks such as 2026.
 */
function weekParity(candidates: readonly Candidate[], sentence: Sentence): readonly QuickAddWarning[] {
  const place = candidates.find(({ claim }) => claim.field === 'rule');
  const message = 'Every second week: after a year of 53 weeks their numbers change from even to odd';
  return place ? [warnAt(sentence, place, { code: 'WEEK_PARITY', message })] : [];
}
