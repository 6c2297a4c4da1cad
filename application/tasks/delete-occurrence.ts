import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { planDelete } from '../../domain/tasks/series-delete.js';
import { rowOf } from '../../domain/tasks/series-occurrence.js';
import type { Scope } from '../../domain/tasks/series-scopes.js';
import type { MemberCaller } from '../caller.js';
import { taskNotFound } from '../errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import type { PlanDependencies } from './carry-out.js';
import { changeLocked, recordOccurrence, requireVersion, type Precondition } from './change-occurrence.js';
import { changeSeries } from './change-series.js';
import { changedStatus } from './changed-status.js';
import { recordSeries } from './record-series.js';

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Moves it to the trash, from where it can be restored for 30 days; with `scope` also what the series would still
 * bring. The scope of a one-off task is the task, whatever was asked.
 */
export function deleteOccurrence(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId, scope: Scope, precondition: Precondition): Promise<void> =>
    unitOfWork.run(async (unit) => {
      const found = await unit.occurrences.find(caller.household.id, id, caller.userId);
      if (found === null || found.deletedAt !== null) throw taskNotFound();
      if (found.seriesId !== null) {
        await deleteOfSeries(
          dependencies,
          unit,
          caller,
          { ...found, seriesId: found.seriesId },
          scope,
          precondition,
        );
        return;
      }
      await changeLocked(unit, caller, id, { action: 'deleted', precondition }, (occurrence) =>
        changedStatus(occurrence, { action: 'delete' }, clock.now()),
      );
    });
}

async function deleteOfSeries(
  dependencies: Dependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  { id, seriesId, originalDate: since }: Occurrence & { readonly seriesId: SeriesId },
  scope: Scope,
  precondition: Precondition,
): Promise<void> {
  let target: Occurrence | undefined;
  const changed = await changeSeries(
    dependencies,
    unit,
    caller,
    seriesId,
    (today) => (since !== null && since < today ? since : today),
    ({ series, rows, occurrences, context }) => {
      target = occurrences.find((row) => row.id === id);
      const row = target && rowOf(target);
      if (!target || !row || target.deletedAt !== null) throw taskNotFound();
      requireVersion(target, precondition);
      if (scope !== 'this') recordSeries(dependencies, unit, caller, 'deleted', series);
      return planDelete(series, rows, row, scope, context);
    },
  );
  const deleted = changed.get(id);
  if (scope === 'this' && target && deleted) recordOccurrence(unit, caller, 'deleted', target, deleted);
}
