import type { DoneCell, SkippedCount } from '../../domain/history/statistics.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';

/** Inclusive days on the calendar of `timeZone`. */
export type Days = { readonly from: CivilDate; readonly to: CivilDate; readonly timeZone: TimeZone };

/**
 * Which work is counted: what all see, or what one member keeps to themselves. What was finished while its task was
 * PERSONAL stays the latter for ever.
 */
export type Work =
  { readonly visibility: 'SHARED' } | { readonly visibility: 'PERSONAL'; readonly author: UserId };

/** Counts what is not in the trash, in no particular order. */
export interface StatisticsReader {
  /** What was completed on these days, by whom it was done (`completedFor`). */
  done(householdId: HouseholdId, work: Work, days: Days): Promise<readonly DoneCell[]>;
  /** What is dated on these days and was skipped, once for each who was responsible; PERSONAL work, for its author. */
  skipped(
    householdId: HouseholdId,
    work: Work,
    days: Omit<Days, 'timeZone'>,
  ): Promise<readonly SkippedCount[]>;
}
