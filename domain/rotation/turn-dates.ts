import type { CivilDate } from '../shared/civil-date.js';

/**
 * The dates of a series that are used to count turns. They are computed as if the rule had neither a beginning
 * nor an end, so that a series that was split from another one counts in the same way.
 */
export type TurnDates = {
  /**
   * Returns the index of the first date on or after `day`. For a day before the start of the series, this is
   * lower than the index of the start.
   */
  readonly indexFrom: (day: CivilDate) => number;
  /** Yields the dates from `from` (inclusive) to `to` (exclusive), in order. */
  readonly between: (from: CivilDate, to: CivilDate) => Iterable<CivilDate>;
};
