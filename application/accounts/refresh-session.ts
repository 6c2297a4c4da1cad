import { decideRefresh } from '../../domain/accounts/session.js';
import { sessionExpired } from '../shared/errors.js';
import type { SecurityEvent, SecuritySubject } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { issueRefreshToken, signInResult, type SessionDependencies, type SignedIn } from './open-session.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = SessionDependencies & Needs<'unitOfWork' | 'securityLog'>;

/**
 * Exchanges a refresh token for a new one. If a token that was already exchanged is sent again within the tolerance,
 * the client gets a further new token. When the client refreshes one of these new tokens, the other new tokens end.
 *
 * @throws SESSION_EXPIRED if the token is missing, unknown or expired, if its session is revoked, or if it was
 *   ended.
 * @throws SESSION_EXPIRED, and revokes the session, if the token was exchanged or ended longer ago than the
 *   tolerance, or if the account is disabled. The revocation is committed although the request fails.
 */
export function refreshSession(dependencies: Dependencies) {
  const { unitOfWork, opaqueTokens, securityLog } = dependencies;
  return async (refreshToken: string | null): Promise<SignedIn> => {
    if (refreshToken === null) throw sessionExpired();
    const hash = opaqueTokens.hash(refreshToken);
    const {
      signedIn: answer,
      event,
      subject,
    } = await unitOfWork.run((scope) => refresh(dependencies, scope, hash));
    if (event !== undefined) securityLog.record(event, subject);
    if (answer === null) throw sessionExpired();
    return answer;
  };
}

type Refreshed = {
  readonly signedIn: SignedIn | null;
  /** The event for the security log, which is recorded after the transaction has committed. */
  readonly event?: SecurityEvent;
  readonly subject?: SecuritySubject;
};

async function refresh(
  dependencies: SessionDependencies,
  { sessions, accounts, events }: Pick<UnitOfWorkScope, 'sessions' | 'accounts' | 'events'>,
  hash: string,
): Promise<Refreshed> {
  const now = dependencies.clock.now();
  const found = await sessions.findByTokenForUpdate(hash);
  if (found === null) return { signedIn: null };
  const { token, session } = found;
  const decision = decideRefresh(token, session, now);
  if (decision.kind === 'expired') return { signedIn: null };

  const subject = { userId: session.userId, sessionId: session.id };
  const account = await accounts.find(session.userId);
  if (decision.kind === 'reuse' || account === null || account.disabledAt !== null) {
    await sessions.revoke(session.id, now);
    events.signedOut(session.userId);
    return {
      signedIn: null,
      event: decision.kind === 'reuse' ? 'refresh_reuse' : 'session_revoked',
      subject,
    };
  }
  const replayed = decision.kind === 'replay';
  if (!replayed) {
    await sessions.saveToken({ ...token, rotatedAt: now });
    // Tokens that were issued to repeated requests end now, so the session has one current token again.
    await sessions.endOtherTokens(token, now);
  }
  const successor = await issueRefreshToken(dependencies, sessions, session.id);
  const answer = signInResult(dependencies, account, session.id, successor);
  return { signedIn: answer, subject, ...(replayed && { event: 'refresh_replay' as const }) };
}
