import type { SeriesId } from '../../domain/shared/ids.js';
import { planDeleteSeries } from '../../domain/series/delete.js';
import type { SeriesFields } from '../../domain/series/edit-request.js';
import { planEdit } from '../../domain/series/edit.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import { requireVersion, type Precondition } from './version-conflict.js';
import type { UnitOfWork } from '../composition/unit-of-work.js';
import { requireReferences } from '../tasks/require-references.js';
import {
  acceptedPlan,
  applyPlan,
  creationBy,
  recordSeries,
  releaseOlder,
  writePlan,
  type PlanDependencies,
} from './apply-plan.js';
import { lockForEdit, lockSeries } from './lock-series.js';
import { viewOneSeries, type SeriesView } from './queries.js';

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Edits a series as a whole, like an edit of an occurrence with scope `all`.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the series.
 * @throws VersionConflict if the caller has read an older version.
 * @throws FORBIDDEN, VALIDATION_FAILED or LIMIT_REACHED for the same reasons as an edit of an occurrence.
 */
export function editSeries(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (
    caller: MemberCaller,
    id: SeriesId,
    edit: SeriesFields,
    precondition: Precondition = {},
  ): Promise<SeriesView> =>
    unitOfWork.run(async (unit) => {
      await requireReferences(unit.households, caller, edit);
      const { household, memberId } = caller;
      const found = await unit.series.find(household.id, id, memberId);
      if (found === null) throw taskNotFound();
      const part = { seriesId: id, taskId: found.taskId, target: null };
      const locked = await lockForEdit(dependencies, unit, caller, part, edit);
      const { series } = locked;
      if (series === null) throw taskNotFound();
      requireVersion(await viewOneSeries({ series: unit.series, clock }, caller, series), precondition);
      if (Object.keys(edit).length > 0) {
        const context = { ...locked.context, ...creationBy(dependencies, unit.operation.by) };
        const plan = acceptedPlan(planEdit({ ...locked, series, target: null }, edit, context));
        await writePlan(unit, plan);
      }
      recordSeries(dependencies, unit, caller, 'edited', series, edit);
      const edited = await unit.series.find(household.id, id, memberId);
      if (edited === null) throw taskNotFound();
      return viewOneSeries({ series: unit.series, clock }, caller, edited);
    });
}

/**
 * Ends the series. Its open occurrences from today on go to the trash, and so do those without a date. Of a series
 * that repeats after completion, every open occurrence goes to the trash. Other occurrences are kept.
 *
 * @throws TASK_NOT_FOUND if the caller may not see the series, or if it has already ended.
 * @throws VersionConflict if the caller has read an older version.
 */
export function deleteSeries(dependencies: Dependencies) {
  return (caller: MemberCaller, id: SeriesId, precondition: Precondition = {}): Promise<void> =>
    dependencies.unitOfWork.run(async (unit) => {
      const locked = await lockSeries(dependencies, unit, caller, id);
      const { series, occurrences, rows, context } = locked;
      if (series.ended) throw taskNotFound();
      const { clock } = dependencies;
      requireVersion(await viewOneSeries({ series: unit.series, clock }, caller, series), precondition);
      const plan = planDeleteSeries(series, rows, null, context);
      await applyPlan(dependencies, unit, { series, occurrences, plan }, context);
      await releaseOlder(unit, series);
      recordSeries(dependencies, unit, caller, 'deleted', series);
    });
}
