import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { excludedAfterRestoring } from '../../domain/series/series-delete.js';
import { rowOf } from '../../domain/series/series-occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { PlanDependencies } from '../series/carry-out.js';
import { changeLocked } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';
import { followUp } from '../series/follow-up.js';

/**
 * Takes it out of the trash, with the status that it had before; its series counts its date as taken again, and one
 * after completion takes back what the deletion had brought. INVALID_STATE for what is not in the trash.
 */
export function restoreOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    unitOfWork.run((scope) =>
      changeLocked(scope, caller, id, { action: 'restored', trash: 'found' }, async (occurrence) => {
        const restored = changedStatus(occurrence, { action: 'restore' }, clock.now());
        await noLongerExcluded(scope, restored);
        await followUp(dependencies, scope, caller, occurrence, restored);
        return restored;
      }),
    );
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
