import type { Caller } from '../caller.js';
import { ApplicationError } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/**
 * Google signs this account in no longer, nor comes back by its address alone; sessions and the calendar connection stay
 * as they are. Nothing to unlink is no error. LAST_SIGN_IN_METHOD when nothing else would be left to sign in with.
 */
export function unlinkGoogle({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return ({ userId }: Caller): Promise<void> =>
    unitOfWork.run(async ({ accounts, identities }) => {
      const unlinked = await identities.unlink(userId, 'google', clock.now());
      const account = await accounts.find(userId);
      if (unlinked && account?.passwordHash === null && account.identities.length === 0)
        throw new ApplicationError(
          'LAST_SIGN_IN_METHOD',
          'Set a password first: nothing else would sign you in',
        );
    });
}
