import type { Caller } from '../shared/caller.js';
import type { Clock, OpaqueTokens } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/**
 * Ends the session of that refresh token, or without one the session of the caller; an unknown or ended one is no
 * error, so signing out twice is fine.
 */
export function signOut({ unitOfWork, opaqueTokens, clock }: Dependencies) {
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

type Dependencies = { unitOfWork: UnitOfWork; opaqueTokens: OpaqueTokens; clock: Clock };
