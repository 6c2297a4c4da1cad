import { decideDeparture } from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { continueInRequest } from '../bulk/bulk-work.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, lastOwner, notFound } from '../shared/errors.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { isDepartureWithinRequest, takeDepartureStep } from './departure-steps.js';
import { type BeginDeparture, leaveHousehold } from './leave-household.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../composition/needs.js';

/**
 * Removes a member, or lets the caller leave. If no other member has an account, the household is deleted.
 *
 * @throws NOT_FOUND if the household has no such active member.
 * @throws FORBIDDEN if the caller removes somebody else and is no owner.
 * @throws LAST_OWNER if members with an account remain, but no owner.
 */
export function removeMember(
  dependencies: Needs<'unitOfWork' | 'clock' | 'ids'> & {
    afterMembershipChange: AfterMembershipChange;
    begin?: BeginDeparture;
  },
) {
  const leave = leaveHousehold(dependencies);
  const take = takeDepartureStep(dependencies);
  return async (caller: MemberCaller, id: MemberId): Promise<void> => {
    const first = await dependencies.unitOfWork.run(async (scope) => {
      const locked = await lockMembership(scope, caller);
      const leaver = locked.members.find((member) => member.id === id);
      if (leaver === undefined) throw notFound('member');
      const { kind } = decideDeparture(locked.members, id, locked.me);
      if (kind === 'notAllowed') throw forbidden('OWNERS_ONLY', 'Only an owner may remove another member');
      if (kind === 'lastOwner') throw lastOwner();
      return leave(scope, locked, leaver, caller.memberId);
    });
    if (first !== null) await continueInRequest(dependencies, caller, first, take, isDepartureWithinRequest);
  };
}
