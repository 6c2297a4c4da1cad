import type { Household } from '../../domain/households/household.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { replanAllTurns, replanTurns } from '../series/replan-turns.js';

export type MembershipChange = {
  readonly memberId: MemberId;
  /** `returned`: joined again; `away`: the days on which they are away are others now. */
  readonly kind: 'joined' | 'returned' | 'left' | 'away';
};

/**
 * What else must follow when people of a household come, go, or are away: called inside the transaction, with the
 * household locked and the members as they now are. When someone goes, what was PERSONAL to them is gone already;
 * open work that names them when this returns is taken off them. It is not called for a household that ends.
 */
export type AfterMembershipChange = (
  scope: UnitOfWorkScope,
  household: Household,
  change: MembershipChange,
) => Promise<void>;

/** The turns of series follow. Who joins takes none until somebody gives them one. */
export function replanAfterMembershipChange(dependencies: PlanDependencies): AfterMembershipChange {
  const replan = replanTurns(dependencies);
  const replanAll = replanAllTurns(dependencies);
  return async (scope, household, { memberId, kind }) => {
    // Who comes back takes no turns that they had before.
    if (kind === 'returned') await replanAll(scope, household, { memberId, kind: 'left' });
    else if (kind !== 'joined') await replan(scope, household, { memberId, kind });
  };
}
