import type { NthDay, RecurrenceRule } from './rule.js';

type Candidates = { readonly atLeast: number; readonly always: boolean };

/**
 * How many dates every single month surely gives to `rule`, bySetPosition counted a month at a time; undefined
 * when that depends on the month. A known number makes the index a multiplication instead of a walk.
 */
export function datesPerMonth(rule: RecurrenceRule): number | undefined {
  const { atLeast, always } = candidates(rule);
  if (rule.bySetPosition === undefined) return always ? atLeast : undefined;
  return surePositions(rule.bySetPosition, atLeast);
}

/** The number of positions when a period of at least `atLeast` candidates surely has each of them, once. */
export function surePositions(positions: readonly number[], atLeast: number): number | undefined {
  const oneSign = positions.every((position) => position > 0) || positions.every((position) => position < 0);
  const present = positions.every((position) => Math.abs(position) <= atLeast);
  return oneSign && present ? new Set(positions).size : undefined;
}

/** A lower bound of the candidates of a month, and whether every month has exactly that many. */
export function candidates({ byDay, byMonthDay, skip }: RecurrenceRule): Candidates {
  if (byMonthDay === undefined) return ofWeekdays(byDay ?? []);
  return byDay === undefined ? ofMonthDays(byMonthDay, skip) : { atLeast: 0, always: false };
}

/** Each month has its first 28 days, and its last 28; days of both signs may be the same date. */
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

/** Each month has each weekday four or five times: the nth and the nth from the end may be the same date. */
function ofWeekdays(byDay: readonly NthDay[]): Candidates {
  const plain = new Set(byDay.filter(({ nthOfPeriod }) => nthOfPeriod === undefined).map(({ day }) => day));
  if (plain.size > 0) return { atLeast: plain.size * 4, always: false };
  const signs = new Set(byDay.map(({ day, nthOfPeriod = 0 }) => `${day}${Math.sign(nthOfPeriod)}`));
  const days = new Set(byDay.map(({ day }) => day));
  const all = new Set(byDay.map(({ day, nthOfPeriod = 0 }) => `${day}${nthOfPeriod}`));
  const always = signs.size === days.size && byDay.every(({ nthOfPeriod = 0 }) => Math.abs(nthOfPeriod) <= 4);
  return always ? { atLeast: all.size, always } : { atLeast: 0, always };
}
