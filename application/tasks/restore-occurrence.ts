import type { OccurrenceId } from '../../domain/shared/ids.js';
import { toSeriesRow } from '../../domain/series/plan.js';
import { planRestore } from '../../domain/series/delete.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { applyPlan, type PlanDependencies } from '../series/apply-plan.js';
import { lockSeries } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { invalidState } from '../shared/errors.js';
import { requireNewest } from '../shared/outdated.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { changeLocked } from './change-occurrence.js';
import { applyStatusChange, updateSeriesAfter } from './complete-occurrence.js';

/**
 * Moves an occurrence out of the trash, with its former status. The series contains its date again. If the series
 * repeats after completion, the occurrence that the deletion created is removed again.
 *
 * @param actedAt when it was restored, if a client reports that late. If the occurrence is not in the trash, it then
 *   stays unchanged.
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence.
 * @throws INVALID_STATE if it is not in the trash, or if an edit of the series has replaced it by an occurrence on
 *   which somebody has worked since.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 * @throws Outdated if somebody has changed its status after `actedAt`.
 */
export function restoreOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return (caller: MemberCaller, id: OccurrenceId, actedAt: Instant | null = null): Promise<Occurrence> =>
    dependencies.unitOfWork.run((scope) => restoreWithin(dependencies, scope, caller, id, actedAt));
}

/** Works like {@link restoreOccurrence}, but in the transaction of `scope`. */
export function restoreWithin(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: OccurrenceId,
  actedAt: Instant | null = null,
): Promise<Occurrence> {
  return changeLocked(scope, caller, id, { action: 'restored', trash: 'found' }, async (occurrence) => {
    if (actedAt !== null && occurrence.deletedAt === null) return occurrence;
    requireNewest(occurrence.statusAt, actedAt);
    const now = dependencies.clock.now();
    const back = applyStatusChange(occurrence, { action: 'restore' }, { now, by: caller.memberId });
    const restored = await backInSeries(dependencies, scope, caller, back);
    const followed = await updateSeriesAfter(dependencies, scope, caller, occurrence, restored);
    return { ...followed, statusAt: actedAt ?? now };
  });
}

/**
 * Changes the series as {@link planRestore} decides: the series contains the date again, and an occurrence that has
 * replaced the deleted one is removed. Returns the occurrence unchanged.
 *
 * @throws INVALID_STATE if `planRestore` refuses to remove the other occurrence.
 */
async function backInSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  occurrence: Occurrence,
): Promise<Occurrence> {
  const target = toSeriesRow(occurrence, null);
  if (occurrence.seriesId === null || target === null) return occurrence;
  const locked = await lockSeries(dependencies, scope, caller, occurrence.seriesId, occurrence);
  const restoring = planRestore(locked.series, locked.rows, target);
  if (restoring === null)
    throw invalidState(
      'DATE_TAKEN',
      'The occurrence cannot be restored, because its series has another occurrence on the same date',
    );
  await applyPlan(dependencies, scope, { ...locked, plan: restoring }, locked.context);
  return occurrence;
}
