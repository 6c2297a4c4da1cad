import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { NameMatch, TaskMatch } from '../../domain/search/match.js';

export type TaskSearch = {
  readonly viewer: MemberId;
  /** Folded; each has to be in title or notes. At least one. */
  readonly words: readonly string[];
  readonly today: CivilDate;
};

export interface SearchReader {
  /**
   * One row a task of which the viewer may see an occurrence that fits and is not in the trash: the first of those by
   * `compareRows` (domain/search). In the order of `titleRank`, then of `compareRows`; at most `limit`.
   */
  tasks(householdId: HouseholdId, search: TaskSearch, limit: number): Promise<readonly TaskMatch[]>;
  /** All of the household: active members by the name they go by, shopping items, categories, templates. In no order. */
  names(householdId: HouseholdId): Promise<readonly NameMatch[]>;
}
