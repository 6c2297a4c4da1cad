import type { Clock } from '../ports/clock.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** Ends the session of that refresh token; an unknown or ended one is no error, so signing out twice is fine. */
export function signOut({ unitOfWork, opaqueTokens, clock }: Dependencies) {
  return async (refreshToken: string | null): Promise<void> => {
    if (refreshToken === null) return;
    await unitOfWork.run(async ({ sessions, events }) => {
      const found = await sessions.findByTokenForUpdate(opaqueTokens.hash(refreshToken));
      if (found === null) return;
      await sessions.revoke(found.session.id, clock.now());
      events.signedOut(found.session.userId);
    });
  };
}

type Dependencies = { unitOfWork: UnitOfWork; opaqueTokens: OpaqueTokens; clock: Clock };
