import type { Caller } from '../caller.js';
import type { Clock } from '../ports/clock.js';
import type { SecurityLog } from '../ports/security-log.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** Ends every session of the caller, this one and those under way included. */
export function signOutEverywhere({ unitOfWork, securityLog, clock }: Dependencies) {
  return async ({ userId }: Caller): Promise<void> => {
    await unitOfWork.run(async ({ mobileCodes, sessions, events }) => {
      await mobileCodes.deleteThoseOf(userId);
      await sessions.revokeAll(userId, clock.now());
      events.signedOut(userId);
    });
    securityLog.record('sessions_revoked', { userId });
  };
}

type Dependencies = { unitOfWork: UnitOfWork; securityLog: SecurityLog; clock: Clock };
