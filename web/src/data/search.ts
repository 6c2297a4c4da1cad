import { useEffect, useState } from 'preact/hooks';
import { api, value, type Dto } from '../api/client.ts';
import { isOffline } from '../api/errors.ts';
import { useHousehold, type HouseholdData } from './household.ts';

export type SearchMatch = Dto['SearchMatchDto'];

const PAUSE = 120;
const LIMIT = 8;

/**
 * Searches the household on the service. Without a network, it searches the titles of the open tasks in this client's
 * copy instead. `matches` is null until there is an answer.
 */
export function useMatches(
  words: string,
  limit = LIMIT,
): {
  readonly matches: readonly SearchMatch[] | null;
  readonly error: unknown;
} {
  const household = useHousehold();
  const [found, setFound] = useState<{ words: string; matches: readonly SearchMatch[] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    setError(null);
    if (words === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      value(
        api.GET('/v1/households/{householdId}/search', {
          params: { path: { householdId: household.id }, query: { q: words, limit } },
          signal: asking.signal,
        }),
      ).then(
        (matches) => setFound({ words, matches }),
        (problem: unknown) => {
          if (asking.signal.aborted) return;
          if (isOffline(problem)) setFound({ words, matches: amongKept(household, words, limit) });
          else setError(problem);
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [household, words, limit]);
  return { matches: found?.words === words ? found.matches : null, error };
}

/** Returns the text in lower case and without diacritics, so that a search finds “Été” by “ete”. */
export const foldForSearch = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

function amongKept(household: HouseholdData, words: string, limit: number): SearchMatch[] {
  const wanted = foldForSearch(words);
  const seen = new Set<string>();
  return household.occurrences.value
    .filter(({ title, taskId, status }) => {
      if (status !== 'TODO' || seen.has(taskId) || !foldForSearch(title).includes(wanted)) return false;
      seen.add(taskId);
      return true;
    })
    .slice(0, limit)
    .map(({ id, taskId, title, date, responsibleMemberIds }) => ({
      kind: 'TASK',
      id: taskId,
      title,
      occurrenceId: id,
      date,
      responsibleMemberIds,
    }));
}

const RECENT = 'planner.recent';
const MOST_RECENT = 5;

/** Returns the ids of the occurrences that were last opened from a search in this tab, newest first. */
export const listRecent = (): string[] => JSON.parse(sessionStorage.getItem(RECENT) ?? '[]') as string[];

export function rememberRecent(occurrenceId: string): void {
  const ids = [occurrenceId, ...listRecent().filter((id) => id !== occurrenceId)].slice(0, MOST_RECENT);
  sessionStorage.setItem(RECENT, JSON.stringify(ids));
}
