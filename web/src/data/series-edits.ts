import { useEffect, useRef, useState } from 'preact/hooks';
import { api, ok, value, type Dto } from '../api/client.ts';
import { language } from '../i18n/t.ts';
import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import type { Series } from './series.ts';

type Edit = Dto['UpdateSeriesInput'];

/** The preview of a form: the rule in words, and the next dates with their current values. */
export type SeriesPreview = {
  readonly text: string;
  readonly dates: readonly {
    readonly date: string;
    readonly time: string | null;
    readonly responsibleMemberIds: readonly string[];
    readonly was: { readonly date: string | null; readonly responsibleMemberIds: readonly string[] } | null;
    readonly isNew: boolean;
    /** True if the rotation decides about this date only closer to the time, so the assignee may still change. */
    readonly isProvisional: boolean;
  }[];
  /** How many dates would be created, changed and removed. null for a series that does not exist yet. */
  readonly counts: Dto['EditPreviewDto']['counts'] | null;
};

const SHOWN = 10;
const PAUSE = 250;

/** The fields of the form that describe a rule. */
export type RuleInput = Pick<
  Dto['RecurrencePreviewInput'],
  'recurrence' | 'startDate' | 'rotation' | 'season'
>;

/** The subject of the rule: an existing series, a task that is made to repeat, or a new series. */
export type Subject =
  | { readonly kind: 'series'; readonly id: string; readonly version: number; readonly edit: Edit }
  | { readonly kind: 'task'; readonly row: Occurrence; readonly edit: Dto['PreviewOccurrenceInput'] }
  | { readonly kind: 'new' };

async function previewSeries(
  household: HouseholdData,
  rule: RuleInput,
  subject: Subject,
  signal: AbortSignal,
): Promise<SeriesPreview> {
  const path = { householdId: household.id };
  const [described, edited] = await Promise.all([
    value(
      api.POST('/v1/households/{householdId}/recurrence/preview', {
        params: { path, query: { locale: language.value } },
        body: { ...rule, limit: SHOWN },
        signal,
      }),
    ),
    subject.kind === 'series'
      ? value(
          api.POST('/v1/households/{householdId}/series/{seriesId}/preview', {
            params: { path: { ...path, seriesId: subject.id } },
            body: { ...subject.edit, version: subject.version },
            signal,
          }),
        )
      : subject.kind === 'task'
        ? value(
            api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/preview', {
              params: { path: { ...path, occurrenceId: subject.row.id }, query: { scope: 'this' } },
              body: { ...subject.edit, version: subject.row.version },
              signal,
            }),
          )
        : null,
  ]);
  const { text } = described;
  if (edited === null)
    return {
      text,
      dates: described.dates.map((each) => ({
        ...each,
        was: null,
        isNew: false,
        isProvisional: each.provisional,
      })),
      counts: null,
    };
  return {
    text,
    dates: edited.dates.map((each) => ({
      ...each,
      isNew: each.occurrenceId === null || (each.was !== null && each.was.date === null),
      isProvisional: false,
    })),
    counts: edited.counts,
  };
}

/**
 * Loads the preview while the form is being edited. A request whose answer is no longer needed is aborted.
 * @param rule null if the form is incomplete or is being saved; nothing is requested then
 */
export function useSeriesPreview(rule: RuleInput | null, subject: Subject) {
  const household = useHousehold();
  const key = JSON.stringify([language.value, rule, { ...subject, row: undefined }]);
  const [state, setState] = useState<{
    readonly preview: SeriesPreview | null;
    readonly error: unknown;
    /** The key of the request to which this preview is the answer. */
    readonly key: string;
  }>({ preview: null, error: null, key: '' });
  const isFirst = useRef(true);
  useEffect(() => {
    if (rule === null) return;
    const asked = new AbortController();
    const isWanted = () => !asked.signal.aborted;
    const pause = isFirst.current ? 0 : PAUSE;
    isFirst.current = false;
    const timer = setTimeout(() => {
      previewSeries(household, rule, subject, asked.signal).then(
        (preview) => isWanted() && setState({ preview, error: null, key }),
        (error: unknown) => isWanted() && setState((before) => ({ ...before, error, key })),
      );
    }, pause);
    return () => {
      asked.abort();
      clearTimeout(timer);
    };
  }, [household, key]);
  return {
    preview: state.preview,
    error: state.key === key ? state.error : null,
    isCurrent: state.key === key,
  };
}

