import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { Caller } from '../../shared/caller.js';
import { notFound } from '../../shared/errors.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import type { Clock } from '../../shared/ports.js';
import type { SecurityLog } from '../../accounts/ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { calendarNotOffered } from './connect-flow.js';
import type { ConnectionListener } from './connection-listener.js';
import { leaveConnection } from './leave-connection.js';

type Dependencies = {
  unitOfWork: UnitOfWork;
  calendarAuthorizer: CalendarAuthorizer | null;
  connectionListener: ConnectionListener;
  securityLog: SecurityLog;
  clock: Clock;
};

/** Done at once as far as the caller can see. NOT_FOUND for an unknown connection and for another user's. */
export function disconnectCalendar(dependencies: Dependencies) {
  const { unitOfWork, calendarAuthorizer, securityLog } = dependencies;
  return async ({ userId, sessionId }: Caller, id: CalendarConnectionId): Promise<void> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    await unitOfWork.run(async (scope) => {
      const connection = await scope.calendarConnections.findForUpdate(userId, id);
      if (connection === null) throw notFound('calendar connection');
      await leaveConnection(dependencies, scope, connection);
    });
    securityLog.record('calendar_disconnected', { userId, sessionId });
  };
}
