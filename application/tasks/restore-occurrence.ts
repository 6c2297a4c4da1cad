import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { excludedAfterRestoring } from '../../domain/tasks/series-delete.js';
import { rowOf } from '../../domain/tasks/series-occurrence.js';
import type { MemberCaller } from '../caller.js';
import { taskNotFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import { changeLocked } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';

/** Takes it out of the trash, with the status that it had before; its series counts its date as taken again. */
export function restoreOccurrence({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      const found = await scope.occurrences.find(caller.household.id, id, caller.userId);
      if (found === null) throw taskNotFound();
      await noLongerExcluded(scope, found);
      return changeLocked(scope, caller, id, { inTrash: true }, (occurrence) =>
        changedStatus(occurrence, { action: 'restore' }, clock.now()),
      );
    });
}

async function noLongerExcluded(
  { series: repository }: UnitOfWorkScope,
  occurrence: Occurrence,
): Promise<void> {
  const row = rowOf(occurrence);
  if (occurrence.seriesId === null || row === null) return;
  const series = await repository.findForUpdate(occurrence.householdId, occurrence.seriesId);
  if (series === null) return;
  await repository.save({ ...series, excludedDates: excludedAfterRestoring(series, row) });
}
