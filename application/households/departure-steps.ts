import type { Household } from '../../domain/households/household.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Stamp } from '../../domain/tasks/occurrence.js';
import type { BulkActor, TakeStep } from '../bulk/bulk-work.js';
import { endPersonalPauses } from '../days/pauses.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { finishTurnsOfFormer } from '../series/replan-turns.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';

/** The remaining work after a member has left: delete their personal tasks, and remove them from open tasks. */
export type DepartureWork = UnfinishedWork & { readonly kind: 'departure'; readonly memberId: MemberId };

/** The number of tasks of a departed member that one transaction deletes or unassigns. */
const ROWS_AT_ONCE = 250;

/**
 * The number of tasks that the request to remove a member deletes or unassigns. If there are more, a job continues.
 */
const IN_REQUEST = 2_000;

/** Returns true if the request itself continues with the departure. Otherwise a job continues. */
export const isDepartureWithinRequest = ({ done }: DepartureWork): boolean => done < IN_REQUEST;

export const departureWork = (memberId: MemberId): DepartureWork => ({
  kind: 'departure',
  memberId,
  done: 0,
});

/**
 * Carries out the next part of a departure. Does nothing if the member has rejoined in between.
 *
 * @param keepsPersonal true leaves the member's personal tasks in place, for a dry run by somebody who cannot see
 * them.
 */
export function takeDepartureStep(
  dependencies: PlanDependencies,
  { keepsPersonal = false } = {},
): TakeStep<DepartureWork, void> {
  return async (scope, actor, work) => {
    const { household, memberId: by } = actor;
    const isOver =
      !(await hasLeft(scope, household, work.memberId)) ||
      ((keepsPersonal || (await removePersonalPart(dependencies, scope, actor, work.memberId))) &&
        (await unassignPart(scope, household, work.memberId, { now: dependencies.clock.now(), by })));
    if (isOver) return { left: null, result: undefined };
    const left = { ...departureWork(work.memberId), done: work.done + ROWS_AT_ONCE };
    return { left, result: undefined };
  };
}

/**
 * Deletes the next personal tasks of a former member and, after the last one, ends their personal pauses.
 * Returns true if none is left.
 */
export async function removePersonalPart(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { household, memberId: by }: BulkActor,
  memberId: MemberId,
): Promise<boolean> {
  await scope.series.lockAll(household.id);
  const { isComplete, hasPauses } = await scope.occurrences.removePersonal(
    household.id,
    memberId,
    ROWS_AT_ONCE,
  );
  if (hasPauses) await endPersonalPauses(dependencies)(scope, household, memberId, by);
  return isComplete;
}

/** Removes a former member from the next open tasks. Returns true if no such task is left. */
async function unassignPart(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { id }: Household,
  memberId: MemberId,
  stamp: Stamp,
): Promise<boolean> {
  return (await occurrences.unassign(id, memberId, stamp, ROWS_AT_ONCE)) < ROWS_AT_ONCE;
}

/**
 * Carries out the remaining parts of a former member's departure before they rejoin. Otherwise these parts would
 * reassign or remove turns of an active member. Does nothing for an active member.
 */
export function finishDeparture(dependencies: PlanDependencies & { readonly unitOfWork: UnitOfWork }) {
  const { unitOfWork } = dependencies;
  const finishTurns = finishTurnsOfFormer(dependencies);
  const take = takeDepartureStep(dependencies);
  return async (householdId: HouseholdId, memberId: MemberId): Promise<void> => {
    let left: DepartureWork | null = departureWork(memberId);
    do {
      const work: DepartureWork = left;
      left = await unitOfWork.run(async (scope) => {
        const household = await scope.households.findForUpdate(householdId);
        return household && (await take(scope, { household, memberId: null }, work)).left;
      });
    } while (left !== null);
    await finishTurns(householdId, memberId);
  };
}

async function hasLeft(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  household: Household,
  memberId: MemberId,
): Promise<boolean> {
  const members = await households.members(household.id, { withFormer: true });
  return members.some(({ id, leftAt }) => id === memberId && leftAt !== null);
}
