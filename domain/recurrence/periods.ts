import type { DayNumber } from '../shared/civil-date.js';

/**
 * A rule without its bounds, cut into the periods that its interval keeps, numbered from 0 for the one that
 * holds the start. Dates before the start are still in.
 */
export type Periods = {
  /** No date of this period or a later one is before that day. */
  readonly findStart: (period: number) => DayNumber;
  /** The first period that may give a date on or after `day`, never below 0. */
  readonly firstReaching: (day: DayNumber) => number;
  /** Sorted, each once; two periods never give the same date. */
  readonly listDates: (period: number) => readonly DayNumber[];
  /** How many dates the periods from 0 up to `period`, without it, give. */
  readonly countBefore: (period: number) => number;
};

/** The sum of `countOf` from 0 up to an end, without it, where the counts repeat after `cycle`: never a longer walk. */
export function cyclic(countOf: (period: number) => number, cycle: number): (end: number) => number {
  const walk = (end: number) => {
    let sum = 0;
    for (let period = 0; period < end; period += 1) sum += countOf(period);
    return sum;
  };
  return (end) => (end <= cycle ? walk(end) : Math.floor(end / cycle) * walk(cycle) + walk(end % cycle));
}
