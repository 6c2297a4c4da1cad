import type { Account } from '../../domain/accounts/account.js';
import { ApplicationError, accountDisabled } from '../shared/errors.js';
import { countAttempt, LOGIN_FAILURES, loginKey } from '../shared/rate-limits.js';
import { updateMarks } from './credentials-mark.js';
import { createSession, type SessionDependencies, type SignedIn } from './open-session.js';
import type { Needs } from '../composition/needs.js';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | null;
};

type Dependencies = SessionDependencies &
  Needs<
    'accounts' | 'passwordHasher' | 'rateLimiter' | 'securityLog',
    'accounts' | 'sessions' | 'emailChanges'
  >;

/**
 * The maximum number of times that one sign-in checks the password. The check is repeated if the stored password
 * changes during it.
 */
const TRIES = 3;

/**
 * Signs in with e-mail and password. An outdated hash is replaced.
 *
 * @throws INVALID_CREDENTIALS if the address or the password is wrong. Neither the text nor the timing reveals
 *   whether the account exists or is disabled.
 * @throws RATE_LIMITED after too many failures for one address, whether or not an account has it.
 * @throws ACCOUNT_DISABLED if the password is right and the account is disabled.
 */
export function signIn(dependencies: Dependencies) {
  const { rateLimiter, securityLog } = dependencies;
  return async (credentials: Credentials): Promise<SignedIn> => {
    const { email, password } = credentials;
    const key = loginKey(email);
    // The attempt is counted before the password is checked, so parallel requests cannot exceed the limit.
    await countAttempt(dependencies, key, LOGIN_FAILURES, {
      whenRefused: () => securityLog.record('login_limited'),
    });
    for (let tries = 0; tries < TRIES; tries++) {
      const { account, renewedHash } = await prove(dependencies, email, password);
      const opened = await open(dependencies, account, renewedHash, credentials.userAgent);
      if (opened === null) continue;
      await rateLimiter.undo(key);
      securityLog.record('login_succeeded', { userId: account.id });
      return opened;
    }
    throw invalidCredentials();
  };
}

const invalidCredentials = () =>
  new ApplicationError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong');

async function prove(
  { accounts, passwordHasher, securityLog }: Dependencies,
  email: string,
  password: string,
): Promise<{ account: Account; renewedHash: string | null }> {
  const account = await accounts.findByEmail(email);
  const { matches, outdated } = await passwordHasher.verify(account?.passwordHash ?? null, password);
  if (account !== null && matches)
    return { account, renewedHash: outdated ? await passwordHasher.hash(password) : null };
  securityLog.record('login_failed', account === null ? {} : { userId: account.id });
  throw invalidCredentials();
}

/**
 * Opens the session. Returns null if the password was changed, or the account erased, while the password was being
 * compared: an old password must not open a session. Throws ACCOUNT_DISABLED if the account is disabled.
 */
function open(
  dependencies: Dependencies,
  { id, passwordHash }: Account,
  renewedHash: string | null,
  userAgent: string | null,
): Promise<SignedIn | null> {
  return dependencies.unitOfWork.run(async (scope) => {
    const account = await scope.accounts.findForUpdate(id);
    if (account === null || account.passwordHash !== passwordHash) return null;
    if (account.disabledAt !== null) throw accountDisabled();
    if (renewedHash !== null) {
      const renewed = { ...account, passwordHash: renewedHash };
      await scope.accounts.save(renewed);
      await updateMarks(dependencies, scope, account, renewed);
    }
    return createSession(dependencies, scope.sessions, account, userAgent);
  });
}
