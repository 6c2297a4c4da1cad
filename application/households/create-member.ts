import {
  memberProblems,
  newProxy,
  passedMembersLimit,
  type NewProxy,
} from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { lockAsOwner } from './lock-membership.js';
import type { NamedMember } from './ports.js';

/**
 * Creates a member without an account. They take no turns until somebody adds them to a rotation.
 * @throws FORBIDDEN unless the caller is an owner.
 * @throws LIMIT_REACHED if the household has the maximum number of such members.
 * @throws VALIDATION_FAILED if the fields contradict each other.
 */
export function createMember({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (caller: MemberCaller, said: NewProxy): Promise<NamedMember> =>
    unitOfWork.run(async (scope) => {
      const { household, members } = await lockAsOwner(scope, caller);
      const known = await scope.households.members(household.id, { withFormer: true });
      const limit = passedMembersLimit(known);
      if (limit !== null)
        throw new ApplicationError(
          'LIMIT_REACHED',
          'The limit of members that details.limit names is reached',
          {
            limit,
          },
        );
      const now = clock.now();
      const member = newProxy(
        said,
        { id: ids.next<MemberId>(), householdId: household.id },
        { others: members, now },
      );
      const problems = memberProblems(member, members);
      if (problems.length > 0) throw validationFailed(problems);
      await scope.households.insertMember(member);
      scope.events.raise({
        kind: 'member',
        action: 'joined',
        memberId: member.id,
        householdId: household.id,
        actorId: caller.memberId,
        at: now,
      });
      return { ...member, name: said.displayName };
    });
}
