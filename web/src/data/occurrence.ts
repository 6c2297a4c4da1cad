import { useEffect, useRef, useState } from 'preact/hooks';
import { api, newId, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import type { Fields } from './merge.ts';

export type Scope = 'this' | 'following' | 'all';
export type EditPreview = Dto['EditPreviewDto'];
export type Activity = Dto['ActivityDto'];

export type Found =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly row: Occurrence }
  /**
   * The occurrence is in the trash (`isRestorable`), or permanently deleted. In the second case the last
   * known row is shown.
   */
  | { readonly state: 'deleted'; readonly row: Occurrence; readonly isRestorable: boolean }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

/**
 * Returns one occurrence. It is read from this client's copy of the household or, if the copy does not
 * contain it, from the service (including the trash).
 */
export function useOccurrence(id: string): Found {
  const household = useHousehold();
  const row = household.occurrence(id);
  const isWhole = household.replica.isWhole.value;
  const last = useRef<Occurrence | null>(null);
  if (row !== undefined) last.current = row;
  const [answer, setAnswer] = useState<{ id: string; found: Found } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isMissing = row === undefined && isWhole;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    const before = last.current?.id === id ? last.current : null;
    find(household, id, before).then(
      (found) => isWanted && setAnswer({ id, found }),
      (error: unknown) =>
        isWanted &&
        setAnswer({ id, found: { state: 'failed', error, retry: () => setAttempt((number) => number + 1) } }),
    );
    return () => {
      isWanted = false;
      setAnswer(null);
    };
  }, [household, id, isMissing, attempt]);
  if (row !== undefined) return { state: 'shown', row };
  if (answer?.id === id) return answer.found;
  return { state: 'loading' };
}

async function find(household: HouseholdData, id: string, before: Occurrence | null): Promise<Found> {
  const path = { householdId: household.id, occurrenceId: id };
  try {
    const row = await value(
      api.GET('/v1/households/{householdId}/occurrences/{occurrenceId}', { params: { path } }),
    );
    household.replica.put('occurrences', [row]);
    return { state: 'shown', row };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  const deleted = await inTrash(household, id);
  if (deleted !== null) return { state: 'deleted', row: deleted, isRestorable: true };
  return before === null ? { state: 'gone' } : { state: 'deleted', row: before, isRestorable: false };
}

async function inTrash(household: HouseholdData, id: string): Promise<Occurrence | null> {
  const path = { householdId: household.id };
  const trash = await value(
    api.GET('/v1/households/{householdId}/trash', { params: { path, query: { limit: 100 } } }),
  );
  return trash.find((row) => row.id === id) ?? null;
}

/** Restores an occurrence from the trash and fetches it. */
export async function restore(household: HouseholdData, occurrenceId: string): Promise<void> {
  await value(
    api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/restore', {
      params: {
        path: { householdId: household.id, occurrenceId },
        header: { 'Idempotency-Key': newId() } as never,
      },
    }),
  );
  await household.catchUp();
}

/**
 * Returns how an edit with this scope would change the dates of the task. If `set` is null, returns how deleting
 * the task would change them. Nothing is saved.
 * @throws ApiError with the error that the edit itself would have
 */
export function preview(
  household: HouseholdData,
  row: Occurrence,
  scope: Scope,
  set: Fields | null,
): Promise<EditPreview> {
  return value(
    api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/preview', {
      params: { path: { householdId: household.id, occurrenceId: row.id }, query: { scope } },
      body: (set === null
        ? { delete: true, version: row.version }
        : { ...set, version: row.version }) as never,
    }),
  );
}

const readDays = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the dates that these words (such as "tomorrow") mean, as the service parses them. Words that mean no date
 * are left out. If no word is left out, the answer is cached for the day.
 */
export async function readDates(
  household: HouseholdData,
  words: readonly string[],
  locale: string,
): Promise<ReadonlyMap<string, string>> {
  const key = [household.id, household.today.value, locale, ...words].join();
  const known = readDays.get(key);
  if (known !== undefined) return known;
  const read = words.map(async (word) => {
    const answer = await value(
      api.POST('/v1/households/{householdId}/quick-add/parse', {
        params: { path: { householdId: household.id } },
        body: { text: `x ${word}`, locale },
      }),
    ).catch(() => null);
    const date = answer?.task.date;
    return typeof date === 'string' ? ([word, date] as const) : null;
  });
  const days = new Map((await Promise.all(read)).filter((each) => each !== null));
  if (days.size === words.length) readDays.set(key, days);
  return days;
}

/** Returns the latest 30 activities of a task, newest first. */
export function history(household: HouseholdData, taskId: string): Promise<readonly Activity[]> {
  return value(
    api.GET('/v1/households/{householdId}/activity', {
      params: { path: { householdId: household.id }, query: { subjectId: taskId, limit: 30 } },
    }),
  );
}
