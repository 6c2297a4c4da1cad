import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { DryRunQuery } from '../schema/query.js';
import { foretell, FORETOLD } from '../tasks/edit-preview.js';
import { MadePauseDto, PauseDto, presentMadePause, presentPause } from './pause-present.js';
import { PauseInput } from './pause-schema.js';

const LIST = '/v1/households/{householdId}/pauses';

export function pauseRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Days', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listPauses',
      summary: 'Pauses that are under way or to come, and those that were over last',
      access: 'member',
      responses: [{ status: 200, description: 'By their first day', body: [PauseDto] }],
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
      summary: 'Pause what repeats: leave it out, do it later, or give it to somebody',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: PauseInput,
      responses: [
        {
          status: 201,
          description: 'The pause, and what it did; with `dryRun` what it would do, and nothing is changed',
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
      summary: 'End a pause: what still lies ahead of it is taken back',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'Ended' }, FORETOLD],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params: { pauseId }, query: { dryRun = false } }) => {
        if (dryRun) return foretell(await useCases.previewPauseEnd(caller, pauseId));
        await useCases.endPause(caller, pauseId);
        return {};
      },
    }),
  ]);
}
