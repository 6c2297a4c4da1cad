import { awayProblems, identifyPeriods, inOrder } from '../../domain/households/away.js';
import type { Member } from '../../domain/households/household.js';
import { keepsOwner } from '../../domain/households/membership.js';
import type { AwayPeriod } from '../../domain/rotation/away.js';
import type { AwayPeriodId, MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, lastOwner, notFound, validationFailed } from '../shared/errors.js';
import type { NamedMember } from './ports.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../shared/needs.js';

type Edited = Partial<Pick<Member, 'role' | 'displayName' | 'color' | 'awayPeriods' | 'weight'>>;
export type MemberEdit = Omit<Edited, 'awayPeriods'> & { readonly awayPeriods?: readonly AwayPeriod[] };

export type MemberDependencies = Needs<'unitOfWork' | 'clock' | 'ids'> & {
  readonly afterMembershipChange: AfterMembershipChange;
};

/**
 * Fields that are absent stay. FORBIDDEN for a role or a weight unless the caller is an owner, and for anything of another
 * member unless the caller is an owner; LAST_OWNER when nobody would own the household.
 */
export function editMember(dependencies: MemberDependencies) {
  const change = changeMember(dependencies);
  return async (caller: MemberCaller, id: MemberId, edit: MemberEdit): Promise<NamedMember> => {
    const problems = awayProblems(edit.awayPeriods ?? []);
    if (problems.length > 0) throw validationFailed(problems);
    const { awayPeriods: asked, ...fields } = edit;
    if (asked === undefined) return change(caller, id, () => fields);
    const nextId = () => dependencies.ids.next<AwayPeriodId>();
    return change(caller, id, ({ awayPeriods }) => ({
      ...fields,
      awayPeriods: identifyPeriods(asked, awayPeriods, nextId),
    }));
  };
}

/** A member as `decide` would have them, of whom they are with the household locked. Errors as for {@link editMember}. */
export function changeMember({ unitOfWork, clock, afterMembershipChange }: MemberDependencies) {
  return (caller: MemberCaller, id: MemberId, decide: (member: Member) => Edited): Promise<NamedMember> =>
    unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const member = members.find((one) => one.id === id);
      if (member === undefined) throw notFound('member');
      if (me.role !== 'OWNER' && me.id !== id) throw notOwner();
      const edit = decide(member);
      const isForOwners = edit.role !== undefined || edit.weight !== undefined;
      if (me.role !== 'OWNER' && isForOwners) throw notOwner();
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
}

const notOwner = () => forbidden('Only an owner can change roles, weights and other members');
