import type { OccurrenceId } from '../../domain/shared/ids.js';
import { planDelete } from '../../domain/series/delete.js';
import type { Scope } from '../../domain/series/edit-request.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { applyPlan, recordSeries, releaseOlder, type PlanDependencies } from '../series/apply-plan.js';
import { withoutSeries, lockSeries } from '../series/lock-series.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import { requireNewest } from '../shared/outdated.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { type Precondition, requireVersion } from '../series/version-conflict.js';
import { lockOccurrence, recordOccurrence } from './change-occurrence.js';
import { recordActTime } from './complete-occurrence.js';

/**
 * Moves the occurrence to the trash for 30 days. With a wider `scope`, future occurrences of its series go there too.
 * For a one-off task the scope does not matter.
 *
 * @param actedAt when it was deleted, if a client reports that late. If the occurrence is in the trash, it then stays
 *   there.
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash and `actedAt` is missing.
 * @throws VersionConflict if the occurrence has another version than the one in `precondition`.
 * @throws Outdated if somebody has changed its status after `actedAt`.
 */
export function deleteOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    precondition: Precondition,
    actedAt: Instant | null = null,
  ): Promise<void> =>
    dependencies.unitOfWork.run(async (unit) => {
      const target = await lockOccurrence(unit, caller, id, {}, actedAt === null ? 'refused' : 'found');
      if (actedAt !== null && target.deletedAt !== null) return recordActTime(unit, target, actedAt);
      requireNewest(target.statusAt, actedAt);
      requireVersion(target, precondition);
      const deleted = await deleteLocked(dependencies, unit, caller, target, scope);
      if (actedAt !== null) await unit.occurrences.save({ ...deleted, statusAt: actedAt });
    });
}

/**
 * Does what {@link deleteOccurrence} does, for a locked occurrence that is not in the trash. Returns its state after
 * the deletion.
 */
async function deleteLocked(
  dependencies: PlanDependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  target: Occurrence,
  scope: Scope,
): Promise<Occurrence> {
  const locked =
    target.seriesId === null
      ? withoutSeries(dependencies, caller, target)
      : await lockSeries(dependencies, unit, caller, target.seriesId, target);
  const { series, rows, context } = locked;
  const plan = planDelete(series, rows, target, scope, context);
  const written = await applyPlan(dependencies, unit, { ...locked, plan }, context);
  const deleted = written.get(target.id) ?? target;
  if (series !== null && scope !== 'this') {
    if (plan.series?.recurrence === undefined) await releaseOlder(unit, series);
    recordSeries(dependencies, unit, caller, 'deleted', series);
  } else recordOccurrence(unit, caller, 'deleted', target, deleted);
  return deleted;
}
