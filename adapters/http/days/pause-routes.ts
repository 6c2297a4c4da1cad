import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { DryRunQuery } from '../schema/query.js';
import { answerDryRun, DRY_RUN_RESPONSE } from '../tasks/edit-preview.js';
import { MadePauseDto, PauseDto, presentMadePause, presentPause } from './pause-present.js';
import { PauseInput } from './pause-schema.js';

const LIST = '/v1/households/{householdId}/pauses';

export function pauseRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Days', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listPauses',
      summary: 'List the pauses',
      description:
        'Returns the pauses that are under way or to come, by their first day. A pause that ' +
        'is over stays in the list until somebody creates the next pause.',
      responses: [{ status: 200, description: 'The pauses, by their first day.', body: [PauseDto] }],
      handle: async ({ caller }) => ({ body: (await useCases.listPauses(caller)).map(presentPause) }),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'createPause',
      onReplay: async ({ caller, operation }) => ({
        body: presentMadePause({
          pause: await useCases.showRow(caller, 'pause', operation),
          dates: [],
          isComplete: operation.progress === undefined,
        }),
      }),
      summary: 'Create a pause',
      description: [
        'Skips the dates of series on the given days, postpones them, or gives them to one ' +
          'member (`mode`). Pets cannot take them over.',
        '- Without `seriesIds`, the pause applies to all series that the caller sees, except ' +
          'those with `whenAway: "keep"`. One-off tasks on these days are postponed or given to the ' +
          'member too, but never skipped. Without `to`, they are not postponed. Personal tasks are ' +
          'never given to another member.',
        '- With `seriesIds`, it applies to these series only. They are all shared or all personal.',
        'The answer counts what changes. If more than 50 series are affected, `complete` is ' +
          'false and the rest is changed after the answer. With `dryRun: true` in the body, ' +
          'nothing is changed.',
      ],
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: PauseInput,
      responses: [
        {
          status: 201,
          description: 'The pause, and what it changed or would change.',
          body: MadePauseDto,
        },
      ],
      errors: ['LIMIT_REACHED', 'TASK_NOT_FOUND'],
      handle: async ({ caller, body: { dryRun = false, from, mode, ...said } }) => {
        const { to = null, seriesIds = null, assignTo = null, note = null } = said;
        const request = { from, to, seriesIds, mode, assignTo, note };
        return dryRun
          ? { body: presentMadePause(await useCases.previewPause(caller, request), null) }
          : { body: presentMadePause(await useCases.createPause(caller, request)) };
      },
    }),
    route({
      method: 'delete',
      path: `${LIST}/{pauseId}`,
      operationId: 'endPause',
      summary: 'End a pause',
      description:
        'Ends a pause. Future dates that the pause changed get their former date and assignees ' +
        'back. Use `dryRun=true` to see what it would change.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'The pause has ended.' }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params: { pauseId }, query: { dryRun = false } }) => {
        if (dryRun) return answerDryRun(await useCases.previewPauseEnd(caller, pauseId));
        await useCases.endPause(caller, pauseId);
        return {};
      },
    }),
  ]);
}
