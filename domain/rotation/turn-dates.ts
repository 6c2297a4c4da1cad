import type { CivilDate } from '../shared/civil-date.js';

/**
 * The dates of a series as turns count them: of its rule without an end, as if it had always held, so that a series that
 * goes on where another was split counts as that one did.
 */
export type TurnDates = {
  /** The index of the first date on or after that day; below that of the start where the day is before it. */
  readonly indexFrom: (day: CivilDate) => number;
  /** From `from` (included) to `to` (not), in order. */
  readonly between: (from: CivilDate, to: CivilDate) => Iterable<CivilDate>;
};
