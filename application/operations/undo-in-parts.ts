import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { Inverse, RowInverse } from '../../domain/operations/inverse.js';
import type { Blocker } from '../../domain/operations/blockers.js';
import {
  groupUndo,
  type GroupedUndo,
  type TaskPlace,
  type UndoGroup,
} from '../../domain/operations/undo-groups.js';
import type { MemberId, OperationId } from '../../domain/shared/ids.js';
import { measureBatch, SERIES_AT_ONCE } from '../bulk/batches.js';
import { continueInRequest, takeFirstStep, type TakeStep } from '../bulk/bulk-work.js';
import { lockMembership } from '../households/lock-membership.js';
import { type MemberCaller, viewerOf } from '../shared/caller.js';
import { dryRun } from '../composition/dry-run.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  undoBlocked,
  findUndoable,
  markUndone,
  planUndoRows,
  type UndoDependencies,
  type UndoActor,
  undoRows,
} from './undo-rows.js';

/**
 * The undo of an operation that changed many rows. It is one operation, carried out in several transactions (parts).
 * First all parts are planned in transactions that write nothing. If a later change blocks one of them, the whole
 * undo is refused. If somebody changes a row while the undo is in progress, the row and the other rows of its task
 * keep their current state.
 */

/** The remaining work of an undo: the ids of the rows that the operation changed, which are undone in parts. */
export type UndoWork = UnfinishedWork &
  GroupedUndo & {
    readonly kind: 'undo';
    /** The id of the operation that is undone. */
    readonly undoneId: OperationId;
    /** The member or display whose view decides which rows the undo may change. */
    readonly viewer: MemberId;
  };

/**
 * An operation on at most this many rows is undone in one transaction. The work of larger ones is measured, and split
 * into parts if one transaction may not do it all.
 */
const FEW_ROWS = 50;
/** The kinds of rows that an operation changes if it changes only tasks that its author sees. */
const TASK_KINDS: ReadonlySet<string> = new Set(['series', 'occurrence', 'swap']);
/** A part of an undo ends before the group of rows with which it would restore more rows than this. */
const ROWS_AT_ONCE = 250;

/**
 * Undoes a large operation in parts, and returns the id of the undo. Returns null for an operation that one
 * transaction can undo. Throws the errors of `undoOperation`.
 */
export function undoLargeOperation(dependencies: UndoDependencies) {
  const { unitOfWork, operations } = dependencies;
  const take = takeUndoStep(dependencies);
  return async (caller: MemberCaller, id: OperationId): Promise<OperationId | null> => {
    const { inverse } = await findUndoable(dependencies, operations, caller, id);
    if (inverse.length <= FEW_ROWS || inverse.some(needsOneTransaction)) return null;
    const work = await unitOfWork.run((scope) => workOn(scope, caller, id, inverse));
    if (work === null) return null;
    const blockers = await rehearseParts(dependencies, caller, work, inverse);
    const undoer = { ...caller, viewer: viewerOf(caller) };
    if (blockers.length > 0) throw await undoBlocked(operations, undoer, blockers);
    const first = await unitOfWork.run(async (scope) => {
      const { household } = await lockMembership(scope, caller);
      const operation = await findUndoable(dependencies, scope.operations, caller, id);
      // Another request has undone the operation in the meantime.
      if (operation.undoneBy !== null) return { done: operation.undoneBy };
      await markUndone(scope, operation);
      const actor = { household, memberId: caller.memberId };
      return takeFirstStep(dependencies, scope, actor, work, take);
    });
    if ('done' in first) return first.done;
    await continueInRequest(dependencies, caller, first, take, ({ done }) => done < SERIES_AT_ONCE);
    return first.operationId;
  };
}

/**
 * Returns true for a row that can only be undone in one transaction with all other rows. For a day calendar, all
 * series that avoid its days are planned again after its days are restored. A created category can be deleted only if
 * no other row uses it.
 */
const needsOneTransaction = ({ kind, did }: RowInverse) =>
  kind === 'dayCalendar' || (kind === 'category' && did === 'created');

/** Returns the work of an undo, or null if one transaction can undo everything. */
async function workOn(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  undoneId: OperationId,
  inverse: Inverse,
): Promise<UndoWork | null> {
  const { household } = caller;
  const ids = inverse.flatMap((one) => (one.kind === 'occurrence' ? [one.id] : []));
  const series = inverse.flatMap((one) => (one.kind === 'series' ? [one.id] : []));
  await scope.series.lockAll(household.id);
  const places = new Map<string, TaskPlace>(await scope.occurrences.placesOf(household.id, ids));
  for (const { id, taskId } of await scope.series.findAll(household.id, series))
    places.set(id, { taskId, seriesId: id });
  const grouped = groupUndo(inverse, (id) => places.get(id));
  const { groups } = grouped;
  if ((await nextGroups(scope, household.id, { groups, done: 0 })).length === groups.length) return null;
  const viewer = viewerOf(caller);
  const isOfTasks = inverse.every(({ kind }) => TASK_KINDS.has(kind));
  return {
    ...{ kind: 'undo', undoneId, viewer, ...grouped, done: 0 },
    // The total is left out if the operation changed other kinds of rows, such as a pause or the household. Such a
    // change also changes tasks that the member cannot see.
    ...(isOfTasks && { total: groups.length }),
  };
}

