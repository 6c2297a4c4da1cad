import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';

/** What becomes of one date that was planned. */
export type MovedDate = Pick<Occurrence, 'seriesId' | 'title' | 'responsibleMemberIds'> & {
  readonly occurrenceId: OccurrenceId;
  readonly date: CivilDate;
  /** null: it is not done, or beyond what is planned already. */
  readonly becomes: CivilDate | null;
};

/** How many dates an answer tells. */
const TOLD_DATES = 10;

/** The first of them, in order. */
export function firstMovedDates(dates: readonly MovedDate[]): readonly MovedDate[] {
  const inOrder = dates.toSorted((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  );
  return inOrder.slice(0, TOLD_DATES);
}

/** More than a household has. */
export const ALL_MOVED_DATES = { limit: 10_000, after: null };
