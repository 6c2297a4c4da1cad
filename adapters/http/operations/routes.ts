import { viewerOf } from '../../../application/shared/caller.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { PageQuery } from '../schema/query.js';
import { OperationDto, presentOperation } from './present.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function operationRoutes({ useCases, clock }: RouteDependencies): Route[] {
  return tagged('History', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/operations',
      operationId: 'listOperations',
      summary: 'What was done with one request each, for 30 days',
      access: 'member',
      query: PageQuery,
      responses: [{ status: 200, description: 'Newest first', body: [OperationDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listOperations(caller, readPage(query, CURSOR));
        return answerPage(http, page, (one) => presentOperation(one, viewerOf(caller), clock.now()));
      },
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/operations/{operationId}',
      operationId: 'showOperation',
      summary: 'What was done with one request',
      access: 'member',
      responses: [{ status: 200, description: 'The operation', body: OperationDto }],
      handle: async ({ caller, params }) => ({
        body: presentOperation(
          await useCases.showOperation(caller, params.operationId),
          viewerOf(caller),
          clock.now(),
        ),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/operations/{operationId}/undo',
      operationId: 'undoOperation',
      onReplay: async ({ caller, operation }) => ({
        body: presentOperation(
          await useCases.showOperation(caller, operation.id),
          viewerOf(caller),
          clock.now(),
        ),
      }),
      summary: 'Take it back, all of it or nothing; asked again, the same answer',
      access: 'member',
      bulkCost: ({ caller, params }) => useCases.measureUndo(caller, params.operationId),
      responses: [{ status: 200, description: 'The operation that this is', body: OperationDto }],
      errors: ['UNDO_BLOCKED', 'UNDO_EXPIRED', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params }) => ({
        body: presentOperation(
          await useCases.undoOperation(caller, params.operationId),
          viewerOf(caller),
          clock.now(),
        ),
      }),
    }),
  ]);
}
