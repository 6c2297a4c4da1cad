import type { Household } from '../../domain/households/household.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Stamp } from '../../domain/tasks/occurrence.js';
import type { BulkActor, TakeStep } from '../bulk/bulk-work.js';
import { endPersonalPauses } from '../days/pauses.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { finishTurnsOfFormer } from '../series/replan-turns.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';

/** What is left to do after somebody has left: their personal tasks go, and open tasks lose them. */
export type DepartureWork = UnfinishedWork & { readonly kind: 'departure'; readonly memberId: MemberId };

/** Tasks that one transaction removes, or takes the member off. */
const ROWS_AT_ONCE = 250;

/** A request carries out this much before a job does the rest. */
const IN_REQUEST = 2_000;

/** Returns whether a request goes on with what is left of a departure. */
export const isDepartureWithinRequest = ({ done }: DepartureWork): boolean => done < IN_REQUEST;

export const departureWork = (memberId: MemberId): DepartureWork => ({
  ...{ kind: 'departure', memberId },
  ...{ done: 0, total: 0 },
});

/** Carries out the next part of a departure. Of somebody who has come back meanwhile it changes nothing. */
export function takeDepartureStep(dependencies: PlanDependencies): TakeStep<DepartureWork, void> {
  return async (scope, actor, work) => {
    const { household, memberId: by } = actor;
    const isOver =
      !(await hasLeft(scope, household, work.memberId)) ||
      ((await removePersonalPart(dependencies, scope, actor, work.memberId)) &&
        (await unassignPart(scope, household, work.memberId, { now: dependencies.clock.now(), by })));
    if (isOver) return { left: null, result: undefined };
    const done = work.done + ROWS_AT_ONCE;
    // An upper bound: not all that is open is theirs.
    const total = work.total === 0 ? await scope.occurrences.countOpen(household.id) : work.total;
    return { left: { ...work, done, total: Math.max(done, total) }, result: undefined };
  };
}

/**
 * Removes the next personal tasks of somebody who has left, and after the last one ends their personal pauses. Returns true
 * if none is left.
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

/** Takes somebody who has left off the next open tasks. Returns true if none is left. */
async function unassignPart(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { id }: Household,
  memberId: MemberId,
  stamp: Stamp,
): Promise<boolean> {
  return (await occurrences.unassign(id, memberId, stamp, ROWS_AT_ONCE)) < ROWS_AT_ONCE;
}

/**
 * Does the rest for somebody who has left and comes back, part by part, as the jobs would. As a member they would otherwise
 * find turns that nobody gave them, and lose tasks that somebody gives them. Of a member it changes nothing.
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
