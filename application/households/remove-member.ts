import { decideDeparture } from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, lastOwner, notFound } from '../shared/errors.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { leaveHousehold } from './leave-household.js';
import { endHousehold } from './end-household.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../shared/needs.js';

/**
 * Someone leaves, or is removed by an owner; with the last member the household goes whole. FORBIDDEN for
 * removing another without owning the household; LAST_OWNER when others would be left without an owner.
 */
export function removeMember(
  dependencies: Needs<'unitOfWork' | 'clock'> & { afterMembershipChange: AfterMembershipChange },
) {
  const { unitOfWork, clock } = dependencies;
  const end = leaveHousehold(dependencies);
  return (caller: MemberCaller, id: MemberId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const leaver = members.find((member) => member.id === id);
      if (leaver === undefined) throw notFound('member');
      switch (decideDeparture(members, id, me).kind) {
        case 'notAllowed':
          throw forbidden('Only an owner can remove another member');
        case 'lastOwner':
          throw lastOwner();
        case 'wasLast':
          return endHousehold(scope, {
            householdId: household.id,
            actorId: caller.userId,
            at: clock.now(),
          });
        case 'departs':
          return end(scope, household, leaver, caller.userId);
      }
    });
}
