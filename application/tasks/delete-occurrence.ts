import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { planDelete } from '../../domain/series/delete.js';
import { rowOf } from '../../domain/series/plan.js';
import type { Scope } from '../../domain/series/edit.js';
import type { SeriesRecord, SeriesRow } from '../../domain/series/series.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { Precondition } from '../shared/version-conflict.js';
import { lockOccurrence, recordOccurrence } from './change-occurrence.js';
import { changeSeries, releaseOlder, sinceDateOf } from '../series/change-series.js';
import { changedStatus } from './changed-status.js';
import { recordSeries } from '../series/record-series.js';

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Moves it to the trash, from where it can be restored for 30 days; with `scope` also what the series would still
 * bring. The scope of a one-off task is the task, whatever was asked.
 */
export function deleteOccurrence(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId, scope: Scope, precondition: Precondition): Promise<void> =>
    unitOfWork.run(async (unit) => {
      const target = await lockOccurrence(unit, caller, id, precondition);
      const row = rowOf(target);
      if (target.seriesId !== null && row !== null)
        return deleteOfSeries(dependencies, unit, caller, { target, row, seriesId: target.seriesId }, scope);
      const deleted = changedStatus(target, { action: 'delete' }, clock.now());
      await unit.occurrences.save(deleted);
      recordOccurrence(unit, caller, 'deleted', target, deleted);
    });
}

async function deleteOfSeries(
  dependencies: Dependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  { target, row, seriesId }: { target: Occurrence; row: SeriesRow; seriesId: SeriesId },
  scope: Scope,
): Promise<void> {
  let ended: SeriesRecord | undefined;
  const changed = await changeSeries(
    dependencies,
    unit,
    caller,
    seriesId,
    sinceDateOf(row),
    ({ series, rows, context }) => {
      if (scope !== 'this') recordSeries(dependencies, unit, caller, 'deleted', series);
      const plan = planDelete(series, rows, row, scope, context);
      if (scope !== 'this' && plan.series?.recurrence === undefined) ended = series;
      return plan;
    },
  );
  if (ended !== undefined) await releaseOlder(unit, ended);
  const deleted = changed.get(target.id);
  if (scope === 'this' && deleted) recordOccurrence(unit, caller, 'deleted', target, deleted);
}
