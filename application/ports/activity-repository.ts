import type { Activity } from '../../domain/history/activity.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface ActivityReader {
  /**
   * What was told to the viewer, newest first, then by id; sort key: [-at, id]. Left out while it is about a task that
   * is another's PERSONAL one now.
   */
  list(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Activity>>;
}

export interface ActivityRepository extends ActivityReader {
  /** Writes them in one statement. */
  insertAll(activities: readonly Activity[]): Promise<void>;
  /** Removes what only that member saw. */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<void>;
  /** Removes at most `limit` entries older than `before`, of all households; gives how many. */
  purge(before: Instant, limit: number): Promise<number>;
}
