import { normalizeEmail } from '../../domain/accounts/email.js';
import { RESET_MAILS, type PasswordReset } from '../../domain/accounts/password-reset.js';
import type { PasswordResetId } from '../../domain/shared/ids.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = Needs<
  'accounts' | 'opaqueTokens' | 'securityLog' | 'clock' | 'ids',
  'jobs' | 'passwordResets'
>;

/**
 * Queues the mail with which a new password can be set. Nothing shows whether there is such an account: an
 * address that nobody has takes the same statements, and a job that then finds nobody to write to.
 */
export function requestPasswordReset({
  unitOfWork,
  accounts,
  opaqueTokens,
  securityLog,
  clock,
  ids,
}: Dependencies) {
  return async (given: string): Promise<void> => {
    const account = await accounts.findByEmail(given);
    const now = clock.now();
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
      const earlier = await passwordResets.countSince(reset.emailHash, now - RESET_MAILS.windowMs);
      if (earlier >= RESET_MAILS.limit) return;
      await passwordResets.insert(reset);
      await jobs.enqueue('mail-password-reset', { passwordResetId: reset.id });
    });
    securityLog.record('password_reset_requested', account === null ? {} : { userId: account.id });
  };
}
