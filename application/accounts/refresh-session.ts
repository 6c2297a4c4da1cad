import { decideRefresh } from '../../domain/accounts/session.js';
import { sessionExpired } from '../shared/errors.js';
import type { SecurityEvent, SecuritySubject } from './ports.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { issueRefreshToken, signedIn, type SessionDependencies, type SignedIn } from './open-session.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = SessionDependencies & Needs<'unitOfWork' | 'securityLog'>;

/**
 * Replaces a refresh token. SESSION_EXPIRED for a token that is unknown, expired, revoked, or replayed later than
 * the tolerance allows; the last also revokes the session, which is committed although the request fails.
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
  /** What is recorded once it is committed. */
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
  await sessions.saveToken(
    replayed ? { ...token, replays: token.replays + 1 } : { ...token, rotatedAt: now },
  );
  const successor = await issueRefreshToken(dependencies, sessions, session.id);
  const answer = signedIn(dependencies, account, session.id, successor);
  return { signedIn: answer, subject, ...(replayed && { event: 'refresh_replay' as const }) };
}
