import type { Account } from '../../domain/accounts/account.js';
import { ACCESS_TOKEN_LIFE_SECONDS } from '../../domain/accounts/session.js';
import type { SessionId } from '../../domain/shared/ids.js';
import type { SessionRepository } from './ports.js';
import type { Needs } from '../shared/needs.js';

/** What a client holds after signing in; the refresh token exists nowhere else in the clear. */
export type SignedIn = {
  readonly account: Account;
  readonly sessionId: SessionId;
  readonly accessToken: string;
  readonly accessTokenExpiresIn: number;
  readonly refreshToken: string;
};

export type SessionDependencies = Needs<'clock' | 'ids' | 'opaqueTokens' | 'tokenSigner'>;

/** A new session for the account: never an earlier one, so a planted session id is worth nothing. */
export async function openSession(
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
  return signedIn({ clock, tokenSigner }, account, id, refreshToken);
}

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

export function signedIn(
  { clock, tokenSigner }: Pick<SessionDependencies, 'clock' | 'tokenSigner'>,
  account: Account,
  sessionId: SessionId,
  refreshToken: string,
): SignedIn {
  const accessToken = tokenSigner.sign({ userId: account.id, sessionId }, clock.now());
  return { account, sessionId, accessToken, accessTokenExpiresIn: ACCESS_TOKEN_LIFE_SECONDS, refreshToken };
}
