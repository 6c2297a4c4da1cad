import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../shared/caller.js';
import { accountGone, ApplicationError } from '../shared/errors.js';
import { countAttempt, reauthenticationKey, REAUTHENTICATIONS } from '../shared/rate-limits.js';
import type { Needs } from '../shared/needs.js';

export type ReauthenticationDependencies = Needs<
  'accounts' | 'passwordHasher' | 'rateLimiter' | 'securityLog' | 'clock'
>;

/** Before what cannot be taken back: a session may have been left open on a strange device. */
export async function countReauthentication(
  dependencies: Pick<ReauthenticationDependencies, 'rateLimiter' | 'clock'>,
  { userId }: Caller,
): Promise<void> {
  await countAttempt(dependencies, reauthenticationKey(userId), REAUTHENTICATIONS);
}

/**
 * The caller's account, once they have proved that they know its password. INVALID_CREDENTIALS otherwise, also
 * when there is none; RATE_LIMITED after too many attempts, right or wrong.
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
  const { matches } = await passwordHasher.verify(account.passwordHash, password);
  if (matches) return account;
  securityLog.record('reauthentication_failed', { userId: caller.userId, sessionId: caller.sessionId });
  throw new ApplicationError('INVALID_CREDENTIALS', 'The current password is wrong');
}
