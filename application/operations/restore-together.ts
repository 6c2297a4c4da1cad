import type { OccurrenceId, OperationId } from '../../domain/shared/ids.js';
import { undoState } from '../../domain/operations/operation.js';
import { namesHelper } from '../../domain/rotation/rotation.js';
import { planRestoreTogether } from '../../domain/series/delete.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { reassignReopened } from '../../domain/series/turns.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { lockMembership } from '../households/lock-membership.js';
import { applyPlan, recordSeries } from '../series/apply-plan.js';
import { lockSeries } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { invalidState, taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockOccurrence, recordOccurrence } from '../tasks/change-occurrence.js';
import { applyStatusChange } from '../tasks/complete-occurrence.js';
import { restoreWithin } from '../tasks/restore-occurrence.js';
import { undoWithin } from './undo-operation.js';
import { replanAfterUndo, type UndoDependencies } from './undo-rows.js';

/**
 * Restores everything that one operation moved into the trash. If the operation can still be undone, it is undone,
 * which also restores the former rule of the series. Otherwise the deleted dates are restored, and a series that the
 * operation ended continues with its current rule.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence.
 * @throws UNDO_BLOCKED if later changes prevent the undo.
 * @throws INVALID_STATE if the occurrence is not in the trash, if the series has other occurrences on the deleted
 *   dates, or if the rotation of an ended series gives turns to a member who takes none any more.
 */
export function restoreTogether(dependencies: UndoDependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      // The household is locked before the task, in the same order as in an undo, to avoid deadlocks.
      await lockMembership(scope, caller);
      const target = await lockOccurrence(scope, caller, id, {}, 'found');
      const deletion = await findDeletion(scope, caller, target, clock.now());
      if (deletion !== null) await undoWithin(dependencies, scope, caller, deletion);
      else await bringBack(dependencies, scope, caller, target);
      const restored = await scope.occurrences.find(caller.household.id, id, caller.memberId);
      if (restored === null) throw taskNotFound();
      return restored;
    });
}

/**
 * Returns the operation that moved the occurrence into the trash, if it can be undone. It is a deletion, or
 * an undo that deleted the occurrence again. Returns null if there is none.
 */
async function findDeletion(
  { operations }: UnitOfWorkScope,
  { household, memberId }: MemberCaller,
  { id, deletedAt }: Occurrence,
  now: number,
): Promise<OperationId | null> {
  if (deletedAt === null) return null;
  const found = (await operations.trashedBy(household.id, [id], memberId)).get(id);
  const operation = found === undefined ? null : await operations.find(household.id, found, memberId);
  if (operation === null || undoState(operation, now) !== 'POSSIBLE') return null;
  return operation.kind === 'DELETED' || operation.kind === 'UNDONE' ? operation.id : null;
}

/** Throws INVALID_STATE if the rotation of the series gives turns to a member who takes none any more. */
async function requireTurnTakers({ households }: UnitOfWorkScope, series: SeriesRecord): Promise<void> {
  const rotation = series.segments.at(-1)?.rotation;
  if (rotation !== undefined && namesHelper(rotation, await households.members(series.householdId)))
    throw invalidState(
      'ROTATION_OUTDATED',
      'The series cannot be restored, because its rotation names a member who does not take turns. Set takesTurns of this member to true first',
    );
}

/** Restores the rows that were deleted together with `target`, if their deletion can no longer be undone. */
async function bringBack(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  target: Occurrence,
): Promise<void> {
  const now = dependencies.clock.now();
  const { seriesId, deletedAt } = target;
  const alone = () => restoreWithin(dependencies, scope, caller, target.id);
  if (seriesId === null || deletedAt === null) {
    await alone();
    return;
  }
  const { series, context } = await lockSeries(dependencies, scope, caller, seriesId, target);
  const occurrences = await scope.occurrences.ofSeriesForUpdate(caller.household.id, seriesId, null);
  // An operation writes the same instant to all rows that it deletes and to a series that it ends. So rows with this
  // instant were deleted together.
  const together = occurrences.filter((one) => one.deletedAt === deletedAt);
  const hasEndedIt = series.endedAt === deletedAt;
  if (together.length === 1 && !hasEndedIt) {
    await alone();
    return;
  }
  if (hasEndedIt) await requireTurnTakers(scope, series);
  const stamp = { now, by: caller.memberId };
  const back = together.map((one) => applyStatusChange(one, { action: 'restore' }, stamp));
  const listRows = (all: readonly Occurrence[]) => toSeriesRows(all, series);
  const plan = planRestoreTogether(series, listRows(occurrences), listRows(back), hasEndedIt);
  if (plan === null)
    throw invalidState(
      'DATE_TAKEN',
      'These occurrences cannot be restored, because their series has other occurrences on the same dates',
    );
  const after = { ...series, ...plan.series };
  const restored = back.map((one) => ({
    ...(one.status === 'TODO' ? reassignReopened(one, after, new Set(context.members), context) : one),
    statusAt: now,
  }));
  await applyPlan(dependencies, scope, { series, occurrences, plan }, context);
  await scope.occurrences.saveAll(restored);
  await replanAfterUndo(dependencies, scope, caller.household, [seriesId]);
  if (hasEndedIt) recordSeries(dependencies, scope, caller, 'edited', series);
  else
    for (const [i, after] of restored.entries())
      recordOccurrence(scope, caller, 'restored', together[i] ?? null, after);
}
