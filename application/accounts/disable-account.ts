import type { UserId } from '../../domain/shared/ids.js';
import { OperatorError } from '../shared/operator-error.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';

/**
 * Takes the e-mail address of an account. `changed` is false if the account was already in the wanted state. Throws an
 * OperatorError if no account has the address.
 */
type Switched = (email: string) => Promise<{ readonly changed: boolean }>;

/**
 * Disables an account on behalf of the operator. Its sessions, event streams and push subscriptions end at once, and
 * nobody can sign in. Its data, memberships and calendar feed addresses are kept, but the addresses do not work until
 * the account is enabled.
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

/** Enables a disabled account again. Its owner has to sign in again. */
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

const noAccount = (email: string) =>
  new OperatorError(`There is no account with the e-mail address ${email}.`);
