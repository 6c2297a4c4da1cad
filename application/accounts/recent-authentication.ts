import type { Account } from '../../domain/accounts/account.js';
import { isRecent } from '../../domain/accounts/session.js';
import type { Caller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import { reauthenticate, type ReauthenticationDependencies } from './reauthenticate.js';
import type { Needs } from '../shared/needs.js';

export type RecentAuthenticationDependencies = Needs<never, 'accounts' | 'sessions'> &
  ReauthenticationDependencies;

/**
 * Requires the password of an account that has one, and otherwise a sign-in of a few minutes ago. A session that somebody
 * left open is not enough, however young it is.
 *
 * @throws VALIDATION_FAILED for the field `password` if the proof is missing; otherwise as {@link reauthenticate}.
 */
export async function requirePasswordOrSignIn(
  dependencies: RecentAuthenticationDependencies,
  caller: Caller,
  account: Pick<Account, 'passwordHash'>,
  password: string | null,
): Promise<void> {
  if (password === null && account.passwordHash !== null)
    throw validationFailed([
      { field: 'password', rule: 'proof', message: 'is needed, since the account has one' },
    ]);
  await requireRecentAuthentication(dependencies, caller, password);
}

/**
 * For what a session that was left open must not do: the password, or without one a sign-in of a few minutes ago, which
 * is how an account without a password proves it. Errors as reauthenticate; VALIDATION_FAILED when there is neither.
 */
export async function requireRecentAuthentication(
  dependencies: RecentAuthenticationDependencies,
  caller: Caller,
  password: string | null,
): Promise<void> {
  if (password !== null) {
    await reauthenticate(dependencies, caller, password);
    return;
  }
  const { unitOfWork, clock } = dependencies;
  const session = await unitOfWork.run(({ sessions }) => sessions.find(caller.userId, caller.sessionId));
  if (session !== null && isRecent(session, clock.now())) return;
  const message = 'is needed, unless you have just signed in';
  throw validationFailed([{ field: 'password', rule: 'proof', message }]);
}
