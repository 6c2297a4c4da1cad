import { isSameEmail, normalizeEmail } from '../../domain/accounts/email.js';
import {
  EMAIL_CHANGE_LIFE_MS,
  EMAIL_REVERT_LIFE_MS,
  isPending,
  UNCHANGED,
  type EmailChange,
} from '../../domain/accounts/email-change.js';
import { isOpaqueToken, type EmailChangeId, type UserId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { accountGone, ApplicationError, invalidState } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import {
  countAttempt,
  EMAIL_CHANGES,
  emailChangesKey,
  EMAIL_VERIFICATIONS,
  emailVerificationsKey,
  RECIPIENT_MAILS,
  recipientKey,
} from '../shared/rate-limits.js';
import { markCredentials } from './credentials-mark.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import { requireFreeEmail } from './free-email.js';
import { requirePasswordOrSignIn, type RecentAuthenticationDependencies } from './recent-authentication.js';

type RequestDependencies = Needs<'ids' | 'unitOfWork'> & RecentAuthenticationDependencies;

/**
 * Starts a change of the caller's e-mail address, or the verification of the current address if `given` is that
 * address. Queues the mails and ends the caller's earlier request. The answer does not reveal whether another account
 * has the address.
 *
 * - Another address requires the password, or a recent sign-in if the account has no password (see
 *   requirePasswordOrSignIn).
 * - If this account has already caused three mails in a day to the same other address, no further mail is sent
 *   there.
 * - Requests to verify the account's own address are counted separately from requests for another address.
 *
 * @throws VALIDATION_FAILED, INVALID_CREDENTIALS or RATE_LIMITED as requirePasswordOrSignIn, for another address.
 * @throws RATE_LIMITED after too many requests of the caller.
 * @throws INVALID_STATE if the address is the account's own and already verified.
 */
export function requestEmailChange(dependencies: RequestDependencies) {
  const { unitOfWork, securityLog, clock, ids } = dependencies;
  return async (caller: Caller, given: string, password: string | null): Promise<void> => {
    const { userId, sessionId } = caller;
    const known = await dependencies.accounts.find(userId);
    if (known === null) throw accountGone();
    const isOwn = isSameEmail(known.email, given);
    const email = isOwn ? known.email : normalizeEmail(given);
    if (!isOwn) await requirePasswordOrSignIn(dependencies, caller, known, password);
    else if (known.emailVerified)
      throw invalidState('EMAIL_ALREADY_VERIFIED', 'This e-mail address is already verified');
    const isMailed = isOwn
      ? await countVerification(dependencies, userId)
      : await countChange(dependencies, userId, email);
    await unitOfWork.run(async ({ accounts, emailChanges, jobs }) => {
      // The account is locked, so of two parallel requests the second ends the first.
      if ((await accounts.findForUpdate(userId)) === null) throw accountGone();
      const now = clock.now();
      const change: EmailChange = {
        id: ids.next<EmailChangeId>(),
        userId,
        email,
        proofHash: null,
        refusalHash: null,
        requestedAt: now,
        expiresAt: now + EMAIL_CHANGE_LIFE_MS,
        endedAt: null,
        ...UNCHANGED,
      };
      await emailChanges.endAllOf(userId, now);
      await emailChanges.insert(change);
      const emailChangeId = change.id;
      if (isMailed) await jobs.enqueue('mail-email-proof', { emailChangeId });
      if (!isOwn) await jobs.enqueue('mail-email-refusal', { emailChangeId });
    });
    securityLog.record('email_change_requested', { userId, sessionId });
  };
}

type Limits = Pick<RequestDependencies, 'rateLimiter' | 'clock'>;

async function countVerification(dependencies: Limits, userId: UserId): Promise<true> {
  await countAttempt(dependencies, emailVerificationsKey(userId), EMAIL_VERIFICATIONS);
  return true;
}

/**
 * Counts the request. Returns false if this account may cause no further mail to that address. Throws RATE_LIMITED
 * after too many requests of the user.
 */
async function countChange(dependencies: Limits, userId: UserId, email: string): Promise<boolean> {
  await countAttempt(dependencies, emailChangesKey(userId), EMAIL_CHANGES);
  const key = recipientKey('email-change', userId, email);
  const { count } = await dependencies.rateLimiter.hit(key, RECIPIENT_MAILS.windowMs);
  return count <= RECIPIENT_MAILS.limit;
}

/**
 * Verifies an e-mail address with the token from the mail, and makes it the address of the caller's account if it is
 * a new one. Only a session of the account that made the request may do this. So a person who opens a mail that a
 * stranger caused does not verify their address for the stranger's account.
 *
 * Sessions stay signed in; links that were mailed earlier (to reset the password or to change the address) stop
 * working. If the address changes, the old address is notified and can revert the change for a week.
 *
 * @throws TOKEN_INVALID if the token is unknown, expired, used, or belongs to another account; the answer does not
 *   say which.
 * @throws EMAIL_ALREADY_USED if another account has the address by now, or had it until recently and can still
 *   change back to it.
 */
export function proveEmail(dependencies: EndCredentialsDependencies & Needs<'opaqueTokens'>) {
  const { opaqueTokens } = dependencies;
  return async (caller: Caller, token: string): Promise<void> => {
    if (!isOpaqueToken(token)) throw tokenInvalid();
    const hash = opaqueTokens.hash(token);
    await endCredentials(dependencies, 'email_changed', caller, async (scope, account, now) => {
      const change = await scope.emailChanges.findByProof(hash);
      if (account === null || change === null || change.userId !== account.id || !isPending(change, now))
        throw tokenInvalid();
      const isOwn = isSameEmail(account.email, change.email);
      const email = isOwn ? account.email : normalizeEmail(change.email);
      const proved = { ...account, email, emailVerified: true };
      await scope.accounts.save(proved);
      if (!isOwn) {
        // Checked after the account is saved. If another account is just changing from this address to another one,
        // saving waits until that change is committed. Only then does this check see that the other account can still
        // change back.
        await requireFreeEmail(scope, proved, now);
        await scope.emailChanges.save({
          ...change,
          endedAt: now,
          formerEmail: account.email,
          changedAt: now,
          credentialsMark: markCredentials(dependencies, account),
          revertUntil: now + EMAIL_REVERT_LIFE_MS,
        });
        await scope.jobs.enqueue('mail-email-changed', { emailChangeId: change.id });
      }
      return proved;
    });
  };
}

/**
 * Cancels a pending change of address with the token that was mailed to the current address. Throws TOKEN_INVALID if
 * the token is unknown, or the request has expired or ended.
 */
export function refuseEmailChange({
  unitOfWork,
  opaqueTokens,
  securityLog,
  clock,
}: Needs<'unitOfWork' | 'opaqueTokens' | 'securityLog' | 'clock'>) {
  return async (token: string): Promise<void> => {
    if (!isOpaqueToken(token)) throw refusalInvalid();
    const hash = opaqueTokens.hash(token);
    const userId = await unitOfWork.run(async ({ accounts, emailChanges }) => {
      const found = await emailChanges.findByRefusal(hash);
      const account = found && (await accounts.findForUpdate(found.userId));
      // The change is read again after the account was locked, because the new address may have been verified in
      // between.
      const change = account && (await emailChanges.findByRefusal(hash));
      if (change === null || !isPending(change, clock.now())) throw refusalInvalid();
      await emailChanges.save({ ...change, endedAt: clock.now() });
      return change.userId;
    });
    securityLog.record('email_change_refused', { userId });
  };
}

const tokenInvalid = () =>
  new ApplicationError(
    'TOKEN_INVALID',
    'The link is unknown, was used, has expired, or belongs to another account. Request a new one',
  );
const refusalInvalid = () =>
  new ApplicationError(
    'TOKEN_INVALID',
    'The link is unknown or has expired, or the change was confirmed, refused or replaced already',
  );
