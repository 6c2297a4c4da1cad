import { ActivityQuery, StatisticsQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { ActivityDto, presentActivity, presentStatistics, StatisticsDto } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function historyRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('History', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/activity',
      operationId: 'listActivity',
      summary: 'List the activity',
      description:
        'Returns what happened in the household, newest first, for 12 months. `subjectId` ' +
        'with the id of an occurrence, a series or a task returns its history.',
      query: ActivityQuery,
      responses: [pageOf(ActivityDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) => {
        const { subjectId = null, since } = query;
        const filter = { subjectId, since: since === undefined ? null : Date.parse(since) };
        const page = await useCases.listActivity(caller, readPage(query, CURSOR), filter);
        return answerPage(http, page, presentActivity);
      },
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/statistics',
      operationId: 'showStatistics',
      summary: 'Show statistics',
      description: [
        'Returns how many tasks were done per member, per category and per day, by default in the ' +
          'last 30 days. With `by=week`, it also returns them per member and week.',
        'A late task counts as late for the member whose turn it was. Absences and days ' +
          'without tasks do not end a streak.',
      ],
      query: StatisticsQuery,
      responses: [{ status: 200, description: 'The statistics.', body: StatisticsDto }],
      handle: async ({ caller, query }) => ({
        body: presentStatistics(await useCases.showStatistics(caller, query)),
      }),
    }),
  ]);
}
