import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../ports/unit-of-work.js';

/**
 * What else must follow when people of a household come, go, or change the days on which they are away: called
 * last inside the transaction, with the household locked and the members as they now are. When someone goes,
 * their PERSONAL occurrences and their assignments outside rotations are gone already; what series plan for them,
 * and series of their own that are PERSONAL, are left to this. It is not called for a household that ends.
 */
export type AfterMembershipChange = (
  scope: UnitOfWorkScope,
  householdId: HouseholdId,
  changedMemberIds: readonly MemberId[],
) => Promise<void>;

export const nothingFollows: AfterMembershipChange = () => Promise.resolve();
