import type { Caller } from '../caller.js';
import { ApplicationError } from '../errors.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { checkPassword } from './check-password.js';
import { reauthenticate, type ReauthenticationDependencies } from './reauthenticate.js';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/** Sets another password and ends all other sessions, those under way, and all links of forgotten passwords. Errors as reauthenticate. */
export function changePassword(dependencies: ReauthenticationDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, passwordHasher, securityLog, clock } = dependencies;
  return async (caller: Caller, { currentPassword, newPassword }: PasswordChange): Promise<void> => {
    const known = await reauthenticate(dependencies, caller, currentPassword);
    checkPassword('newPassword', newPassword, known);
    const passwordHash = await passwordHasher.hash(newPassword);
    await unitOfWork.run(async ({ accounts, sessions, mobileCodes, passwordResets, events }) => {
      const account = await accounts.findForUpdate(caller.userId);
      // Two changes at once: the other one was faster, so this one has proved nothing.
      if (account === null || account.passwordHash !== known.passwordHash)
        throw new ApplicationError('INVALID_CREDENTIALS', 'The password has just been changed');
      await accounts.save({ ...account, passwordHash });
      await mobileCodes.deleteThoseOf(caller.userId);
      await sessions.revokeAll(caller.userId, clock.now(), caller.sessionId);
      events.signedOut(caller.userId);
      await passwordResets.endAllOf(caller.userId, clock.now());
    });
    securityLog.record('password_changed', { userId: caller.userId, sessionId: caller.sessionId });
  };
}
