import type { Account } from '../../domain/accounts/account.js';
import { isRecent, RECENT_SIGN_IN_MS } from '../../domain/accounts/session.js';
import { MINUTE_MS } from '../../domain/shared/durations.js';
import type { Caller } from '../shared/caller.js';
import { invalidField } from '../shared/errors.js';
import { reauthenticate, type ReauthenticationDependencies } from './reauthenticate.js';
import type { Needs } from '../composition/needs.js';

export type RecentAuthenticationDependencies = Needs<never, 'accounts' | 'sessions'> &
  ReauthenticationDependencies;

/**
 * Requires the password if the account has one, and otherwise a sign-in within the last few minutes. For an account
 * with a password a recent sign-in is not enough.
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
    throw invalidField('password', 'proof', 'is required, because the account has a password');
  await requireRecentAuthentication(dependencies, caller, password);
}

/**
 * Requires the password or, if none is given, a sign-in within the last few minutes. Protects acts that a session left
 * open on a shared device must not do. Accounts without a password can only prove themselves by signing in again.
 *
 * @throws VALIDATION_FAILED for the field `password` if there is neither; otherwise as {@link reauthenticate}.
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
  const minutes = RECENT_SIGN_IN_MS / MINUTE_MS;
  const message = `is required, because the last sign-in is more than ${minutes} minutes old. Without a password, sign in again`;
  throw invalidField('password', 'proof', message);
}
