import { useEffect, useState } from 'preact/hooks';
import { api, everyPage, nextCursor, ok, value, type Dto } from '../api/client.ts';
import { language } from '../i18n/t.ts';
import { useHousehold, type HouseholdData } from './household.ts';
import { useLoaded } from './use-loaded.ts';
import { byTime } from './today.ts';

export type Series = Dto['SeriesDto'];
export type PastDate = Dto['SeriesHistoryEntry'];

const COMING = 5;

/**
 * Returns a function that finds the next open dates (at most five) of a series, from today on. If the series repeats
 * after completion, the function returns its only open date, even if that is overdue. The dates come from the
 * occurrences in this client's copy, because the service does not send the row of a series again when a turn is
 * swapped or completed.
 */
export function upcomingOf({ occurrences, today }: HouseholdData): (series: Series) => Series['upcoming'] {
  const open = Map.groupBy(
    occurrences.value.flatMap((row) =>
      row.status === 'TODO' && row.date !== null ? { ...row, date: row.date } : [],
    ),
    ({ seriesId }) => seriesId,
  );
  return ({ id, recurrence, upcoming }) => {
    const provisional = new Set(upcoming.flatMap((each) => (each.provisional ? each.occurrenceId : [])));
    return (open.get(id) ?? [])
      .filter(({ date }) => !('frequency' in recurrence) || date >= today.value)
      .sort(byTime)
      .slice(0, COMING)
      .map(({ id: occurrenceId, date, time, responsibleMemberIds, turnReason }) => ({
        ...{ occurrenceId, date, time, responsibleMemberIds, turnReason },
        provisional: provisional.has(occurrenceId),
      }));
  };
}

/**
 * Returns the series of the household. At first these are the series in this client's copy. When the service
 * has answered, they include series that have ended, and the rules in the language of the page.
 */
export function useSeriesList() {
  const household = useHousehold();
  const kept = household.replica.all('series');
  const locale = language.value;
  const load = () =>
    everyPage((page) =>
      api.GET('/v1/households/{householdId}/series', {
        params: { path: { householdId: household.id }, query: { locale, limit: 100, ...page } },
      }),
    );
  const { data: listed } = useLoaded(load, [household, locale], kept);
  const texts = new Map((listed ?? []).map(({ id, text }) => [id, text]));
  const ended = (listed ?? []).filter(({ id, endedAt }) => endedAt !== null && !kept.has(id));
  const coming = upcomingOf(household);
  const rows = [...kept.values()].map((row) => ({
    ...row,
    text: texts.get(row.id) ?? row.text,
    upcoming: coming(row),
  }));
  return [...rows, ...ended];
}

/**
 * Returns one series. Its fields come from this client's copy of the household or, if the copy does not contain the
 * series, from the service. The rule in the language of the page comes from the service in both cases.
 */
export function useSeries(id: string) {
  const household = useHousehold();
  const kept = household.replica.all('series').get(id);
  const isWhole = household.replica.isWhole.value;
  const [answer, setAnswer] = useState<Series | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const locale = language.value;
  const version = kept?.version;
  useEffect(() => {
    if (!isWhole || id === 'new') return;
    let isWanted = true;
    readSeries(household, id).then(
      (series) => {
        if (!isWanted) return;
        setAnswer(series);
        setError(null);
      },
      (problem: unknown) => isWanted && setError(problem),
    );
    return () => {
      isWanted = false;
    };
  }, [household, id, isWhole, version, locale, attempt]);
  const own = answer?.id === id ? answer : null;
  const series =
    kept === undefined
      ? own
      : { ...kept, text: own?.text ?? kept.text, upcoming: upcomingOf(household)(kept) };
  return { series, error, retry: () => setAttempt((number) => number + 1) };
}

export const readSeries = (household: HouseholdData, seriesId: string): Promise<Series> =>
  value(
    api.GET('/v1/households/{householdId}/series/{seriesId}', {
      params: { path: { householdId: household.id, seriesId }, query: { locale: language.value } },
    }),
  );

/**
 * Ends a series. Its future dates are deleted, and completed ones stay.
 * @returns the operation id for undo, or null if nothing was changed
 */
export async function endSeries(
  household: HouseholdData,
  { id, version }: Pick<Series, 'id' | 'version'>,
  key: string,
): Promise<string | null> {
  const { response } = await ok(
    api.DELETE('/v1/households/{householdId}/series/{seriesId}', {
      params: { path: { householdId: household.id, seriesId: id } },
      headers: { 'Idempotency-Key': key, 'If-Match': `"${version}"` },
    }),
  );
  await household.catchUp();
  return response.headers.get('Operation-Id');
}

/** Reads the history of a series page by page, latest date first. */
export function useSeriesHistory(seriesId: string) {
  const household = useHousehold();
  const [rows, setRows] = useState<readonly PastDate[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const load = async (from: string | null) => {
    setError(null);
    try {
      const { data = [], response } = await ok(
        api.GET('/v1/households/{householdId}/series/{seriesId}/history', {
          params: {
            path: { householdId: household.id, seriesId },
            query: { limit: 10, ...(from !== null && { cursor: from }) },
          },
        }),
      );
      setRows((before) => [...(from === null ? [] : (before ?? [])), ...data]);
      setCursor(nextCursor(response));
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => void load(null), [household, seriesId]);
  return {
    rows,
    error,
    retry: () => void load(cursor),
    more: cursor === null ? null : () => void load(cursor),
  };
}
