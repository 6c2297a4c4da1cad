import type { Clock } from '../ports/clock.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** Ends the session of that refresh token; an unknown or ended one is no error, so signing out twice is fine. */
export function signOut({ unitOfWork, opaqueTokens, clock }: Dependencies) {
  return async (refreshToken: string | null): Promise<void> => {
    if (refreshToken === null) return;
    await unitOfWork.run(async ({ sessions }) => {
      const found = await sessions.findByTokenForUpdate(opaqueTokens.hash(refreshToken));
      if (found !== null) await sessions.revoke(found.session.id, clock.now());
    });
  };
}

type Dependencies = { unitOfWork: UnitOfWork; opaqueTokens: OpaqueTokens; clock: Clock };
