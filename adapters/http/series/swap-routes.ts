import { SwapsQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { presentSwap, SwapDto } from './present.js';
import { SwapInput } from './schema.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function swapRoutes({ useCases }: RouteDependencies): Route[] {
  const answer = (
    operationId: 'acceptSwap' | 'declineSwap',
    verb: 'accept' | 'decline',
    status: 'ACCEPTED' | 'DECLINED',
  ) =>
    route({
      method: 'post',
      path: `/v1/households/{householdId}/swaps/{swapId}/${verb}`,
      operationId,
      summary: verb === 'accept' ? 'Accept a swap' : 'Decline a swap',
      description:
        (verb === 'accept'
          ? 'Exchanges both turns. '
          : 'Answers the request and leaves both turns unchanged. ') +
        'The member whose turn was asked for may do this. If that member is a child or a guest or has ' +
        'no account, the managers of the member answer instead. If all managers are away, or ' +
        'there are none, the owners answer.',
      responses: [{ status: 200, description: 'The answered swap request.', body: SwapDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
      onReplay: async ({ caller, params }) => ({
        body: presentSwap(await useCases.showRow(caller, 'swap', params.swapId)),
      }),
      handle: async ({ caller, params }) => ({
        body: presentSwap(await useCases.answerSwap(caller, params.swapId, status)),
      }),
    });

  return tagged('Swaps', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/occurrences/{occurrenceId}/swap',
      operationId: 'requestSwap',
      onReplay: async ({ caller, operation }) => ({
        body: presentSwap(await useCases.showRow(caller, 'swap', operation)),
      }),
      summary: 'Request a swap of turns',
      description:
        'Asks another member to exchange two turns. The member gets a notification and accepts or ' +
        'declines. If the same request is open already, the answer is that request. If one of the ' +
        'turns is done or in the past, the answer is 409 `INVALID_STATE`. If one of them is done or ' +
        'reassigned later, or its date passes, the service declines the open request.',
      body: SwapInput,
      responses: [{ status: 201, description: 'The swap request.', body: SwapDto }],
      errors: ['TASK_NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
      handle: async ({ caller, params, body }) => ({
        body: presentSwap(await useCases.requestSwap(caller, params.occurrenceId, body.withOccurrenceId)),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/swaps',
      operationId: 'listSwaps',
      summary: 'List the swap requests',
      description:
        'Returns the swap requests that the caller may see. Each request shows the present state ' +
        'of both turns.',
      query: SwapsQuery,
      responses: [pageOf(SwapDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listSwaps(caller, readPage(query, CURSOR), query.status);
        return answerPage(http, page, presentSwap);
      },
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/swaps/{swapId}',
      operationId: 'withdrawSwap',
      summary: 'Withdraw a swap request',
      description: 'Deletes an open swap request of the caller.',
      responses: [{ status: 204, description: 'The swap request was deleted.' }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
      handle: ({ caller, params }) => useCases.withdrawSwap(caller, params.swapId),
    }),
    answer('acceptSwap', 'accept', 'ACCEPTED'),
    answer('declineSwap', 'decline', 'DECLINED'),
  ]);
}
