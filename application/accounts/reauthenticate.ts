import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../shared/caller.js';
import { accountGone, ApplicationError } from '../shared/errors.js';
import { countAttempt, reauthenticationKey, REAUTHENTICATIONS } from '../shared/rate-limits.js';
import type { Needs } from '../composition/needs.js';
import { updateMarks } from './credentials-mark.js';

export type ReauthenticationDependencies = Needs<
  'accounts' | 'passwordHasher' | 'opaqueTokens' | 'rateLimiter' | 'securityLog' | 'clock',
  'accounts' | 'emailChanges'
>;

/**
 * Counts an attempt to authenticate again before a sensitive act, and throws RATE_LIMITED after too many. Such acts
 * need a proof because a session may be left open on a shared device.
 */
export async function countReauthentication(
  dependencies: Pick<ReauthenticationDependencies, 'rateLimiter' | 'clock'>,
  { userId }: Caller,
): Promise<void> {
  await countAttempt(dependencies, reauthenticationKey(userId), REAUTHENTICATIONS);
}

/**
 * Returns the caller's account if `password` is its password. An outdated hash is replaced.
 *
 * @throws INVALID_CREDENTIALS if the password is wrong, or if the account has none.
 * @throws RATE_LIMITED after too many attempts, right or wrong.
 */
export async function reauthenticate(
  dependencies: ReauthenticationDependencies,
  caller: Caller,
  password: string,
): Promise<Account> {
  const { accounts, passwordHasher, securityLog } = dependencies;
  await countReauthentication(dependencies, caller);
  const account = await accounts.find(caller.userId);
  if (account === null) throw accountGone();
  const { matches, outdated } = await passwordHasher.verify(account.passwordHash, password);
  if (matches) return outdated ? renewHash(dependencies, account, password) : account;
  securityLog.record('reauthentication_failed', { userId: caller.userId, sessionId: caller.sessionId });
  throw new ApplicationError('INVALID_CREDENTIALS', 'The current password is wrong');
}

/**
 * Returns the account with its new hash. If the password was changed or the account erased in the meantime, nothing
 * is written and `known` is returned.
 */
async function renewHash(
  dependencies: ReauthenticationDependencies,
  known: Account,
  password: string,
): Promise<Account> {
  const passwordHash = await dependencies.passwordHasher.hash(password);
  return dependencies.unitOfWork.run(async (scope) => {
    const account = await scope.accounts.findForUpdate(known.id);
    if (account === null || account.passwordHash !== known.passwordHash) return known;
    const renewed = { ...account, passwordHash };
    await scope.accounts.save(renewed);
    await updateMarks(dependencies, scope, account, renewed);
    return renewed;
  });
}
