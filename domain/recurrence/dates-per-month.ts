import type { NthDay, RecurrenceRule } from './rule.js';

type Candidates = { readonly atLeast: number; readonly always: boolean };

/**
 * Returns the number of dates per month, with bySetPosition applied per month. Returns undefined if the number may
 * differ between months. If it is known, an index can be computed by multiplication without iterating over the
 * months.
 */
export function datesPerMonth(rule: RecurrenceRule): number | undefined {
  const { atLeast, always } = countCandidates(rule);
  if (rule.bySetPosition === undefined) return always ? atLeast : undefined;
  return surePositions(rule.bySetPosition, atLeast);
}

/**
 * Returns how many dates the positions of bySetPosition select from a period with at least `atLeast` candidates.
 * Returns undefined if a position may be missing or may select the same date as another one.
 */
export function surePositions(positions: readonly number[], atLeast: number): number | undefined {
  const oneSign = positions.every((position) => position > 0) || positions.every((position) => position < 0);
  const present = positions.every((position) => Math.abs(position) <= atLeast);
  return oneSign && present ? new Set(positions).size : undefined;
}

/** Returns a lower bound for the number of candidates in a month, and whether every month has exactly that number. */
export function countCandidates({ byDay, byMonthDay, skip }: RecurrenceRule): Candidates {
  if (byMonthDay === undefined) return ofWeekdays(byDay ?? []);
  return byDay === undefined ? ofMonthDays(byMonthDay, skip) : { atLeast: 0, always: false };
}

/**
 * Counts days of the month. Every month has its first and last 28 days. If positive and negative days are
 * mixed, the number is uncertain, because two of them may be the same date. Then at least one is certain, if every
 * month has one of the days.
 */
function ofMonthDays(byMonthDay: readonly number[], skip: RecurrenceRule['skip']): Candidates {
  const days = [...new Set(byMonthDay)];
  const safe = days.filter((day) => Math.abs(day) <= 28).length;
  const positive = days.filter((day) => day > 0).length;
  if (positive !== 0 && positive !== days.length) return { atLeast: Math.min(safe, 1), always: false };
  if (safe === days.length) return { atLeast: safe, always: true };
  const moved = days.length - safe === 1 && positive > 0;
  const alone = (skip === 'backward' && !days.includes(28)) || (skip === 'forward' && !days.includes(1));
  return moved && alone ? { atLeast: days.length, always: true } : { atLeast: safe, always: false };
}

/**
 * Counts weekdays. Every month has each weekday four or five times. So the nth weekday from the start and the
 * nth from the end may be the same date.
 */
function ofWeekdays(byDay: readonly NthDay[]): Candidates {
  const plain = new Set(byDay.filter(({ nthOfPeriod }) => nthOfPeriod === undefined).map(({ day }) => day));
  if (plain.size > 0) return { atLeast: plain.size * 4, always: false };
  const signs = new Set(byDay.map(({ day, nthOfPeriod = 0 }) => `${day}${Math.sign(nthOfPeriod)}`));
  const days = new Set(byDay.map(({ day }) => day));
  const all = new Set(byDay.map(({ day, nthOfPeriod = 0 }) => `${day}${nthOfPeriod}`));
  const always = signs.size === days.size && byDay.every(({ nthOfPeriod = 0 }) => Math.abs(nthOfPeriod) <= 4);
  return always ? { atLeast: all.size, always } : { atLeast: 0, always };
}
