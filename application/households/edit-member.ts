import { awayProblems, identifyPeriods, sortAbsences } from '../../domain/households/away.js';
import type { Member } from '../../domain/households/household.js';
import {
  keepsOwner,
  mayEditMember,
  memberProblems,
  weightOfEdited,
} from '../../domain/households/membership.js';
import { takesTurnsIn } from '../../domain/rotation/rotation.js';
import type { AwayPeriod } from '../../domain/rotation/away.js';
import type { AwayPeriodId, MemberId, SeriesId } from '../../domain/shared/ids.js';
import { sameJson } from '../../domain/shared/json.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, invalidState, lastOwner, notFound, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { NamedMember } from './ports.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import { eachPart } from '../shared/pages.js';

type Edited = Partial<
  Pick<
    Member,
    | 'role'
    | 'displayName'
    | 'color'
    | 'awayPeriods'
    | 'weight'
    | 'group'
    | 'takesTurns'
    | 'managerIds'
    | 'activeFrom'
    | 'activeUntil'
  >
>;
export type MemberEdit = Omit<Edited, 'awayPeriods'> & { readonly awayPeriods?: readonly AwayPeriod[] };

export type MemberDependencies = Needs<'unitOfWork' | 'clock' | 'ids'> & {
  readonly afterMembershipChange: AfterMembershipChange;
};

/**
 * Edits a member. Missing fields stay unchanged.
 *
 * @throws NOT_FOUND if the household has no such active member.
 * @throws FORBIDDEN if `mayEditMember` (domain/households/membership) denies it.
 * @throws LAST_OWNER if the household would have no owner.
 * @throws VALIDATION_FAILED if an absence ends before it begins, or if the edited member breaks a rule of
 *   `memberProblems` (domain/households/membership).
 * @throws INVALID_STATE if the edit sets `takesTurns` to false although a rotation that the caller may see gives the
 *   member turns.
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

/**
 * Locks the household and applies the edit that `decide` returns for the member. The caller checks absences. Throws
 * the other errors of {@link editMember}, and those of `decide`.
 */
export function changeMember({ unitOfWork, clock, afterMembershipChange }: MemberDependencies) {
  return (caller: MemberCaller, id: MemberId, decide: (member: Member) => Edited): Promise<NamedMember> =>
    unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const member = members.find((one) => one.id === id);
      if (member === undefined) throw notFound('member');
      if (!mayEditMember(me, member, [])) throw notAllowed();
      const edit = decide(member);
      if (!mayEditMember(me, member, Object.keys(edit) as (keyof Member)[])) throw notAllowed();
      if (edit.role !== undefined && !keepsOwner(members, id, edit.role)) throw lastOwner();
      const asked: Member = {
        ...member,
        ...edit,
        ...(edit.awayPeriods && { awayPeriods: sortAbsences(edit.awayPeriods) }),
      };
      const edited: Member = { ...asked, weight: weightOfEdited(member, asked) };
      const problems = memberProblems(edited, members);
      if (problems.length > 0) throw validationFailed(problems);
      if (member.takesTurns && !edited.takesTurns) await requireNoTurns(scope, caller, id);

      await scope.households.saveMember(edited);
      raiseEvent(scope.events, caller, clock.now(), { kind: 'member', action: 'edited', memberId: id });
      if (edit.awayPeriods || PRESENCE.some((field) => !sameJson(member[field], edited[field])))
        await afterMembershipChange(scope, household, { memberId: id, kind: 'away' });
      const saved = (await scope.households.members(household.id)).find((one) => one.id === id);
      if (saved === undefined) throw notFound('member');
      return saved;
    });
}

const PRESENCE = ['activeFrom', 'activeUntil'] as const;

/** The number of series that are read together. */
const BATCH = 50;

/**
 * Throws INVALID_STATE if the current rotation of an open series that the caller may see gives the member turns.
 * Hidden rotations must not be revealed.
 */
async function requireNoTurns(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  caller: MemberCaller,
  memberId: MemberId,
): Promise<void> {
  await eachPart(async (after: SeriesId | null) => {
    const which = { after, limit: BATCH, visibleTo: caller.memberId };
    const batch = await series.openForUpdate(caller.household.id, memberId, which);
    const named = batch.find(({ segments }) => {
      const rotation = segments.at(-1)?.rotation;
      return rotation !== undefined && takesTurnsIn(rotation, memberId);
    });
    if (named !== undefined)
      throw invalidState(
        'IN_ROTATION',
        'A rotation names this member. Remove the member from the rotation first',
        {
          seriesId: named.id,
        },
      );
    return batch.at(BATCH - 1)?.id ?? null;
  });
}

const notAllowed = () =>
  forbidden(
    'OWNERS_OR_MANAGERS_ONLY',
    'Owners may change every field of a member, managers every field except role and weight, and other members only their own name, colour and absences',
  );
