import {
  MATCH_KINDS,
  searchedWords,
  titleRank,
  type MatchKind,
  type NameMatch,
  type TaskMatch,
} from '../../domain/search/match.js';
import { compareSortKeys, type SortKey } from '../../domain/shared/page.js';
import { fold } from '../../domain/shared/normal-form.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import type { Needs } from '../composition/needs.js';

/** A search result. `occurrenceId` is set for tasks and series only. */
export type SearchResult = {
  readonly kind: MatchKind;
  readonly id: NameMatch['id'] | TaskMatch['taskId'] | NonNullable<TaskMatch['seriesId']>;
} & Pick<TaskMatch, 'title' | 'date' | 'responsibleMemberIds'> & {
    readonly occurrenceId: TaskMatch['occurrenceId'] | null;
  };

/**
 * Finds tasks (each once), members, shopping items, categories and templates by words. Returns at most `limit`
 * results, only what the caller may see, best matches first. Returns an empty list if the query has no words.
 */
export function searchHousehold({ search, clock }: Needs<'search' | 'clock'>) {
  return async (caller: MemberCaller, q: string, limit: number): Promise<readonly SearchResult[]> => {
    const words = searchedWords(q);
    if (words.length === 0) return [];
    const { household, memberId } = caller;
    const today = householdNow(caller, clock).date;
    const [tasks, names] = await Promise.all([
      search.tasks(household.id, { viewer: memberId, words, today }, limit),
      search.names(household.id),
    ]);
    const named = names.filter(({ title }) => titleRank(title, words) < 2);
    const ranked = [
      ...tasks.map((task, place) => ({
        match: taskMatch(task),
        key: [titleRank(task.title, words), 0, place],
      })),
      ...named.map((name) => ({
        match: nameMatch(name),
        key: [titleRank(name.title, words), MATCH_KINDS.indexOf(name.kind), fold(name.title), name.id],
      })),
    ] satisfies { match: SearchResult; key: SortKey }[];
    return ranked
      .toSorted((a, b) => compareSortKeys(a.key, b.key))
      .slice(0, limit)
      .map(({ match }) => match);
  };
}

function taskMatch({ taskId, seriesId, ...shown }: TaskMatch): SearchResult {
  return seriesId === null
    ? { ...shown, kind: 'TASK', id: taskId }
    : { ...shown, kind: 'SERIES', id: seriesId };
}

function nameMatch(name: NameMatch): SearchResult {
  return { ...name, occurrenceId: null, date: null, responsibleMemberIds: [] };
}
