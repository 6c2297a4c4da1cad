import {
  FORMER_PROXIES_LIMIT,
  memberProblems,
  MEMBERS_LIMIT,
  newProxy,
  passedMembersLimit,
  PROXIES_LIMIT,
  type NewProxy,
} from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { limitReached, validationFailed } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { lockAsPermitted } from './lock-membership.js';
import type { NamedMember } from './ports.js';
import { raiseEvent } from '../shared/events/domain-event.js';

const MEMBER_LIMITS = {
  members: `${MEMBERS_LIMIT} members`,
  membersWithoutAccount: `${PROXIES_LIMIT} members without an account`,
  formerMembers: `${FORMER_PROXIES_LIMIT} former members without an account`,
};

/**
 * Creates a member without an account. They take no turns until somebody adds them to a rotation.
 *
 * @throws LIMIT_REACHED if the household has the maximum number of members, of members without an account, or of
 *   former members without an account, or if the caller's account has created the maximum number of members without an
 *   account.
 * @throws VALIDATION_FAILED if the fields contradict each other.
 */
export function createMember({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (caller: MemberCaller, said: NewProxy): Promise<NamedMember> =>
    unitOfWork.run(async (scope) => {
      const { household, members } = await lockAsPermitted(scope, caller, 'createMember');
      const known = await scope.households.members(household.id, { withFormer: true });
      const limit = passedMembersLimit(known);
      if (limit !== null) throw limitReached(limit, `A household may have at most ${MEMBER_LIMITS[limit]}`);
      const now = clock.now();
      const member = newProxy(
        said,
        { id: ids.next<MemberId>(), householdId: household.id },
        { others: members, now },
      );
      const problems = memberProblems(member, members);
      if (problems.length > 0) throw validationFailed(problems);
      await scope.households.insertMember(member);
      raiseEvent(scope.events, caller, now, { kind: 'member', action: 'joined', memberId: member.id });
      return { ...member, name: said.displayName };
    });
}
