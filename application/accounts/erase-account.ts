import { eachRow } from '../shared/pages.js';
import type { Account } from '../../domain/accounts/account.js';
import { isSameEmail } from '../../domain/accounts/email.js';
import { asOwner, decideDeparture, findSuccessor } from '../../domain/households/membership.js';
import type { Household } from '../../domain/households/household.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { accountGone, invalidField, passwordChanged } from '../shared/errors.js';
import type { AfterMembershipChange } from '../households/after-membership-change.js';
import { leaveHousehold } from '../households/leave-household.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  commandsKey,
  emailChangesKey,
  emailVerificationsKey,
  invitationMailsKey,
  loginKey,
  reauthenticationKey,
} from '../shared/rate-limits.js';
import {
  countReauthentication,
  reauthenticate,
  type ReauthenticationDependencies,
} from './reauthenticate.js';
import type { Needs } from '../composition/needs.js';

/**
 * The proof that the account's owner asks for the erasure: the password or, if the account has none, its e-mail address
 * typed out.
 */
export type ErasureProof = { readonly password: string | null; readonly confirm: string | null };

/**
 * A step that must run before an account is erased. It is called in the transaction of the erasure, so it queues jobs
 * for work at other services.
 */
export type BeforeErasure = (scope: UnitOfWorkScope, userId: UserId) => Promise<void>;

type Dependencies = Needs<'unitOfWork' | 'ids'> &
  ReauthenticationDependencies & {
    afterMembershipChange: AfterMembershipChange;
    beforeErasure: readonly BeforeErasure[];
  };

/**
 * Erases the caller's account permanently, with its sessions and everything that only its owner can see.
 *
 * - Households without another member who has an account are deleted.
 * - In other households shared tasks stay and refer to a former member by id alone. That member's turns are planned
 *   again.
 * - If the account is the last owner of a household, another member with an account becomes owner: the adult who
 *   joined first. If there is no adult, it is the member who joined first.
 *
 * @throws INVALID_CREDENTIALS or VALIDATION_FAILED if the proof is wrong or missing.
 * @throws RATE_LIMITED after too many attempts.
 */
export function eraseAccount(dependencies: Dependencies) {
  const { unitOfWork, rateLimiter, securityLog, beforeErasure } = dependencies;
  return async (caller: Caller, proof: ErasureProof): Promise<void> => {
    const known = await prove(dependencies, caller, proof);
    await unitOfWork.run(async (scope) => {
      const account = await scope.accounts.findToRemove(caller.userId);
      if (account === null) throw accountGone();
      if (account.passwordHash !== known.passwordHash) throw passwordChanged();
      const homes = await lockEverything(scope, account.id);
      for (const before of beforeErasure) await before(scope, account.id);
      for (const household of homes) await leave(dependencies, scope, household, account.id);
      // Members who were shown under the name of the account have no name from now on.
      for (const member of await scope.households.forgetMember(account.id))
        scope.journal.touch('member', member);
      await scope.invitations.removeAddressedTo(account.email);
      await scope.idempotency.removeOf(account.id);
      await scope.accounts.remove(account.id);
      scope.events.signedOut(account.id);
    });
    await rateLimiter.forget(loginKey(known.email));
    for (const keyOf of COUNTED) await rateLimiter.forget(keyOf(caller.userId));
    securityLog.record('account_erased', { userId: caller.userId });
  };
}

/** The keys of rate limits that consist of the account id. Their counters are deleted with the account. */
const COUNTED = [
  reauthenticationKey,
  emailChangesKey,
  emailVerificationsKey,
  invitationMailsKey,
  commandsKey,
] as const;

async function prove(
  dependencies: Dependencies,
  caller: Caller,
  { password, confirm }: ErasureProof,
): Promise<Account> {
  const account = await dependencies.accounts.find(caller.userId);
  if (account === null) throw accountGone();
  if (account.passwordHash !== null) {
    if (password === null)
      throw invalidField('password', 'proof', 'is required, because the account has a password');
    return reauthenticate(dependencies, caller, password);
  }
  await countReauthentication(dependencies, caller);
  if (confirm === null || !isSameEmail(confirm, account.email))
    throw invalidField('confirm', 'proof', "must be the account's e-mail address");
  return account;
}

/**
 * Locks the user's calendar connections and then their households by id, and returns the households. All transactions
 * lock them in this order, to avoid deadlocks.
 */
async function lockEverything(
  { calendarConnections, households }: Pick<UnitOfWorkScope, 'calendarConnections' | 'households'>,
  userId: UserId,
): Promise<readonly Household[]> {
  for (const id of await calendarConnections.idsOf(userId))
    await calendarConnections.findForUpdate(userId, id);
  const locked: Household[] = [];
  for await (const { household } of eachRow((page) => households.listOf(userId, page))) {
    const home = await households.findForUpdate(household.id);
    if (home !== null) locked.push(home);
  }
  return locked;
}

async function leave(
  dependencies: Dependencies,
  scope: UnitOfWorkScope,
  household: Household,
  userId: UserId,
): Promise<void> {
  const members = await scope.households.members(household.id);
  const leaver = members.find(({ accountId }) => accountId === userId);
  if (leaver === undefined) return;
  const isLastOwner = decideDeparture(members, leaver.id, leaver).kind === 'lastOwner';
  const successor = isLastOwner ? findSuccessor(members, leaver.id) : null;
  if (successor !== null) await scope.households.saveMember(asOwner(successor));
  await leaveHousehold(dependencies)(scope, { household, members }, leaver, leaver.id);
}
