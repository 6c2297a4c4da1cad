import type { Caller } from '../shared/caller.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import type { SessionId } from '../../domain/shared/ids.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = Needs<'opaqueTokens' | 'securityLog' | 'clock', 'events' | 'sessions'>;

/**
 * Ends the session of that refresh token, or without one the session of the caller; an unknown or ended one is no
 * error, so signing out twice is fine.
 */
export function signOut({ unitOfWork, opaqueTokens, clock }: Omit<Dependencies, 'securityLog'>) {
  return async (refreshToken: string | null, caller: Caller | null): Promise<void> => {
    if (refreshToken === null && caller === null) return;
    await unitOfWork.run(async ({ sessions, events }) => {
      const session =
        refreshToken === null
          ? caller && { id: caller.sessionId, userId: caller.userId }
          : ((await sessions.findByTokenForUpdate(opaqueTokens.hash(refreshToken)))?.session ?? null);
      if (session === null) return;
      await sessions.revoke(session.id, clock.now());
      events.signedOut(session.userId);
    });
  };
}

/** Ends every credential of the caller, this session and those under way included. */
export function signOutEverywhere(dependencies: EndCredentialsDependencies) {
  return async (caller: Caller): Promise<void> => {
    await endCredentials(dependencies, 'sessions_revoked', caller);
  };
}

/** Signs one device out, from whichever. NOT_FOUND for a session that is over, unknown or another user's. */
export function revokeSession({ unitOfWork, securityLog, clock }: Omit<Dependencies, 'opaqueTokens'>) {
  return async (caller: Caller, id: SessionId): Promise<void> => {
    await unitOfWork.run(async ({ sessions, events }) => {
      const session = await sessions.find(caller.userId, id);
      if (session?.revokedAt !== null) throw notFound('session');
      await sessions.revoke(id, clock.now());
      events.signedOut(caller.userId);
    });
    securityLog.record('session_revoked', { userId: caller.userId, sessionId: id });
  };
}
