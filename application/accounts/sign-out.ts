import type { Caller } from '../shared/caller.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import type { SessionId } from '../../domain/shared/ids.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'opaqueTokens' | 'securityLog' | 'clock', 'events' | 'sessions'>;

/**
 * Ends the session of the refresh token or, without one, the caller's session. Does nothing if the session is unknown
 * or has ended, so signing out twice is not an error.
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

/**
 * Ends every credential of the caller: all sessions including this one, calendar feed addresses, and pending codes and
 * links.
 */
export function signOutEverywhere(dependencies: EndCredentialsDependencies) {
  return async (caller: Caller): Promise<void> => {
    await endCredentials(dependencies, 'sessions_revoked', caller);
  };
}

/**
 * Signs out one device of the caller. Throws NOT_FOUND if the session is already revoked, is unknown or belongs to
 * another user.
 */
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
