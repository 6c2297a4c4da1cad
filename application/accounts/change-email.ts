import { normalizeEmail } from '../../domain/accounts/account.js';
import {
  EMAIL_CHANGE_LIFE_MS,
  isEmailToken,
  isPending,
  type EmailChange,
} from '../../domain/accounts/email-change.js';
import type { EmailChangeId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { ApplicationError, accountGone, invalidState } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import {
  countAttempt,
  EMAIL_CHANGES,
  emailChangesKey,
  RECIPIENT_MAILS,
  recipientKey,
} from '../shared/rate-limits.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import {
  requireRecentAuthentication,
  type RecentAuthenticationDependencies,
} from './recent-authentication.js';

type RequestDependencies = Needs<'ids' | 'unitOfWork'> & RecentAuthenticationDependencies;

/**
 * Queues the mails with which the caller's account gets another address, or with which its own is proved. Another one takes
 * the password or a recent sign-in, as requireRecentAuthentication. It ends the request of before. Nothing shows whether
 * the address has an account: RATE_LIMITED after too many requests of the caller, and beyond what may be written to one
 * address nothing is sent there. INVALID_STATE where the address of the account is proved already.
 */
export function requestEmailChange(dependencies: RequestDependencies) {
  const { unitOfWork, rateLimiter, securityLog, clock, ids } = dependencies;
  return async (caller: Caller, given: string, password: string | null): Promise<void> => {
    const email = normalizeEmail(given);
    const { userId, sessionId } = caller;
    const known = await dependencies.accounts.find(userId);
    if (known === null) throw accountGone();
    if (known.email !== email) await requireRecentAuthentication(dependencies, caller, password);
    else if (known.emailVerified)
      throw invalidState('EMAIL_ALREADY_VERIFIED', 'This address is proved already');
    await countAttempt({ rateLimiter, clock }, emailChangesKey(userId), EMAIL_CHANGES);
    const { count } = await rateLimiter.hit(recipientKey(email), RECIPIENT_MAILS.windowMs);
    await unitOfWork.run(async ({ accounts, emailChanges, jobs }) => {
      // Locked: of two requests at once the second ends the first.
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
      };
      await emailChanges.endAllOf(userId, now);
      await emailChanges.insert(change);
      const emailChangeId = change.id;
      if (count <= RECIPIENT_MAILS.limit) await jobs.enqueue('mail-email-proof', { emailChangeId });
      if (known.email !== email) await jobs.enqueue('mail-email-refusal', { emailChangeId });
    });
    securityLog.record('email_change_requested', { userId, sessionId });
  };
}

/**
 * The caller's account has the address from now on, proved. Only a session of that account does it: whoever reads a mail
 * to an address that a stranger has given does not lend it to the stranger's account. Sessions stay; the links that were
 * sent to the address of before end. TOKEN_INVALID alike for a token that is unknown, expired, used or another account's;
 * EMAIL_ALREADY_USED when somebody was faster.
 */
export function proveEmail(dependencies: EndCredentialsDependencies & Needs<'opaqueTokens'>) {
  const { opaqueTokens } = dependencies;
  return async (caller: Caller, token: string): Promise<void> => {
    if (!isEmailToken(token)) throw tokenInvalid();
    const hash = opaqueTokens.hash(token);
    await endCredentials(dependencies, 'email_changed', caller, async (scope, account, now) => {
      const change = await scope.emailChanges.findByProof(hash);
      if (account === null || change === null || change.userId !== account.id || !isPending(change, now))
        throw tokenInvalid();
      const proved = { ...account, email: change.email, emailVerified: true };
      await scope.accounts.save(proved);
      return proved;
    });
  };
}

/** Ends the request, from the mailbox that the account would give up. TOKEN_INVALID for a link that does nothing any more. */
export function refuseEmailChange({
  unitOfWork,
  opaqueTokens,
  securityLog,
  clock,
}: Needs<'unitOfWork' | 'opaqueTokens' | 'securityLog' | 'clock'>) {
  return async (token: string): Promise<void> => {
    if (!isEmailToken(token)) throw tokenInvalid();
    const hash = opaqueTokens.hash(token);
    const userId = await unitOfWork.run(async ({ accounts, emailChanges }) => {
      const found = await emailChanges.findByRefusal(hash);
      const account = found && (await accounts.findForUpdate(found.userId));
      // Looked at again under the lock: it may have been proved meanwhile.
      const change = account && (await emailChanges.findByRefusal(hash));
      if (change === null || !isPending(change, clock.now())) throw tokenInvalid();
      await emailChanges.save({ ...change, endedAt: clock.now() });
      return change.userId;
    });
    securityLog.record('email_change_refused', { userId });
  };
}

const tokenInvalid = () => new ApplicationError('TOKEN_INVALID', 'The link cannot be used any more');
