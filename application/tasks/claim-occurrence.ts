import type { OccurrenceId } from '../../domain/shared/ids.js';
import { planClaim, planRelease, type NotClaimable } from '../../domain/series/claim.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { requireHouseholdRows, type PlanDependencies } from '../series/apply-plan.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, invalidState } from '../shared/errors.js';
import type { UnitOfWork } from '../composition/unit-of-work.js';
import { changeLocked } from './change-occurrence.js';
import { recomputeAssignees } from './complete-occurrence.js';

type Dependencies = PlanDependencies & { readonly unitOfWork: UnitOfWork };

/**
 * Assigns an unassigned occurrence to the caller. Does nothing if the caller is an assignee already.
 *
 * @throws ALREADY_TAKEN with the assignees, if only other members are assigned.
 * @throws INVALID_STATE if the occurrence is done or skipped.
 */
export function claimOccurrence(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    unitOfWork.run((scope) =>
      changeLocked(scope, caller, id, { action: 'edited' }, (occurrence) => {
        const { memberId } = caller;
        const claimed = accepted(planClaim(occurrence, memberId, { now: clock.now(), by: memberId }));
        requireHouseholdRows([], [claimed]);
        if (claimed !== occurrence) scope.operation.is('CLAIMED');
        return claimed;
      }),
    );
}

/**
 * Removes the assignment of a caller who has claimed the occurrence. Its assignees are then computed again (see
 * {@link recomputeAssignees}). Does nothing if the occurrence is unassigned.
 *
 * @throws ALREADY_TAKEN with the assignees, if only other members are assigned.
 * @throws INVALID_STATE if it is done or skipped, or if the caller is assigned without a claim.
 */
export function releaseOccurrence(dependencies: Dependencies) {
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    dependencies.unitOfWork.run((scope) =>
      changeLocked(scope, caller, id, { action: 'edited' }, async (occurrence) => {
        const { household, memberId } = caller;
        const { seriesId } = occurrence;
        const series = seriesId && (await scope.series.findForUpdate(household.id, seriesId));
        const stamp = { now: dependencies.clock.now(), by: memberId };
        const released = accepted(planRelease(occurrence, memberId, series, stamp));
        return released === occurrence
          ? occurrence
          : recomputeAssignees(dependencies, scope, caller, released, series);
      }),
    );
}

function accepted(
  planned: { readonly kind: 'occurrence'; readonly occurrence: Occurrence } | NotClaimable,
): Occurrence {
  switch (planned.kind) {
    case 'occurrence':
      return planned.occurrence;
    case 'taken':
      throw new ApplicationError('ALREADY_TAKEN', 'Other members are assigned to this task', {
        by: planned.by,
      });
    case 'notOpen':
      throw invalidState('TASK_NOT_OPEN', 'Only open tasks can be claimed or released');
    case 'notClaimed':
      throw invalidState(
        'OWN_TURN',
        'Only a claimed task can be released. This task was assigned to the caller without a claim. Request a swap, or assign the task to somebody else',
      );
  }
}
