import type { Caller } from '../shared/caller.js';
import { ApplicationError } from '../shared/errors.js';
import { checkPassword } from './check-password.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import { reauthenticate, type ReauthenticationDependencies } from './reauthenticate.js';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/** Sets another password, which ends all credentials but the caller's session. Errors as reauthenticate. */
export function changePassword(dependencies: ReauthenticationDependencies & EndCredentialsDependencies) {
  const { passwordHasher } = dependencies;
  return async (caller: Caller, { currentPassword, newPassword }: PasswordChange): Promise<void> => {
    const known = await reauthenticate(dependencies, caller, currentPassword);
    checkPassword('newPassword', newPassword, known);
    const passwordHash = await passwordHasher.hash(newPassword);
    await endCredentials(dependencies, 'password_changed', caller, async ({ accounts }, account) => {
      // Two changes at once: the other one was faster, so this one has proved nothing.
      if (account === null || account.passwordHash !== known.passwordHash)
        throw new ApplicationError('INVALID_CREDENTIALS', 'The password has just been changed');
      await accounts.save({ ...account, passwordHash });
      return account;
    });
  };
}
