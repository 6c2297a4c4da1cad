import type { MemberCaller } from '../../../application/shared/caller.js';
import type { SeriesView } from '../../../application/series/queries.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { IF_MATCH, readIfMatch } from '../input.js';
import { LocaleQuery, PageQuery, SeriesQuery } from '../schema/query.js';
import { EditPreviewDto, presentEditPreview } from '../tasks/edit-preview.js';
import { toSeriesFields } from '../tasks/task-to-domain.js';
import { RecurrencePreviewInput, UpdateSeriesInput } from './schema.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import {
  presentHistoryEntry,
  presentPreview,
  presentSeries,
  RecurrencePreview,
  SeriesDto,
  SeriesHistoryEntry,
} from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST = '/v1/households/{householdId}/series';
const ONE = `${LIST}/{seriesId}` as const;
const LIST_CURSOR: CursorShape = ['id'];
const HISTORY_CURSOR: CursorShape = ['latestDay', 'integer', 'id'];

const answers = (description: string) => [{ status: 200, description, body: SeriesDto, headers: ['ETag'] }];
const one = (view: SeriesView, caller: MemberCaller, locale?: Locale): RouteResponse<SeriesDto> => ({
  status: 200,
  headers: { ETag: `"${view.series.version}"` },
  body: presentSeries(view, caller, locale),
});

export function seriesRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Series', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/recurrence/preview',
      operationId: 'previewRecurrence',
      summary: 'Preview a recurrence',
      description:
        'Returns the first dates of a rule, and the members whose turn each date would be. ' +
        'Nothing is created. Turns that a balanced rotation has not assigned yet are ' +
        '`provisional`.',
      query: LocaleQuery,
      body: RecurrencePreviewInput,
      responses: [{ status: 200, description: 'The first dates of the rule.', body: RecurrencePreview }],
      handle: async ({ caller, query, body }) => {
        const { rotation = null, season = null, from = null, to = null, limit = 10, ...rule } = body;
        const request = { ...rule, rotation, season, from, to, limit };
        const preview = await useCases.previewRecurrence(caller, request);
        return { body: presentPreview(preview, caller, query.locale) };
      },
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listSeries',
      summary: 'List the series',
      description: 'Returns the repeating tasks of the household that have not ended.',
      query: SeriesQuery,
      responses: [pageOf(SeriesDto, 'The rows, oldest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listSeries(caller, readPage(query, LIST_CURSOR)), (view) =>
          presentSeries(view, caller, query.locale),
        ),
    }),
    route({
      method: 'get',
      path: ONE,
      operationId: 'getSeries',
      summary: 'Show a series',
      description:
        'Returns a repeating task. `text` is its rule in words, in the language of `locale` ' +
        'or of the account. `nextDates` are the dates of the rule, `upcoming` the next five ' +
        'open occurrences.',
      query: LocaleQuery,
      responses: answers('The series.'),
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, params, query }) =>
        one(await useCases.getSeries(caller, params.seriesId), caller, query.locale),
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateSeries',
      onReplay: async ({ caller, params, query }) =>
        one(await useCases.getSeries(caller, params.seriesId), caller, query.locale),
      summary: 'Edit a series',
      description:
        'Changes the rule, the rotation or the fields of a series, for everything that is still ' +
        'to come. Past, finished and edited occurrences do not change, with two exceptions: a new ' +
        '`visibility` applies to them too, and the open occurrence of a series that repeats after ' +
        'completion changes even if it is overdue. `version` is the version that the caller has ' +
        'read.',
      bulkCost: ({ caller, params: { seriesId } }) => useCases.measureSeries(caller, [{ seriesId }]),
      headers: [IF_MATCH],
      query: LocaleQuery,
      body: UpdateSeriesInput,
      responses: answers('The changed series.'),
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params, query, body, http }) => {
        const { version } = body;
        const precondition = { ...(version !== undefined && { version }), ...readIfMatch(http) };
        const fields = toSeriesFields(body);
        const edited = await useCases.editSeries(caller, params.seriesId, fields, precondition);
        return one(edited, caller, query.locale);
      },
    }),
    route({
      method: 'post',
      path: `${ONE}/preview`,
      operationId: 'previewSeriesEdit',
      summary: 'Preview an edit of a series',
      description:
        'Returns what an edit of the series would do to its dates. Nothing is changed and ' +
        'nobody is notified. The preview refuses what the edit would refuse.',
      bulkCost: ({ caller, params: { seriesId } }) => useCases.measureSeries(caller, [{ seriesId }]),
      body: UpdateSeriesInput,
      responses: [{ status: 200, description: 'The counts, and the next dates.', body: EditPreviewDto }],
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body }) => {
        const precondition = body.version === undefined ? {} : { version: body.version };
        const fields = toSeriesFields(body);
        const preview = await useCases.previewSeriesEdit(caller, params.seriesId, fields, precondition);
        return { body: presentEditPreview(preview) };
      },
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteSeries',
      summary: 'End a series',
      description:
        'Ends the series. Its open occurrences from today on, and those without a date, go to the ' +
        'trash. Finished occurrences and overdue ones stay. If the series repeats after ' +
        'completion, its open occurrence goes to the trash even if it is overdue.',
      bulkCost: ({ caller, params: { seriesId } }) => useCases.measureSeries(caller, [{ seriesId }]),
      headers: [IF_MATCH],
      responses: [{ status: 204, description: 'The series has ended.' }],
      errors: ['TASK_NOT_FOUND', 'VERSION_CONFLICT'],
      handle: ({ caller, params, http }) => useCases.deleteSeries(caller, params.seriesId, readIfMatch(http)),
    }),
    route({
      method: 'get',
      path: `${ONE}/history`,
      operationId: 'listSeriesHistory',
      summary: 'List the history of a series',
      description:
        'Returns the done and skipped occurrences of the task to which the series belongs, newest ' +
        'first. If an edit has split the task, these are the occurrences of all its series.',
      query: PageQuery,
      responses: [pageOf(SeriesHistoryEntry, 'The rows, newest first.')],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, params, query, http }) => {
        const page = await useCases.listSeriesHistory(
          caller,
          params.seriesId,
          readPage(query, HISTORY_CURSOR),
        );
        return answerPage(http, page, (row) => presentHistoryEntry(row, caller.household.timeZone));
      },
    }),
  ]);
}