/** Returns the next groups of rows, as many as one transaction may undo, but at least one. */
async function nextGroups(
  scope: UnitOfWorkScope,
  householdId: UndoActor['household']['id'],
  { groups, done }: Pick<UndoWork, 'groups' | 'done'>,
): Promise<readonly UndoGroup[]> {
  const allSeries = groups.flatMap(({ seriesIds }) => seriesIds);
  const room = await measureBatch(scope, householdId, allSeries, done);
  let [series, rows] = [0, 0];
  const isOver = groups.findIndex((group, at) => {
    series += group.seriesIds.length;
    rows += group.rowIds.length;
    return at > 0 && (series > room || rows > ROWS_AT_ONCE);
  });
  return isOver < 0 ? groups : groups.slice(0, isOver);
}

/** Plans every part without writing anything, and returns the blockers. */
async function rehearseParts(
  dependencies: UndoDependencies,
  caller: MemberCaller,
  work: UndoWork,
  inverse: Inverse,
): Promise<readonly Blocker[]> {
  const blockers = new Map<string, Blocker>();
  let left: UndoWork | null = work;
  do {
    const next: UndoWork = left;
    left = await dryRun(dependencies.unitOfWork, async (scope) => {
      const { household } = await lockMembership(scope, caller);
      // This dry run has not restored the rows in `first`, such as a deleted category. So each part is planned
      // together with them.
      const part = await nextPart(scope, household.id, { ...next, first: work.first });
      const undoer = { household, memberId: caller.memberId, viewer: work.viewer };
      const planned = await planUndoRows(dependencies, scope, undoer, rowsIn(inverse, part.together.flat()));
      if ('blockers' in planned)
        for (const blocker of planned.blockers) blockers.set(JSON.stringify(blocker), blocker);
      return part.left;
    });
  } while (left !== null);
  return [...blockers.values()];
}

type UndoPart = {
  /** Each list contains the ids of rows that have to be undone together. */
  readonly together: readonly (readonly string[])[];
  readonly left: UndoWork | null;
};

/**
 * Returns the rows that the next transaction undoes. The rows in `first` are undone with the first groups, and the
 * rows in `last` with the last groups.
 */
async function nextPart(
  scope: UnitOfWorkScope,
  householdId: UndoActor['household']['id'],
  work: UndoWork,
): Promise<UndoPart> {
  const groups = await nextGroups(scope, householdId, work);
  const others = work.groups.slice(groups.length);
  const isLast = others.length === 0;
  return {
    together: [work.first, ...groups.map(({ rowIds }) => rowIds), isLast ? work.last : []],
    left: isLast ? null : { ...work, first: [], groups: others, done: work.done + groups.length },
  };
}

function rowsIn(inverse: Inverse, ids: readonly string[]): Inverse {
  const wanted = new Set(ids);
  return inverse.filter(({ id }) => wanted.has(id));
}

/**
 * Undoes the next rows. Ends the work if the operation or its inverse can no longer be read. Throws UNDO_BLOCKED if a
 * later change blocks the first part.
 */
export function takeUndoStep(dependencies: UndoDependencies): TakeStep<UndoWork, void> {
  return async (scope, { household, memberId }, work) => {
    const operation = await scope.operations.find(household.id, work.undoneId, work.viewer);
    const inverse = operation?.inverse;
    if (!inverse || memberId === null) return { left: null, result: undefined };
    const part = await nextPart(scope, household.id, work);
    const undoer = { household, memberId, viewer: work.viewer };
    const plan = (ids: readonly string[]) => planUndoRows(dependencies, scope, undoer, rowsIn(inverse, ids));
    const planned = await plan(part.together.flat());
    if (!('blockers' in planned)) await undoRows(dependencies, scope, undoer, planned);
    // No part of the undo has been carried out yet, so it can still be refused.
    else if (work.done === 0) throw await undoBlocked(scope.operations, undoer, planned.blockers);
    else
      for (const ids of part.together) {
        const alone = await plan(ids);
        if (!('blockers' in alone)) await undoRows(dependencies, scope, undoer, alone);
      }
    return { left: part.left, result: undefined };
  };
}
