import { decideDeparture } from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, lastOwner, notFound } from '../shared/errors.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { leaveHousehold, type LimitUnassigned } from './leave-household.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../shared/needs.js';

/**
 * Someone leaves, or is removed by an owner; with the last member the household goes whole. FORBIDDEN for
 * removing another without owning the household; LAST_OWNER when others would be left without an owner.
 */
export function removeMember(
  dependencies: Needs<'unitOfWork' | 'clock' | 'ids'> & {
    afterMembershipChange: AfterMembershipChange;
    limitUnassigned?: LimitUnassigned;
  },
) {
  const leave = leaveHousehold(dependencies);
  return (caller: MemberCaller, id: MemberId): Promise<void> =>
    dependencies.unitOfWork.run(async (scope) => {
      const locked = await lockMembership(scope, caller);
      const leaver = locked.members.find((member) => member.id === id);
      if (leaver === undefined) throw notFound('member');
      const { kind } = decideDeparture(locked.members, id, locked.me);
      if (kind === 'notAllowed') throw forbidden('OWNERS_ONLY', 'Only an owner can remove another member');
      if (kind === 'lastOwner') throw lastOwner();
      await leave(scope, locked, leaver, caller.memberId);
    });
}
