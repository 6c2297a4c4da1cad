import type { Account } from '../../domain/accounts/account.js';
import { ACCESS_TOKEN_LIFE_SECONDS } from '../../domain/accounts/session.js';
import type { SessionId } from '../../domain/shared/ids.js';
import type { SessionRepository } from './ports.js';
import type { Needs } from '../composition/needs.js';

/**
 * The account and the tokens that a client gets when it signs in or refreshes its session. Only the hash of the
 * refresh token is stored. `accessTokenExpiresIn` is in seconds.
 */
export type SignedIn = {
  readonly account: Account;
  readonly sessionId: SessionId;
  readonly accessToken: string;
  readonly accessTokenExpiresIn: number;
  readonly refreshToken: string;
};

export type SessionDependencies = Needs<'clock' | 'ids' | 'opaqueTokens' | 'tokenSigner'>;

/**
 * Opens a session for the account. It always creates a new one, so an attacker gains nothing by planting a session id
 * before the sign-in (session fixation).
 */
export async function createSession(
  { clock, ids, opaqueTokens, tokenSigner }: SessionDependencies,
  sessions: SessionRepository,
  account: Account,
  userAgent: string | null,
): Promise<SignedIn> {
  const now = clock.now();
  const id = ids.next<SessionId>();
  await sessions.insert({
    id,
    userId: account.id,
    userAgent,
    createdAt: now,
    lastUsedAt: now,
    revokedAt: null,
  });
  const refreshToken = await issueRefreshToken({ clock, opaqueTokens }, sessions, id);
  return signInResult({ clock, tokenSigner }, account, id, refreshToken);
}

/** Creates a refresh token for the session, stores its hash and returns it. */
export async function issueRefreshToken(
  { clock, opaqueTokens }: Pick<SessionDependencies, 'clock' | 'opaqueTokens'>,
  sessions: SessionRepository,
  sessionId: SessionId,
): Promise<string> {
  const token = opaqueTokens.generate();
  const hash = opaqueTokens.hash(token);
  await sessions.insertToken({ hash, sessionId, issuedAt: clock.now(), rotatedAt: null, endedAt: null });
  return token;
}

/**
 * Returns what the client gets for the session: the account, the given refresh token and a newly signed access token.
 */
export function signInResult(
  { clock, tokenSigner }: Pick<SessionDependencies, 'clock' | 'tokenSigner'>,
  account: Account,
  sessionId: SessionId,
  refreshToken: string,
): SignedIn {
  const accessToken = tokenSigner.sign({ userId: account.id, sessionId }, clock.now());
  return { account, sessionId, accessToken, accessTokenExpiresIn: ACCESS_TOKEN_LIFE_SECONDS, refreshToken };
}
