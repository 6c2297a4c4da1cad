import { BalanceQuery } from '../schema/query.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { BalanceDto, presentBalance, presentSuggestion, SuggestionDto } from './present.js';

export function balanceRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Balance', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/balance',
      operationId: 'showBalance',
      summary: 'Who did how much, beside what was to be expected by weight and days',
      access: 'member',
      query: BalanceQuery,
      responses: [{ status: 200, description: 'Of the 56 days up to today, unless asked', body: BalanceDto }],
      handle: async ({ caller, query }) => ({
        body: presentBalance(await useCases.showBalance(caller, query)),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/occurrences/{occurrenceId}/suggestions',
      operationId: 'suggestMembers',
      summary: 'Who might do it; assigns nothing',
      access: 'member',
      responses: [{ status: 200, description: 'Who has done least first', body: [SuggestionDto] }],
      handle: async ({ caller, params }) => ({
        body: (await useCases.suggestMembers(caller, params.occurrenceId)).map(presentSuggestion),
      }),
    }),
  ]);
}
