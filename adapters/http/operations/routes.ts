import { viewerOf, type MemberCaller } from '../../../application/shared/caller.js';
import type { ListedOperation } from '../../../domain/operations/operation.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { PageQuery } from '../schema/query.js';
import { OperationDto, presentOperation } from './present.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function operationRoutes({ useCases, clock }: RouteDependencies): Route[] {
  const answer = (caller: MemberCaller, operation: ListedOperation) => ({
    body: presentOperation(operation, viewerOf(caller), clock.now()),
  });
  return tagged('History', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/operations',
      operationId: 'listOperations',
      summary: 'List recent operations',
      description:
        'Returns what members did, one row for each request that changed something, newest ' +
        'first, for 30 days. `undo` says whether an operation can be undone.',
      query: PageQuery,
      responses: [pageOf(OperationDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listOperations(caller, readPage(query, CURSOR));
        return answerPage(http, page, (one) => presentOperation(one, viewerOf(caller), clock.now()));
      },
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/operations/{operationId}',
      operationId: 'showOperation',
      summary: 'Show an operation',
      description:
        'Returns one operation. If the change continues after its answer, `progress` shows how ' +
        'much of it is done.',
      responses: [{ status: 200, description: 'The operation.', body: OperationDto }],
      handle: async ({ caller, params }) =>
        answer(caller, await useCases.showOperation(caller, params.operationId)),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/operations/{operationId}/undo',
      operationId: 'undoOperation',
      onReplay: async ({ caller, operation }) =>
        answer(caller, await useCases.showUndo(caller, operation.id)),
      summary: 'Undo an operation',
      description: [
        'Restores the state before the operation, completely or not at all. Repeating the ' +
          'request gives the same answer. The answer is an operation too: undo that one to ' +
          'redo.',
        '- If somebody has changed the same things since, the answer is 409 `UNDO_BLOCKED` ' +
          'with up to 20 rows that block it.',
        '- After 7 days, or earlier if the household has stored too much for undo, the answer is ' +
          '410 `UNDO_EXPIRED`.',
        '- A display can undo only what was done on it, and only for 10 minutes.',
        '- If the operation is not finished yet, is too large, or is of a kind that is never ' +
          'undone, the answer is 409 `INVALID_STATE` with the reason `NEVER_UNDONE`.',
      ],
      bulkCost: ({ caller, params }) => useCases.measureUndo(caller, params.operationId),
      responses: [
        { status: 200, description: 'The operation that undid the other one.', body: OperationDto },
      ],
      errors: ['UNDO_BLOCKED', 'UNDO_EXPIRED', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params }) =>
        answer(caller, await useCases.undoOperation(caller, params.operationId)),
    }),
  ]);
}
