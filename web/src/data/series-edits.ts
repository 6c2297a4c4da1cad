import { useEffect, useRef, useState } from 'preact/hooks';
import { api, ok, value, type Dto } from '../api/client.ts';
import { language } from '../i18n/t.ts';
import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import type { Series } from './series.ts';

type Edit = Dto['UpdateSeriesInput'];

/** What a form would come to: the rule in words, and the next dates with what they are now. */
export type Foretold = {
  readonly text: string;
  readonly dates: readonly {
    readonly date: string;
    readonly time: string | null;
    readonly responsibleMemberIds: readonly string[];
    readonly was: { readonly date: string | null; readonly responsibleMemberIds: readonly string[] } | null;
    readonly isNew: boolean;
    /** A later draw may give it to another. */
    readonly isProvisional: boolean;
  }[];
  /** Of what is there; null: nothing is yet. */
  readonly counts: Dto['EditPreviewDto']['counts'] | null;
};

const SHOWN = 10;
const PAUSE = 250;

/** What a form describes, before it is something. */
export type Described = Pick<
  Dto['RecurrencePreviewInput'],
  'recurrence' | 'startDate' | 'rotation' | 'season'
>;

/** What it shall become part of: a series, a task that would begin to repeat, or nothing yet. */
export type Subject =
  | { readonly kind: 'series'; readonly id: string; readonly version: number; readonly edit: Edit }
  | { readonly kind: 'task'; readonly row: Occurrence; readonly edit: Dto['PreviewOccurrenceInput'] }
  | { readonly kind: 'new' };

async function foretell(
  household: HouseholdData,
  rule: Described,
  subject: Subject,
  signal: AbortSignal,
): Promise<Foretold> {
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
 * What would come of it, asked for while it is being changed; a question that is no longer wanted is taken back.
 * @param rule null: nothing is asked, since it says none or is being saved
 */
export function useForetold(rule: Described | null, subject: Subject) {
  const household = useHousehold();
  const key = JSON.stringify([language.value, rule, { ...subject, row: undefined }]);
  const [state, setState] = useState<{
    readonly foretold: Foretold | null;
    readonly error: unknown;
    /** Of what was asked. */
    readonly key: string;
  }>({ foretold: null, error: null, key: '' });
  const isFirst = useRef(true);
  useEffect(() => {
    if (rule === null) return;
    const asked = new AbortController();
    const isWanted = () => !asked.signal.aborted;
    const pause = isFirst.current ? 0 : PAUSE;
    isFirst.current = false;
    const timer = setTimeout(() => {
      foretell(household, rule, subject, asked.signal).then(
        (foretold) => isWanted() && setState({ foretold, error: null, key }),
        (error: unknown) => isWanted() && setState((before) => ({ ...before, error, key })),
      );
    }, pause);
    return () => {
      asked.abort();
      clearTimeout(timer);
    };
  }, [household, key]);
  return {
    foretold: state.foretold,
    error: state.key === key ? state.error : null,
    isCurrent: state.key === key,
  };
}

/** The words of a rule alone. */
export const wordsOf = (household: HouseholdData, rule: Described): Promise<string> =>
  value(
    api.POST('/v1/households/{householdId}/recurrence/preview', {
      params: { path: { householdId: household.id }, query: { locale: language.value } },
      body: { ...rule, limit: 1 },
    }),
  ).then(({ text }) => text);

type Written = { readonly operationId: string | null; readonly seriesId: string | null };
const operationOf = (response: Response): string | null => response.headers.get('Operation-Id');

/** @throws ApiError VERSION_CONFLICT: somebody else has changed it */
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

/** A task that is to do begins to repeat. */
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

/** A series is one task again: that of this date; its others go. */
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

/** Who changed it last, by what is told of it; undefined: nobody who is known. */
export async function whoChanged(household: HouseholdData, seriesId: string): Promise<string | undefined> {
  const [last] = await value(
    api.GET('/v1/households/{householdId}/activity', {
      params: { path: { householdId: household.id }, query: { subjectId: seriesId, limit: 1 } },
    }),
  );
  return household.member(last?.actorId ?? '')?.displayName;
}

/** The calendars of days that are different, such as holidays. */
export const listDifferentDays = (household: HouseholdData): Promise<readonly Dto['DayCalendarDto'][]> =>
  value(
    api.GET('/v1/households/{householdId}/day-calendars', {
      params: { path: { householdId: household.id } },
    }),
  );
