import { decideRefresh } from '../../domain/accounts/session.js';
import { ApplicationError } from '../errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import { issueRefreshToken, signedIn, type SessionDependencies, type SignedIn } from './open-session.js';

/**
 * Replaces a refresh token. SESSION_EXPIRED for a token that is unknown, expired, revoked, or replayed later than
 * the tolerance allows; the last also revokes the session, which is committed although the request fails.
 */
export function refreshSession(dependencies: SessionDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, opaqueTokens } = dependencies;
  return async (refreshToken: string | null): Promise<SignedIn> => {
    if (refreshToken === null) throw sessionExpired();
    const hash = opaqueTokens.hash(refreshToken);
    const refreshed = await unitOfWork.run((scope) => refresh(dependencies, scope, hash));
    if (refreshed === null) throw sessionExpired();
    return refreshed;
  };
}

const sessionExpired = () => new ApplicationError('SESSION_EXPIRED', 'The session has ended');

async function refresh(
  dependencies: SessionDependencies,
  { sessions, accounts }: UnitOfWorkScope,
  hash: string,
): Promise<SignedIn | null> {
  const now = dependencies.clock.now();
  const found = await sessions.findByTokenForUpdate(hash);
  if (found === null) return null;
  const { token, session } = found;
  const decision = decideRefresh(token, session, now);
  if (decision.kind === 'expired') return null;

  const account = await accounts.find(session.userId);
  if (decision.kind === 'reuse' || account === null || account.disabledAt !== null) {
    await sessions.revoke(session.id, now);
    return null;
  }
  await sessions.saveToken(
    decision.kind === 'replay' ? { ...token, replays: token.replays + 1 } : { ...token, rotatedAt: now },
  );
  await sessions.touch(session.id, now);
  const successor = await issueRefreshToken(dependencies, sessions, session.id);
  return signedIn(dependencies, account, session.id, successor);
}
