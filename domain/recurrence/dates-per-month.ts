import type { NthDay, RecurrenceRule } from './rule.js';

type Candidates = { readonly atLeast: number; readonly always: boolean };

/**
 * Returns how many dates every month gives, with bySetPosition applied per month, or undefined if that
 * depends on the month. If the number is known, an index is found by multiplication instead of walking all
 * months.
 */
export function datesPerMonth(rule: RecurrenceRule): number | undefined {
  const { atLeast, always } = countCandidates(rule);
  if (rule.bySetPosition === undefined) return always ? atLeast : undefined;
  return surePositions(rule.bySetPosition, atLeast);
}

/**
 * Returns the number of dates that the positions choose, if a period with at least `atLeast` candidates
 * always has each of them exactly once; otherwise undefined.
 */
export function surePositions(positions: readonly number[], atLeast: number): number | undefined {
  const oneSign = positions.every((position) => position > 0) || positions.every((position) => position < 0);
  const present = positions.every((position) => Math.abs(position) <= atLeast);
  return oneSign && present ? new Set(positions).size : undefined;
}

/**
 * Returns a lower bound for the number of candidates in a month, and whether every month has exactly that
 * many.
 */
export function countCandidates({ byDay, byMonthDay, skip }: RecurrenceRule): Candidates {
  if (byMonthDay === undefined) return ofWeekdays(byDay ?? []);
  return byDay === undefined ? ofMonthDays(byMonthDay, skip) : { atLeast: 0, always: false };
}

/**
 * Counts days of the month. Every month has its first and last 28 days. Positive and negative days together
 * are uncertain, because both may be the same date.
 */
function ofMonthDays(byMonthDay: readonly number[], skip: RecurrenceRule['skip']): Candidates {
  const days = [...new Set(byMonthDay)];
  const safe = days.filter((day) => Math.abs(day) <= 28).length;
  const positive = days.filter((day) => day > 0).length;
  if (positive !== 0 && positive !== days.length) return { atLeast: 1, always: false };
  if (safe === days.length) return { atLeast: safe, always: true };
  const moved = days.length - safe === 1 && positive > 0;
  const alone = (skip === 'backward' && !days.includes(28)) || (skip === 'forward' && !days.includes(1));
  return moved && alone ? { atLeast: days.length, always: true } : { atLeast: safe, always: false };
}

/**
 * Counts weekdays. Every month has each weekday four or five times, so the nth and the nth from the end may
 * be the same date.
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
