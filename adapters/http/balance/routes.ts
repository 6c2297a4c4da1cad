import { BalanceQuery } from '../schema/query.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { RebalancedDays, RebalanceInput } from './schema.js';
import { OccurrenceDto, occurrenceAnswers } from '../tasks/present.js';
import {
  BalanceDto,
  ForetoldRebalanceDto,
  presentBalance,
  presentRebalancePreview,
  presentAssigneeSuggestion,
  SuggestionDto,
} from './present.js';

export function balanceRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { several, currentRows } = occurrenceAnswers(dependencies);
  return tagged('Balance', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/balance',
      operationId: 'showBalance',
      summary: 'Show the balance',
      description:
        'Compares the minutes that each member did with the expected share, by default for ' +
        'the last 56 days. The expected share follows from the days at home and `weight`. A ' +
        'task without a duration counts as `defaultEffortMinutes`. `tookOver` counts tasks ' +
        'that the member did for others, and `handedOver` tasks that others did for the ' +
        'member.',
      query: BalanceQuery,
      responses: [{ status: 200, description: 'The balance of each member.', body: BalanceDto }],
      handle: async ({ caller, query }) => ({
        body: presentBalance(await useCases.showBalance(caller, query)),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/occurrences/{occurrenceId}/suggestions',
      operationId: 'suggestMembers',
      summary: 'Suggest who could do a task',
      description:
        'Returns the members who could do the occurrence. Those who did least compared with their ' +
        'expected share of the last 56 days come first. Nothing is assigned.',
      responses: [
        {
          status: 200,
          description: 'The members, those who did least of their expected share first.',
          body: [SuggestionDto],
        },
      ],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: (await useCases.suggestMembers(caller, params.occurrenceId)).map(presentAssigneeSuggestion),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/rebalance',
      operationId: 'rebalance',
      onReplay: currentRows,
      summary: 'Rebalance turns',
      description:
        'Reassigns open turns of the given days to other members of their rotation, so that ' +
        'the planned minutes come closer to the expected share. One request reassigns at most ' +
        '500 turns. Repeat the request to reassign later ones. With `dryRun: true` in the ' +
        'body, nothing is changed.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: RebalanceInput,
      responses: [
        {
          status: 200,
          description: 'The reassigned occurrences, by date.',
          body: [OccurrenceDto],
        },
      ],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, body: { dryRun = false, seriesIds = null, from, to } }) => {
        const rebalance = dryRun ? useCases.previewRebalance : useCases.rebalance;
        return several(caller, await rebalance(caller, { from, to, seriesIds }));
      },
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/rebalance/preview',
      operationId: 'foretellRebalance',
      summary: 'Preview rebalanced turns',
      description:
        'Returns counts and the first dates that `POST …/rebalance` would reassign. Nothing ' + 'is changed.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: RebalancedDays,
      responses: [
        {
          status: 200,
          description: 'The counts, and the first dates that would be reassigned.',
          body: ForetoldRebalanceDto,
        },
      ],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, body: { seriesIds = null, from, to } }) => ({
        body: presentRebalancePreview(await useCases.summariseRebalance(caller, { from, to, seriesIds })),
      }),
    }),
  ]);
}
