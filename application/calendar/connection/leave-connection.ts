import type { CalendarConnection } from '../../../domain/calendar/connection.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Clock } from '../../shared/ports.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';
import type { ConnectionListener } from './connection-listener.js';

type Dependencies = { connectionListener: ConnectionListener; clock: Clock };

/**
 * Takes a connection, which is locked, from its owner, in the transaction that ends something of theirs. What is left at
 * the provider is cleared away by a job; with a revoked connection nothing can be reached there any more.
 */
export async function leaveConnection(
  { connectionListener, clock }: Dependencies,
  scope: UnitOfWorkScope,
  { id, status }: CalendarConnection,
): Promise<void> {
  await connectionListener.leaving(scope, id);
  if (status === 'REVOKED') {
    await scope.calendarConnections.delete(id);
    return;
  }
  await scope.calendarConnections.leave(id, clock.now());
  await scope.jobs.enqueue('clear-calendar-connection', { connectionId: id });
}

/** As {@link leaveConnection}, for all that the user has: before their account is erased. */
export async function leaveAllConnections(
  dependencies: Dependencies,
  scope: UnitOfWorkScope,
  userId: UserId,
): Promise<void> {
  for (const id of await scope.calendarConnections.idsOf(userId)) {
    const connection = await scope.calendarConnections.findForUpdate(userId, id);
    if (connection !== null) await leaveConnection(dependencies, scope, connection);
  }
}
