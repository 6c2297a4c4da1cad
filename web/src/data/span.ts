import { useEffect, useState } from 'preact/hooks';
import { api, everyPage } from '../api/client.ts';
import { addDays } from '../i18n/formats.ts';
import { HISTORY_DAYS, useHousehold, type HouseholdData } from './household.ts';

export type SpanState =
  | { readonly state: 'whole' | 'loading' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

/**
 * Loads the tasks of the shown days from the service if they are earlier than the days in this client's copy of the
 * household. The tasks are loaded each time the user navigates to such days.
 */
export function useSpan(from: string, to: string): SpanState {
  const household = useHousehold();
  const isWhole = household.replica.isWhole.value;
  const begin = addDays(household.today.value, -HISTORY_DAYS);
  const needs = isWhole && from < begin;
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; error?: unknown } | null>(null);
  const key = `${from} ${to}`;
  useEffect(() => {
    if (!needs) return;
    let isWanted = true;
    setAnswer(null);
    bringDays(household, from, to < begin ? to : begin).then(
      () => isWanted && setAnswer({ key }),
      (error: unknown) => isWanted && setAnswer({ key, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [household, key, needs, attempt]);
  if (!needs || (answer?.key === key && answer.error === undefined))
    return { state: isWhole ? 'whole' : 'loading' };
  if (answer?.key === key)
    return { state: 'failed', error: answer.error, retry: () => setAttempt((number) => number + 1) };
  return { state: 'loading' };
}

async function bringDays(household: HouseholdData, from: string, to: string): Promise<void> {
  const rows = await everyPage((page) =>
    api.GET('/v1/households/{householdId}/occurrences', {
      params: { path: { householdId: household.id }, query: { view: 'all', from, to, limit: 100, ...page } },
    }),
  );
  household.replica.put('occurrences', rows);
}
