import type { CivilDate } from '../shared/civil-date.js';

/**
 * The dates of a series by which turns are counted. They come from its rule without an end, as if it had
 * always applied, so that a series split from another one counts the same.
 */
export type TurnDates = {
  /**
   * Returns the index of the first date on or after that day. It is lower than that of the start if the day
   * lies before the start.
   */
  readonly indexFrom: (day: CivilDate) => number;
  /** Yields the dates from `from` (inclusive) to `to` (exclusive), in order. */
  readonly between: (from: CivilDate, to: CivilDate) => Iterable<CivilDate>;
};
