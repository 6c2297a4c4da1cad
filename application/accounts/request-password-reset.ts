import { normalizeEmail } from '../../domain/accounts/email.js';
import { RESET_MAILS, RESET_MAILS_IN_ALL, type PasswordReset } from '../../domain/accounts/password-reset.js';
import type { PasswordResetId } from '../../domain/shared/ids.js';
import type { Needs } from '../composition/needs.js';
import { passwordResetsKey } from '../shared/rate-limits.js';

type Dependencies = Needs<
  'accounts' | 'opaqueTokens' | 'rateLimiter' | 'securityLog' | 'clock' | 'ids',
  'jobs' | 'passwordResets'
>;

/**
 * Queues the mail with which a new password can be set. The answer and its timing do not reveal whether the account
 * exists: for an unknown address the same statements run, and the job then finds nobody to write to.
 *
 * The number of mails to an address is limited, with a lower limit for requests from the same network. So a stranger
 * in one network cannot use up all mails of the address's owner.
 */
export function requestPasswordReset({
  unitOfWork,
  accounts,
  opaqueTokens,
  rateLimiter,
  securityLog,
  clock,
  ids,
}: Dependencies) {
  return async (given: string, network: string): Promise<void> => {
    const account = await accounts.findByEmail(given);
    const now = clock.now();
    const { count } = await rateLimiter.hit(passwordResetsKey(given, network), RESET_MAILS.windowMs);
    const isAllowed = count <= RESET_MAILS.limit;
    const reset: PasswordReset = {
      id: ids.next<PasswordResetId>(),
      emailHash: opaqueTokens.hash(normalizeEmail(given)),
      userId: account?.id ?? null,
      tokenHash: null,
      requestedAt: now,
      expiresAt: null,
      endedAt: null,
    };
    await unitOfWork.run(async ({ passwordResets, jobs }) => {
      const earlier = await passwordResets.countSince(reset.emailHash, now - RESET_MAILS_IN_ALL.windowMs);
      if (!isAllowed || earlier >= RESET_MAILS_IN_ALL.limit) return;
      await passwordResets.insert(reset);
      await jobs.enqueue('mail-password-reset', { passwordResetId: reset.id });
    });
    securityLog.record('password_reset_requested', account === null ? {} : { userId: account.id });
  };
}
