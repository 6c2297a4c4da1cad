import { awayProblems, inOrder } from '../../domain/households/away.js';
import type { Member } from '../../domain/households/household.js';
import { keepsOwner } from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, lastOwner, notFound, validationFailed } from '../shared/errors.js';
import type { NamedMember } from './ports.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../shared/needs.js';

export type MemberEdit = Partial<Pick<Member, 'role' | 'displayName' | 'color' | 'awayPeriods'>>;

/**
 * Fields that are absent stay. FORBIDDEN for a role unless the caller is an owner, and for anything of another
 * member unless the caller is an owner; LAST_OWNER when nobody would own the household.
 */
export function editMember({
  unitOfWork,
  clock,
  afterMembershipChange,
}: Needs<'unitOfWork' | 'clock'> & { afterMembershipChange: AfterMembershipChange }) {
  return async (caller: MemberCaller, id: MemberId, edit: MemberEdit): Promise<NamedMember> => {
    const problems = awayProblems(edit.awayPeriods ?? []);
    if (problems.length > 0) throw validationFailed(problems);
    return unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const member = members.find((one) => one.id === id);
      if (member === undefined) throw notFound('member');
      if (me.role !== 'OWNER' && (me.id !== id || edit.role !== undefined))
        throw forbidden('Only an owner can change roles and other members');
      if (edit.role !== undefined && !keepsOwner(members, id, edit.role)) throw lastOwner();

      const awayPeriods = edit.awayPeriods && inOrder(edit.awayPeriods);
      await scope.households.saveMember({ ...member, ...edit, ...(awayPeriods && { awayPeriods }) });
      scope.events.raise({
        kind: 'member',
        action: 'edited',
        memberId: id,
        householdId: household.id,
        actorId: caller.memberId,
        at: clock.now(),
      });
      if (awayPeriods) await afterMembershipChange(scope, household, { memberId: id, kind: 'away' });
      const saved = (await scope.households.members(household.id)).find((one) => one.id === id);
      if (saved === undefined) throw notFound('member');
      return saved;
    });
  };
}
