import type { Caller } from '../shared/caller.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';

/**
 * Google signs this account in no longer, nor comes back by its address alone; sessions and the calendar connection stay
 * as they are. Nothing to unlink is no error. LAST_SIGN_IN_METHOD when nothing else would be left to sign in with.
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
          'Set a password first: nothing else would sign you in',
        );
      return unlinked;
    });
    if (done) securityLog.record('identity_unlinked', { userId, sessionId });
  };
}
