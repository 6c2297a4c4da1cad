import { continueInRequest, type FirstStep, isWithinRequest } from '../bulk/bulk-work.js';
import { type DaysWork, takeDaysStep } from '../days/follow-days.js';
import type { Operation } from '../../domain/operations/operation.js';
import type { OperationId } from '../../domain/shared/ids.js';
import { lockMembership } from '../households/lock-membership.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { undoLargeOperation } from './undo-in-parts.js';
import {
  undoBlocked,
  findUndoable,
  markUndone,
  planUndoRows,
  type UndoDependencies,
  undoRows,
} from './undo-rows.js';

/**
 * Undoes an operation and returns the undo, which is an operation too. If the operation is already undone, returns
 * that undo. An undo of many rows is carried out in several transactions, see undo-in-parts.ts.
 *
 * @throws NOT_FOUND if the caller cannot see the operation.
 * @throws UNDO_BLOCKED if later changes prevent the undo; the answer names the rows.
 * @throws UNDO_EXPIRED after seven days, or earlier if the household stores too much data for undo. On a display,
 *   after ten minutes.
 * @throws INVALID_STATE if the operation is unfinished, or if it can never be undone.
 * @throws FORBIDDEN on a display, unless the operation was made on the same display.
 */
export function undoOperation(dependencies: UndoDependencies) {
  const { unitOfWork, operations } = dependencies;
  const take = takeDaysStep(dependencies);
  const undoInParts = undoLargeOperation(dependencies);
  return async (caller: MemberCaller, id: OperationId): Promise<Operation> => {
    const show = async (undo: OperationId) => {
      const done = await operations.find(caller.household.id, undo, viewerOf(caller));
      if (done === null) throw notFound('operation');
      return done;
    };
    const large = await undoInParts(caller, id);
    if (large !== null) return show(large);
    const { undo, following } = await unitOfWork.run((scope) => undoWithin(dependencies, scope, caller, id));
    if (following !== null) await continueInRequest(dependencies, caller, following, take, isWithinRequest);
    return show(undo);
  };
}

export type UndoneOperation = {
  /** The id of the operation that records the undo. */
  readonly undo: OperationId;
  /** The first step of planning the series that avoid changed days. null if no days were changed. */
  readonly following: FirstStep<DaysWork, void> | null;
};

/**
 * Works like {@link undoOperation}, but in the transaction of `scope`, and returns the id of the undo. The caller
 * continues with `following`.
 */
export async function undoWithin(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: OperationId,
): Promise<UndoneOperation> {
  const { clock } = dependencies;
  // While the household is locked, nobody else can undo anything in it, join, leave or change an absence.
  const locked = await lockMembership(scope, caller);
  const operation = await findUndoable({ clock }, scope.operations, caller, id);
  if (operation.undoneBy !== null) return { undo: operation.undoneBy, following: null };
  const undoer = { household: locked.household, memberId: caller.memberId, viewer: viewerOf(caller) };
  const planned = await planUndoRows(dependencies, scope, undoer, operation.inverse);
  if ('blockers' in planned) throw await undoBlocked(scope.operations, undoer, planned.blockers);
  const following = await undoRows(dependencies, scope, undoer, planned);
  await markUndone(scope, operation);
  return { undo: scope.operation.id, following };
}
