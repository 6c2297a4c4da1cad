import type { Household } from '../../domain/households/household.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { replanAllTurns, replanTurns } from '../series/replan-turns.js';

export type MembershipChange = {
  readonly memberId: MemberId;
  /**
   * How the membership changed. `returned` means that a former member has joined again, `away` that a member's
   * absences have changed.
   */
  readonly kind: 'joined' | 'returned' | 'left' | 'away';
};

/**
 * A function that other areas provide, to do their work when a member of a household joins, rejoins or leaves, or when
 * a member's absences change. It is called inside the transaction, with the locked household and after the change is
 * saved. It is not called for a household that is deleted.
 *
 * If a member leaves, their PERSONAL tasks are already deleted, except that a job deletes the rest of a large number.
 * Open tasks that are still assigned to them afterwards are unassigned.
 */
export type AfterMembershipChange = (
  scope: UnitOfWorkScope,
  household: Household,
  change: MembershipChange,
) => Promise<void>;

/** Returns the handler that plans turns again. A new member gets no turns until somebody adds them to a rotation. */
export function replanAfterMembershipChange(dependencies: PlanDependencies): AfterMembershipChange {
  const replan = replanTurns(dependencies);
  const replanAll = replanAllTurns(dependencies);
  return async (scope, household, { memberId, kind }) => {
    // A member who rejoins gets none of their former turns back.
    if (kind === 'returned') await replanAll(scope, household, { memberId, kind: 'left' });
    else if (kind !== 'joined') await replan(scope, household, { memberId, kind });
  };
}
