import type { Account } from '../../domain/accounts/account.js';
import {
  credentialsEndedBy,
  OPENS_LOGIN_LOCK,
  type Credential,
  type CredentialEvent,
} from '../../domain/accounts/credentials.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { accountGone } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { loginKey } from '../shared/rate-limits.js';
import type { Needs } from '../composition/needs.js';

export type EndCredentialsDependencies = Needs<'unitOfWork' | 'rateLimiter' | 'securityLog' | 'clock'>;

/**
 * `sessionId` is the session in which the event happens, or null if nobody is signed in (for example a password reset
 * by mail).
 */
type Owner = { readonly userId: UserId; readonly sessionId: SessionId | null };

/**
 * Changes the locked account in the same transaction and returns it. `account` is null if it does not exist. Returns
 * null if there is nothing to change; then no credential ends and nothing is logged. Rejects if the change is not
 * allowed.
 */
type Change = (scope: UnitOfWorkScope, account: Account | null, now: Instant) => Promise<Account | null>;

/**
 * Ends all credentials that the event ends (see credentialsEndedBy), in one transaction. Returns false if `change`
 * found nothing to change.
 *
 * The account is locked. A sign-in with a password or a linked identity, a new feed, a new calendar connection and a
 * mailed link take the same lock. So each of them either comes first and ends here too, or comes later and sees the
 * change.
 */
export async function endCredentials(
  { unitOfWork, rateLimiter, securityLog, clock }: EndCredentialsDependencies,
  event: CredentialEvent,
  owner: Owner,
  change: Change = unchanged,
): Promise<boolean> {
  const changed = await unitOfWork.run(async (scope) => {
    const now = clock.now();
    const account = await change(scope, await scope.accounts.findForUpdate(owner.userId), now);
    if (account === null) return null;
    for (const credential of credentialsEndedBy(event)) await END[credential](scope, owner, now);
    scope.events.signedOut(owner.userId);
    return account;
  });
  if (changed === null) return false;
  if (OPENS_LOGIN_LOCK[event]) await rateLimiter.forget(loginKey(changed.email));
  const { userId, sessionId } = owner;
  securityLog.record(event, { userId, ...(sessionId !== null && { sessionId }) });
  return true;
}

const unchanged: Change = (_scope, account) =>
  account === null ? Promise.reject(accountGone()) : Promise.resolve(account);

const END: Readonly<
  Record<Credential, (scope: UnitOfWorkScope, owner: Owner, at: Instant) => Promise<void>>
> = {
  mobileCodes: ({ mobileCodes }, { userId }) => mobileCodes.deleteThoseOf(userId),
  otherSessions: ({ sessions }, { userId, sessionId }, at) =>
    sessions.revokeAll(userId, at, sessionId ?? undefined),
  ownSession: async ({ sessions }, { sessionId }, at) => {
    if (sessionId !== null) await sessions.revoke(sessionId, at);
  },
  connectTickets: ({ calendarOAuthStates }, { userId }) => calendarOAuthStates.deleteTicketsOf(userId),
  feeds: ({ feeds }, { userId }) => feeds.removeAllOf(userId),
  resetLinks: ({ passwordResets }, { userId }, at) => passwordResets.endAllOf(userId, at),
  emailLinks: ({ emailChanges }, { userId }, at) => emailChanges.endAllOf(userId, at),
};
