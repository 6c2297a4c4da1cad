import type { Caller } from '../shared/caller.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';

/**
 * Unlinks Google from the caller's account. A later sign-in with Google does not link it again merely because the
 * address matches. Sessions and the calendar connection stay. Does nothing if no Google identity is linked.
 *
 * @throws LAST_SIGN_IN_METHOD if the account has no password and could not sign in any more.
 */
export function unlinkGoogle({
  unitOfWork,
  securityLog,
  clock,
}: Needs<'securityLog' | 'clock', 'accounts' | 'identities'>) {
  return async ({ userId, sessionId }: Caller): Promise<void> => {
    const done = await unitOfWork.run(async ({ accounts, identities }) => {
      const account = await accounts.findForUpdate(userId);
      const unlinked = await identities.unlink(userId, 'google', clock.now());
      if (unlinked && account?.passwordHash === null)
        throw new ApplicationError(
          'LAST_SIGN_IN_METHOD',
          'Google is the only way to sign in to this account. Set a password first, then unlink Google',
        );
      return unlinked;
    });
    if (done) securityLog.record('identity_unlinked', { userId, sessionId });
  };
}
