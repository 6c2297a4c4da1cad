import type { DoneCell, SkippedCount } from '../../domain/history/statistics.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';

/** Inclusive days on the calendar of `timeZone`. */
export type Days = { readonly from: CivilDate; readonly to: CivilDate; readonly timeZone: TimeZone };

/** Counts what the viewer may see and what is not in the trash, in no particular order. */
export interface StatisticsReader {
  /** What was completed on these days, by whom it was done (`completedFor`). */
  done(householdId: HouseholdId, viewer: UserId, days: Days): Promise<readonly DoneCell[]>;
  /** What is dated on these days and was skipped, once for each who was responsible. */
  skipped(
    householdId: HouseholdId,
    viewer: UserId,
    days: Omit<Days, 'timeZone'>,
  ): Promise<readonly SkippedCount[]>;
}
