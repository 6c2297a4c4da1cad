import type { UserId } from '../../domain/shared/ids.js';
import { OperatorError } from '../shared/operator-error.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';

/** Whether the account was changed: again changes nothing. An OperatorError where no account has the address. */
type Switched = (email: string) => Promise<{ readonly changed: boolean }>;

/**
 * Closes an account from outside: its sessions end at once with their streams and pushes, and nobody signs in. Its data,
 * memberships and calendar addresses stay; the addresses lead nowhere until it is enabled.
 */
export function disableAccount(dependencies: EndCredentialsDependencies): Switched {
  return async (email) => {
    const userId = await findOwner(dependencies, email);
    const changed = await endCredentials(
      dependencies,
      'account_disabled',
      { userId, sessionId: null },
      async ({ accounts }, account, now) => {
        if (account === null) throw noAccount(email);
        if (account.disabledAt !== null) return null;
        const disabled = { ...account, disabledAt: now };
        await accounts.save(disabled);
        return disabled;
      },
    );
    return { changed };
  };
}

/** Opens it again, to whoever signs in anew. */
export function enableAccount(
  dependencies: Pick<EndCredentialsDependencies, 'unitOfWork' | 'securityLog'>,
): Switched {
  const { unitOfWork, securityLog } = dependencies;
  return async (email) => {
    const userId = await findOwner(dependencies, email);
    const changed = await unitOfWork.run(async ({ accounts }) => {
      const account = await accounts.findForUpdate(userId);
      if (account === null) throw noAccount(email);
      if (account.disabledAt === null) return false;
      await accounts.save({ ...account, disabledAt: null });
      return true;
    });
    if (changed) securityLog.record('account_enabled', { userId });
    return { changed };
  };
}

async function findOwner(
  { unitOfWork }: Pick<EndCredentialsDependencies, 'unitOfWork'>,
  email: string,
): Promise<UserId> {
  const account = await unitOfWork.run(({ accounts }) => accounts.findByEmail(email));
  if (account === null) throw noAccount(email);
  return account.id;
}

const noAccount = (email: string) => new OperatorError(`No account has the address ${email}.`);
