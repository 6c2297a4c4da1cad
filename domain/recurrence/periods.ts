import type { DayNumber } from '../shared/civil-date.js';

/**
 * The dates of a rule without count and until, divided into periods of one interval each (seven intervals in a daily
 * rule). Period 0 contains the start and may also have dates before it.
 */
export type Periods = {
  /** Returns a lower bound for the dates of this period and all later periods. */
  readonly findStart: (period: number) => DayNumber;
  /** Returns the first period, at least 0, that may give a date on or after `day`. */
  readonly firstReaching: (day: DayNumber) => number;
  /** Returns the sorted dates of a period, without duplicates. Two periods never give the same date. */
  readonly listDates: (period: number) => readonly DayNumber[];
  /** Returns how many dates the periods from 0 up to `period` (exclusive) give. */
  readonly countBefore: (period: number) => number;
};

/**
 * Returns a function that sums `countOf` over the periods from 0 up to an exclusive end. The counts repeat after
 * `cycle` periods, so fewer than twice `cycle` periods are iterated.
 */
export function cyclic(countOf: (period: number) => number, cycle: number): (end: number) => number {
  const walk = (end: number) => {
    let sum = 0;
    for (let period = 0; period < end; period += 1) sum += countOf(period);
    return sum;
  };
  return (end) => (end <= cycle ? walk(end) : Math.floor(end / cycle) * walk(cycle) + walk(end % cycle));
}
