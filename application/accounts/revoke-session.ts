import type { SessionId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { SecurityLog } from './ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

type Dependencies = { unitOfWork: UnitOfWork; securityLog: SecurityLog; clock: Clock };

/** Signs one device out, from whichever. NOT_FOUND for a session that is over, unknown or another user's. */
export function revokeSession({ unitOfWork, securityLog, clock }: Dependencies) {
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