/** Returns the rule in words, without the dates. */
export const wordsOf = (household: HouseholdData, rule: RuleInput): Promise<string> =>
  value(
    api.POST('/v1/households/{householdId}/recurrence/preview', {
      params: { path: { householdId: household.id }, query: { locale: language.value } },
      body: { ...rule, limit: 1 },
    }),
  ).then(({ text }) => text);

type Written = { readonly operationId: string | null; readonly seriesId: string | null };
const operationOf = (response: Response): string | null => response.headers.get('Operation-Id');

/**
 * Changes a series.
 * @throws ApiError VERSION_CONFLICT if somebody else has changed it
 */
export async function changeSeries(
  household: HouseholdData,
  { id, version }: Pick<Series, 'id' | 'version'>,
  edit: Edit,
  key: string,
): Promise<Written> {
  const { response } = await ok(
    api.PATCH('/v1/households/{householdId}/series/{seriesId}', {
      params: { path: { householdId: household.id, seriesId: id }, query: {} },
      headers: { 'Idempotency-Key': key },
      body: { ...edit, version },
    }),
  );
  await household.catchUp();
  return { operationId: operationOf(response), seriesId: id };
}

/** Makes an open task repeat. */
export async function makeRepeat(
  household: HouseholdData,
  row: Occurrence,
  edit: Omit<Dto['UpdateOccurrenceInput'], 'version'>,
  key: string,
): Promise<Written> {
  const { data, response } = await ok(
    api.PATCH('/v1/households/{householdId}/occurrences/{occurrenceId}', {
      params: { path: { householdId: household.id, occurrenceId: row.id }, query: { scope: 'this' } },
      headers: { 'Idempotency-Key': key },
      body: { ...edit, version: row.version },
    }),
  );
  await household.catchUp();
  return { operationId: operationOf(response), seriesId: data?.seriesId ?? null };
}

/**
 * Makes this occurrence a one-off task and ends its series. Other open dates from today on are deleted. Past and
 * finished ones stay.
 */
export async function makeOnce(
  household: HouseholdData,
  occurrenceId: string,
  key: string,
): Promise<Written> {
  const path = { householdId: household.id, occurrenceId };
  const at = '/v1/households/{householdId}/occurrences/{occurrenceId}';
  const { version } = await value(api.GET(at, { params: { path } }));
  const { response } = await ok(
    api.PATCH(at, {
      params: { path, query: { scope: 'all' } },
      headers: { 'Idempotency-Key': key },
      body: { recurrence: null, version },
    }),
  );
  await household.catchUp();
  return { operationId: operationOf(response), seriesId: null };
}

export async function createRepeating(
  household: HouseholdData,
  task: Dto['CreateTaskInput'],
  key: string,
): Promise<Written> {
  const { data, response } = await ok(
    api.POST('/v1/households/{householdId}/tasks', {
      params: { path: { householdId: household.id } },
      headers: { 'Idempotency-Key': key },
      body: task,
    }),
  );
  await household.catchUp();
  return { operationId: operationOf(response), seriesId: data?.seriesId ?? null };
}

/** Returns the name of the member who changed the series last. undefined if that member is not known. */
export async function whoChanged(household: HouseholdData, seriesId: string): Promise<string | undefined> {
  const [last] = await value(
    api.GET('/v1/households/{householdId}/activity', {
      params: { path: { householdId: household.id }, query: { subjectId: seriesId, limit: 1 } },
    }),
  );
  return household.member(last?.actorId ?? '')?.displayName;
}

/** Returns the day calendars, such as holidays. */
export const listCalendarsToAvoid = (household: HouseholdData): Promise<readonly Dto['DayCalendarDto'][]> =>
  value(
    api.GET('/v1/households/{householdId}/day-calendars', {
      params: { path: { householdId: household.id } },
    }),
  );
