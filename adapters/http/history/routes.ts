import { ActivityQuery, StatisticsQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
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
      summary: 'What happened in the household, for 12 months',
      access: 'member',
      query: ActivityQuery,
      responses: [{ status: 200, description: 'Newest first', body: [ActivityDto], headers: ['Link'] }],
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
      summary: 'Who did what, per member, category and day',
      access: 'member',
      query: StatisticsQuery,
      responses: [
        { status: 200, description: 'Of the 30 days up to today, unless asked', body: StatisticsDto },
      ],
      handle: async ({ caller, query }) => ({
        body: presentStatistics(await useCases.showStatistics(caller, query)),
      }),
    }),
  ]);
}
