import type { CalendarConnection } from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Caller } from '../../shared/caller.js';
import { notFound } from '../../shared/errors.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';
import { endLinks } from '../connection-links.js';
import { calendarNotOffered } from './connect-flow.js';
import type { Needs } from '../../composition/needs.js';

/**
 * Disconnects a calendar of the caller. For the caller it is gone at once; jobs delete its events and revoke the
 * permission.
 *
 * @throws NOT_FOUND if the connection is unknown or belongs to another user, or if no calendar provider is
 *   configured.
 */
export function disconnectCalendar({
  unitOfWork,
  calendarAuthorizer,
  securityLog,
  clock,
}: Needs<'unitOfWork' | 'calendarAuthorizer' | 'securityLog' | 'clock'>) {
  return async ({ userId, sessionId }: Caller, id: CalendarConnectionId): Promise<void> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    await unitOfWork.run(async (scope) => {
      const connection = await scope.calendarConnections.findForUpdate(userId, id);
      if (connection === null) throw notFound('calendar connection');
      await leaveConnection(scope, connection, clock.now());
    });
    securityLog.record('calendar_disconnected', { userId, sessionId });
  };
}

/** Disconnects all calendars of a user, before the account is erased. */
export async function leaveAllConnections(
  scope: UnitOfWorkScope,
  userId: UserId,
  at: Instant,
): Promise<void> {
  for (const id of await scope.calendarConnections.idsOf(userId)) {
    const connection = await scope.calendarConnections.findForUpdate(userId, id);
    if (connection !== null) await leaveConnection(scope, connection, at);
  }
}

/**
 * Takes a locked connection away from its owner and ends its links, within the caller's transaction. Jobs then delete
 * the events and revoke the permission at the provider. If the permission was already revoked, the connection is
 * deleted at once, because the service can no longer change anything at the provider.
 */
async function leaveConnection(
  scope: UnitOfWorkScope,
  { id, status }: CalendarConnection,
  at: Instant,
): Promise<void> {
  await endLinks(scope, id, at);
  if (status === 'REVOKED') {
    await scope.calendarConnections.delete(id);
    return;
  }
  await scope.calendarConnections.leave(id, at);
  await scope.jobs.enqueue('clear-calendar-connection', { connectionId: id });
}
