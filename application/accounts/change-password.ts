import type { Caller } from '../shared/caller.js';
import { passwordChanged } from '../shared/errors.js';
import { checkPassword } from './check-password.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import { reauthenticate, type ReauthenticationDependencies } from './reauthenticate.js';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Sets a new password and ends all credentials of the account except the caller's session.
 *
 * @throws INVALID_CREDENTIALS or RATE_LIMITED as {@link reauthenticate}.
 * @throws VALIDATION_FAILED if the new password is easy to guess.
 */
export function changePassword(dependencies: ReauthenticationDependencies & EndCredentialsDependencies) {
  const { passwordHasher } = dependencies;
  return async (caller: Caller, { currentPassword, newPassword }: PasswordChange): Promise<void> => {
    const known = await reauthenticate(dependencies, caller, currentPassword);
    checkPassword('newPassword', newPassword, known);
    const passwordHash = await passwordHasher.hash(newPassword);
    await endCredentials(dependencies, 'password_changed', caller, async ({ accounts }, account) => {
      // True if a parallel request has changed the password or erased the account. Then the password that was checked
      // is no longer the current one.
      if (account === null || account.passwordHash !== known.passwordHash) throw passwordChanged();
      await accounts.save({ ...account, passwordHash });
      return account;
    });
  };
}
