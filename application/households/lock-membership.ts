import type { Household } from '../../domain/households/household.js';
import type { MemberCaller } from '../shared/caller.js';
import { type OperationName, permit } from '../policy/operations.js';
import { householdNotFound } from '../shared/errors.js';
import type { NamedMember } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/** A locked household with its active members. `me` is the caller. */
export type LockedHousehold = {
  readonly household: Household;
  readonly members: readonly NamedMember[];
  readonly me: NamedMember;
};

/**
 * Locks the caller's household and reads its members again, because they may have changed since the request was
 * authenticated.
 *
 * @throws HOUSEHOLD_NOT_FOUND if the household was deleted or the caller has left it.
 */
export async function lockMembership(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  caller: MemberCaller,
): Promise<LockedHousehold> {
  const household = await households.findForUpdate(caller.household.id);
  const members = await households.members(caller.household.id);
  const me = members.find(({ id }) => id === caller.memberId);
  if (household === null || me === undefined) throw householdNotFound();
  return { household, members, me };
}

/**
 * Like {@link lockMembership}. It also asks the policy of the operation again with the current role and group of the
 * caller, which may have changed since the request was authenticated.
 *
 * @throws FORBIDDEN if the policy of the operation no longer admits the caller.
 */
export async function lockAsPermitted(
  scope: Pick<UnitOfWorkScope, 'households'>,
  caller: MemberCaller,
  operation: OperationName,
): Promise<LockedHousehold> {
  const locked = await lockMembership(scope, caller);
  const { role, group } = locked.me;
  permit({ ...caller, role, group }, operation);
  return locked;
}
