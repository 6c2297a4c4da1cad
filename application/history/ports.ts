import type { Activity, ActivityFilter } from '../../domain/history/activity.js';
import type { PlannedCell } from '../../domain/balance/balance.js';
import type { DateRange } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, TaskId } from '../../domain/shared/ids.js';
import type { RemovedPersonal } from '../../domain/operations/hidden-rows.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { DoneCell, TurnCell } from '../../domain/history/statistics.js';

/** Reads the history of a household. */
export interface ActivityReader {
  /**
   * Lists the entries that the viewer may see and that pass the filter (`isWanted` in domain/history/activity),
   * newest first, then by id; sort key: [-at, id]. Entries about a task that is now another member's PERSONAL one are
   * left out.
   */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    filter?: ActivityFilter,
  ): Promise<Page<Activity>>;
}

export interface ActivityRepository extends ActivityReader {
  /** Inserts the entries in one statement. */
  insertAll(activities: readonly Activity[]): Promise<void>;
  /**
   * Deletes the entries that only this member sees. Also deletes entries about tasks that are PERSONAL to the member
   * now, if the entries were written while other members could see the tasks.
   */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<void>;
  /**
   * Makes the entries about deleted personal rows visible to their author only. An entry stays unchanged if it is
   * also about another personal row that still exists, because that row already hides it.
   */
  hideRemoved(removed: RemovedPersonal): Promise<void>;
  /** Deletes at most `limit` entries of all households that are older than `before`. Returns how many it deleted. */
  purge(before: Instant, limit: number): Promise<number>;
}

/** A range of days, both inclusive, on the calendar of `timeZone`. */
export type LocalDays = DateRange & { readonly timeZone: TimeZone };

/**
 * Selects the work to count: tasks that all members see, or the personal tasks of one member. An occurrence that was
 * completed while its task was PERSONAL always counts as personal.
 */
export type WorkFilter =
  | { readonly visibility: 'SHARED' }
  | { readonly visibility: 'PERSONAL'; readonly author: MemberId };

/** Counts occurrences that are not in the trash. The results are in no particular order. */
export interface StatisticsReader {
  /** Counts the occurrences completed on these days, by the members who completed them. */
  done(householdId: HouseholdId, work: WorkFilter, days: LocalDays): Promise<readonly DoneCell[]>;
  /**
   * Counts occurrences dated on these days, by the members who were responsible for them. `skipped` counts the skipped
   * ones, except those of which the member had ticked their own part. `owed` counts those that the member had not done
   * on their day: they are still open, were done later, or were missed. PERSONAL occurrences count for their author.
   */
  turns(householdId: HouseholdId, work: WorkFilter, days: LocalDays): Promise<readonly TurnCell[]>;
  /** Counts the open, SHARED occurrences with assignees that are dated on these days. */
  planned(householdId: HouseholdId, days: DateRange): Promise<readonly PlannedCell[]>;
  /**
   * Returns when each member last completed an occurrence of the task. Counts only completions that all members may
   * see.
   */
  lastDone(householdId: HouseholdId, taskId: TaskId): Promise<ReadonlyMap<MemberId, Instant>>;
}
