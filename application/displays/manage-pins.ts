import type { Member } from '../../domain/households/household.js';
import { isOwnerOrManager } from '../../domain/households/membership.js';
import { isPerson } from '../../domain/households/rights.js';
import type { AccessParams } from '../../domain/operations/operation.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { lockMembership } from '../households/lock-membership.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, notFound, invalidField } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { raiseEvent } from '../shared/events/domain-event.js';

type Dependencies = Needs<'unitOfWork' | 'passwordHasher' | 'clock'>;

/**
 * Sets the PIN of a member and unlocks it. The caller is the member, an owner, or a member who looks after a member
 * without an account. The latter loses this right when the member gets an account.
 *
 * @throws NOT_FOUND if the household has no such active member.
 * @throws FORBIDDEN for any other caller.
 * @throws VALIDATION_FAILED for a pet.
 */
export function setPin(dependencies: Dependencies) {
  const change = changePin(dependencies);
  return async (caller: MemberCaller, id: MemberId, digits: string): Promise<void> => {
    const hash = await dependencies.passwordHasher.hash(digits);
    await change(caller, id, async ({ displays }, member) => {
      if (!isPerson(member))
        throw invalidField('memberId', 'animal', 'must be a person, because pets cannot have a PIN');
      const { householdId } = member;
      const setAt = dependencies.clock.now();
      const pin = {
        householdId,
        memberId: id,
        hash,
        setBy: caller.memberId,
        setAt,
        guesses: [],
        lockedAt: null,
      };
      await displays.savePin(pin);
      return true;
    });
  };
}

/**
 * Removes the PIN of a member, so that they can be chosen without one. Throws NOT_FOUND or FORBIDDEN as
 * {@link setPin}.
 */
export function removePin(dependencies: Dependencies) {
  const change = changePin(dependencies);
  return (caller: MemberCaller, id: MemberId): Promise<void> =>
    change(caller, id, async ({ displays }, { householdId }) => {
      await displays.removePin(householdId, id);
      return false;
    });
}

function changePin({ unitOfWork, clock }: Dependencies) {
  return (
    caller: MemberCaller,
    id: MemberId,
    change: (scope: UnitOfWorkScope, member: Member) => Promise<boolean>,
  ): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { members, me } = await lockMembership(scope, caller);
      const member = members.find((one) => one.id === id);
      if (member === undefined) throw notFound('member');
      if (me.id !== id && !isOwnerOrManager(me, member))
        throw forbidden(
          'OWNERS_OR_MANAGERS_ONLY',
          'Only this member, an owner, or a manager of this member may do this',
        );
      const hasPin = await change(scope, member);
      if (hasPin === member.hasPin) {
        const change = hasPin ? 'EDITED' : 'DELETED';
        scope.operation.is('MEMBER', { access: 'PIN', change, name: member.name } satisfies AccessParams);
        return;
      }
      await scope.households.saveMember({ ...member, hasPin });
      raiseEvent(scope.events, caller, clock.now(), { kind: 'member', action: 'edited', memberId: id });
    });
}
