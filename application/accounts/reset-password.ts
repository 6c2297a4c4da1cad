import { isUsable, type PasswordReset } from '../../domain/accounts/password-reset.js';
import type { Account } from '../../domain/accounts/account.js';
import { isOpaqueToken, type UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from '../shared/errors.js';
import { checkPassword } from './check-password.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = EndCredentialsDependencies &
  Needs<'accounts' | 'passwordResets' | 'passwordHasher' | 'opaqueTokens'>;

const tokenInvalid = () =>
  new ApplicationError('TOKEN_INVALID', 'The link is no longer valid. Request a new one');

/**
 * Sets a password with the token from a mail, which works once. All credentials of the account end, and no session is
 * opened.
 *
 * The person who read the mail owns the address, so the address counts as verified. If it was not verified before, a
 * linked Google identity is removed: a stranger may have registered the account and linked their own identity to come
 * back.
 *
 * @throws TOKEN_INVALID if the token is unknown, expired, used, or of a disabled account; the answer does not say
 *   which.
 * @throws VALIDATION_FAILED if the password is easy to guess.
 */
export function resetPassword(dependencies: Dependencies) {
  const { passwordHasher, opaqueTokens } = dependencies;
  return async (token: string, newPassword: string): Promise<void> => {
    const tokenHash = opaqueTokens.hash(token);
    const owner = isOpaqueToken(token) ? await findOwner(dependencies, tokenHash) : null;
    if (owner === null) throw tokenInvalid();
    checkPassword('newPassword', newPassword, owner);
    const passwordHash = await passwordHasher.hash(newPassword);
    const happened = { userId: owner.id, sessionId: null };
    await endCredentials(dependencies, 'password_reset', happened, async (scope, account, now) => {
      // The token is read again after the account was locked: of two parallel uses, the second finds it used.
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
