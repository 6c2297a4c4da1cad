import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { NameMatch, TaskMatch } from '../../domain/search/match.js';

export type TaskSearch = {
  readonly viewer: MemberId;
  /** The words to find, at least one, normalised by `fold`. Every word must occur in the title or the notes. */
  readonly words: readonly string[];
  readonly today: CivilDate;
};

/** Searches the tasks and names of a household. */
export interface SearchReader {
  /**
   * Finds tasks of which the viewer may see a matching occurrence that is not in the trash. Returns one row for each
   * task, the first occurrence by `compareRows` (domain/search). The rows are in the order of `titleRank`, then of
   * `compareRows`; at most `limit`.
   */
  tasks(householdId: HouseholdId, search: TaskSearch, limit: number): Promise<readonly TaskMatch[]>;
  /**
   * Returns all names of the household in no particular order: active members, shopping items, categories and
   * templates.
   */
  names(householdId: HouseholdId): Promise<readonly NameMatch[]>;
}
