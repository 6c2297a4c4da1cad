import type { Activity, ActivityFilter } from '../../domain/history/activity.js';
import type { PlannedCell } from '../../domain/balance/balance.js';
import type { DateRange } from '../../domain/balance/presence.js';
import type { HouseholdId, MemberId, TaskId } from '../../domain/shared/ids.js';
import type { RemovedPersonal } from '../../domain/operations/hidden-rows.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { DoneCell, TurnCell } from '../../domain/history/statistics.js';

export interface ActivityReader {
  /**
   * What was told to the viewer and `isWanted` by the filter (domain/history/activity), newest first, then by id; sort
   * key: [-at, id]. Left out while it is about a task that is another's PERSONAL one now.
   */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    filter?: ActivityFilter,
  ): Promise<Page<Activity>>;
}

export interface ActivityRepository extends ActivityReader {
  /** Writes them in one statement. */
  insertAll(activities: readonly Activity[]): Promise<void>;
  /** Removes what only that member sees, also what was noted of their PERSONAL tasks while others still saw them. */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<void>;
  /**
   * Makes entries about personal rows that are gone visible to their author only. It leaves out an entry that is also
   * about a row that is still there and personal: that row hides the entry.
   */
  hideRemoved(removed: RemovedPersonal): Promise<void>;
  /** Removes at most `limit` entries older than `before`, of all households; gives how many. */
  purge(before: Instant, limit: number): Promise<number>;
}

/** Inclusive days on the calendar of `timeZone`. */
export type Days = DateRange & { readonly timeZone: TimeZone };

/**
 * Which work is counted: what all see, or what one member keeps to themselves. What was finished while its task was
 * PERSONAL stays the latter for ever.
 */
export type Work =
  { readonly visibility: 'SHARED' } | { readonly visibility: 'PERSONAL'; readonly author: MemberId };

/** Counts what is not in the trash, in no particular order. */
export interface StatisticsReader {
  /** What was completed on these days, by those who did it. */
  done(householdId: HouseholdId, work: Work, days: Days): Promise<readonly DoneCell[]>;
  /**
   * What is dated on these days, for each who was responsible, where something was skipped or is owed; PERSONAL work,
   * for its author.
   */
  turns(householdId: HouseholdId, work: Work, days: Days): Promise<readonly TurnCell[]>;
  /** What is to do and dated on these days, of SHARED work that somebody is responsible for. */
  planned(householdId: HouseholdId, days: DateRange): Promise<readonly PlannedCell[]>;
  /** When each of them last did an occurrence of the task, as all may know. */
  lastDone(householdId: HouseholdId, taskId: TaskId): Promise<ReadonlyMap<MemberId, Instant>>;
}
