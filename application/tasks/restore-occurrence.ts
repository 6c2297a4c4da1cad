import type { OccurrenceId } from '../../domain/shared/ids.js';
import { rowOf } from '../../domain/series/plan.js';
import { planRestore } from '../../domain/series/delete.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { changeLockedSeries, sinceDateOf } from '../series/change-series.js';
import { followUp } from '../series/follow-up.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError } from '../shared/errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { changeLocked } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';

/**
 * Takes it out of the trash, with the status that it had before; its series counts its date as taken again, and one
 * after completion takes back what the deletion had brought. INVALID_STATE for what is not in the trash, and where
 * an edit of the series has put another date in its place that somebody has worked on since.
 */
export function restoreOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    unitOfWork.run((scope) =>
      changeLocked(scope, caller, id, { action: 'restored', trash: 'found' }, async (occurrence) => {
        const restored = await backInSeries(
          dependencies,
          scope,
          caller,
          changedStatus(occurrence, { action: 'restore' }, clock.now()),
        );
        await followUp(dependencies, scope, caller, occurrence, restored);
        return restored;
      }),
    );
}

/** Makes room for it in its series, and gives it the turn that is its own there today. */
async function backInSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { household }: MemberCaller,
  occurrence: Occurrence,
): Promise<Occurrence> {
  const target = rowOf(occurrence);
  if (occurrence.seriesId === null || target === null) return occurrence;
  const series = await scope.series.findForUpdate(household.id, occurrence.seriesId);
  if (series === null) return occurrence;
  let restored = occurrence;
  await changeLockedSeries(
    dependencies,
    scope,
    household,
    series,
    sinceDateOf(target),
    ({ rows, context }) => {
      const restoring = planRestore(series, rows, target, context);
      if (restoring === null)
        throw new ApplicationError('INVALID_STATE', 'Another date of its series has taken its place');
      restored = { ...occurrence, ...restoring.turn };
      return restoring.plan;
    },
  );
  return restored;
}
