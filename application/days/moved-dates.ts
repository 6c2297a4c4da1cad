import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';

/** The change of one planned date. */
export type MovedDate = Pick<Occurrence, 'seriesId' | 'title' | 'responsibleMemberIds'> & {
  readonly occurrenceId: OccurrenceId;
  readonly date: CivilDate;
  /** The new date. null means that the date is skipped or lies beyond the planned dates. */
  readonly becomes: CivilDate | null;
};

/** The maximum number of changed dates in an answer. */
const MAX_DATES = 10;

/** Returns the first MAX_DATES dates, in order. */
export function firstMovedDates(dates: readonly MovedDate[]): readonly MovedDate[] {
  const inOrder = dates.toSorted((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  );
  return inOrder.slice(0, MAX_DATES);
}

/**
 * A page request that returns all series of a household at once, because a household never has as many as its limit.
 */
export const ALL_MOVED_DATES = { limit: 10_000, after: null };
