import { isResetToken, isUsable, type PasswordReset } from '../../domain/accounts/password-reset.js';
import type { Account } from '../../domain/accounts/account.js';
import type { UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from '../shared/errors.js';
import { checkPassword } from './check-password.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = EndCredentialsDependencies &
  Needs<'accounts' | 'passwordResets' | 'passwordHasher' | 'opaqueTokens'>;

const tokenInvalid = () => new ApplicationError('TOKEN_INVALID', 'The link cannot be used any more');

/**
 * Sets a password with the token of a mail, once. Who could read the mail owns the address, so that is verified
 * with it; all credentials end and no session begins. An address proved for the first time also parts with what was linked
 * before: whoever registered it may have linked an identity of their own, to come back with. TOKEN_INVALID alike for a token that is unknown, expired or used.
 */
export function resetPassword(dependencies: Dependencies) {
  const { passwordHasher, opaqueTokens } = dependencies;
  return async (token: string, newPassword: string): Promise<void> => {
    const tokenHash = opaqueTokens.hash(token);
    const owner = isResetToken(token) ? await findOwner(dependencies, tokenHash) : null;
    if (owner === null) throw tokenInvalid();
    checkPassword('newPassword', newPassword, owner);
    const passwordHash = await passwordHasher.hash(newPassword);
    const happened = { userId: owner.id, sessionId: null };
    await endCredentials(dependencies, 'password_reset', happened, async (scope, account, now) => {
      // The account is locked before the token is looked at again: of two uses at once, the second finds it ended.
      const reset = await scope.passwordResets.findByTokenHash(tokenHash);
      if (account === null || account.disabledAt !== null || !isUsableBy(reset, account.id, now))
        throw tokenInvalid();
      await scope.accounts.save({ ...account, passwordHash, emailVerified: true });
      if (!account.emailVerified) await scope.identities.unlink(account.id, 'google', now);
      return account;
    });
  };
}

async function findOwner(
  { passwordResets, accounts, clock }: Dependencies,
  tokenHash: string,
): Promise<Account | null> {
  const reset = await passwordResets.findByTokenHash(tokenHash);
  const userId = reset !== null && isUsable(reset, clock.now()) ? reset.userId : null;
  return userId === null ? null : accounts.find(userId);
}

function isUsableBy(reset: PasswordReset | null, userId: UserId, now: number): boolean {
  return reset !== null && reset.userId === userId && isUsable(reset, now);
}
