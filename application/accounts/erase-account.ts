import { eachRow } from '../shared/pages.js';
import type { Account } from '../../domain/accounts/account.js';
import { isSameEmail } from '../../domain/accounts/email.js';
import { asOwner, decideDeparture, findSuccessor } from '../../domain/households/membership.js';
import type { Household } from '../../domain/households/household.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { accountGone, ApplicationError, validationFailed } from '../shared/errors.js';
import type { AfterMembershipChange } from '../households/after-membership-change.js';
import { leaveHousehold } from '../households/leave-household.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
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
import type { Needs } from '../shared/needs.js';

/** That it is really them: the password, or for an account without one its e-mail address, typed. */
export type ErasureProof = { readonly password: string | null; readonly confirm: string | null };

/**
 * What an account leaves behind at others, and has to be seen to before it goes: called in the transaction of the
 * erasure, and queues the jobs that do it.
 */
export type BeforeErasure = (scope: UnitOfWorkScope, userId: UserId) => Promise<void>;

type Dependencies = Needs<'unitOfWork' | 'ids'> &
  ReauthenticationDependencies & {
    afterMembershipChange: AfterMembershipChange;
    beforeErasure: readonly BeforeErasure[];
  };

/**
 * The account goes at once and for good, with its sessions and what only its owner sees. A household without anybody
 * else goes whole; elsewhere shared work stays and knows a former member by id alone, whose turns are planned anew;
 * who has been there longest takes over what would be without an owner. INVALID_CREDENTIALS or VALIDATION_FAILED
 * without the proof, RATE_LIMITED after too many attempts.
 */
export function eraseAccount(dependencies: Dependencies) {
  const { unitOfWork, rateLimiter, securityLog, beforeErasure } = dependencies;
  return async (caller: Caller, proof: ErasureProof): Promise<void> => {
    const known = await prove(dependencies, caller, proof);
    await unitOfWork.run(async (scope) => {
      const account = await scope.accounts.findToRemove(caller.userId);
      if (account === null) throw accountGone();
      if (account.passwordHash !== known.passwordHash)
        throw new ApplicationError('INVALID_CREDENTIALS', 'The password has just been changed');
      const homes = await lockEverything(scope, account.id);
      for (const before of beforeErasure) await before(scope, account.id);
      for (const household of homes) await leave(dependencies, scope, household, account.id);
      // Those who went by the name of the account have none from now on.
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

/** What is counted of an account by its id. */
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
    if (password === null) throw refusal('password', 'is needed, since the account has one');
    return reauthenticate(dependencies, caller, password);
  }
  await countReauthentication(dependencies, caller);
  if (confirm === null || !isSameEmail(confirm, account.email))
    throw refusal('confirm', "must be the account's e-mail address");
  return account;
}

/**
 * Locks what goes with an account in the order of everybody, its calendar connections and then its households by id;
 * gives the households.
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

const refusal = (field: string, message: string) => validationFailed([{ field, rule: 'proof', message }]);
