import { BalanceQuery } from '../schema/query.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { RebalancedDays, RebalanceInput } from './schema.js';
import { OccurrenceDto, occurrencePresenter } from '../tasks/present.js';
import {
  BalanceDto,
  ForetoldRebalanceDto,
  presentBalance,
  presentForetold,
  presentSuggestion,
  SuggestionDto,
} from './present.js';

export function balanceRoutes({ useCases, clock }: RouteDependencies): Route[] {
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
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: (await useCases.suggestMembers(caller, params.occurrenceId)).map(presentSuggestion),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/rebalance',
      operationId: 'rebalance',
      onReplay: async ({ caller, operation }) => ({
        body: (await useCases.showRows(caller, 'occurrence', operation)).map(
          occurrencePresenter(caller.household, clock.now()),
        ),
      }),
      summary:
        'Give open turns to others of their rotation, so that what is planned comes nearer to what is expected',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: RebalanceInput,
      responses: [
        {
          status: 200,
          description: 'What goes to others, as it is then, by date; with `dryRun` nothing is changed',
          body: [OccurrenceDto],
        },
      ],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, body: { dryRun = false, seriesIds = null, from, to } }) => {
        const request = { from, to, seriesIds };
        const given = dryRun
          ? await useCases.previewRebalance(caller, request)
          : await useCases.rebalance(caller, request);
        return { body: given.map(occurrencePresenter(caller.household, clock.now())) };
      },
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/rebalance/preview',
      operationId: 'foretellRebalance',
      summary: 'What evening out turns would do: counts, and the first dates; nothing is changed',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: RebalancedDays,
      responses: [{ status: 200, description: 'As a pause tells it', body: ForetoldRebalanceDto }],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, body: { seriesIds = null, from, to } }) => ({
        body: presentForetold(await useCases.summariseRebalance(caller, { from, to, seriesIds })),
      }),
    }),
  ]);
}
