import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import type { SecurityLog } from '../../accounts/ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { ConnectionListener } from './connection-listener.js';

/**
 * The provider says that the permission is gone: the connection is REVOKED, and its tokens are wiped. false, and nothing
 * is changed, when it was made anew since the tokens of that version.
 */
export async function withdrawConnection(
  {
    unitOfWork,
    connectionListener,
    securityLog,
  }: { unitOfWork: UnitOfWork; connectionListener: ConnectionListener; securityLog: SecurityLog },
  id: CalendarConnectionId,
  tokenVersion: number,
): Promise<boolean> {
  const withdrawn = await unitOfWork.run(async (scope): Promise<{ owner: UserId | null } | null> => {
    if (!(await scope.calendarConnections.revoke(id, tokenVersion))) return null;
    const connection = await scope.calendarConnections.find(id);
    if (connection !== null) await connectionListener.revoked(scope, id);
    return { owner: connection?.userId ?? null };
  });
  if (withdrawn !== null && withdrawn.owner !== null)
    securityLog.record('calendar_revoked', { userId: withdrawn.owner });
  return withdrawn !== null;
}
