import { DEPARTURE_MS, type ConnectionCredentials } from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { Needs } from '../../composition/needs.js';

type Dependencies = Needs<
  | 'unitOfWork'
  | 'calendarConnections'
  | 'calendarAuthorizer'
  | 'exclusiveLock'
  | 'tokenCipher'
  | 'logger'
  | 'clock'
>;

/** The delay before we check again whether all events of the connection are deleted. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Completes the disconnection of a calendar connection: when its events are deleted, the permission is revoked at the
 * provider and the connection is deleted with its tokens. The permission covers the whole provider account, so it is
 * kept while another connection needs it.
 *
 * Rejects if the permission cannot be revoked, so that the job is retried. After a day the connection is deleted in
 * any case.
 */
export function clearConnection(dependencies: Dependencies) {
  const { unitOfWork, calendarConnections, exclusiveLock, clock } = dependencies;
  return async (id: CalendarConnectionId): Promise<void> => {
    const connection = await calendarConnections.credentials(id);
    if (connection === null || connection.leftAt === null) return;
    const isOver = clock.now() - connection.leftAt > DEPARTURE_MS;
    const mustWait = await unitOfWork.run(async ({ orphanedEvents, jobs }) => {
      if (isOver || connection.tokens === null || !(await orphanedEvents.hasAny(id))) return false;
      const startAfter = clock.now() + LOOK_AGAIN_MS;
      await jobs.enqueue('clear-calendar-connection', { connectionId: id }, { startAfter, singletonKey: id });
      return true;
    });
    if (mustWait) return;
    // Two connections that share a grant may be cleared at the same time. The lock makes the second one wait, so that
    // it sees that the first one is gone and revokes the grant.
    await exclusiveLock.hold(`calendar-grant ${connection.grantKey}`, () =>
      endConnection(dependencies, connection, isOver),
    );
  };
}

async function endConnection(
  dependencies: Dependencies,
  connection: ConnectionCredentials,
  isOver: boolean,
): Promise<void> {
  const { unitOfWork, logger } = dependencies;
  const { id, grantKey } = connection;
  const isUsed = await unitOfWork.run((scope) => scope.calendarConnections.isGrantUsed(grantKey, id));
  const problem = isUsed ? null : await revokePermission(dependencies, connection);
  if (problem !== null && !isOver)
    throw new Error(`The calendar permission could not be revoked: ${problem}`);
  if (problem !== null) logger.error('calendar permission could not be revoked', { reason: problem });
  await unitOfWork.run((scope) => scope.calendarConnections.delete(id));
}

/** Revokes the permission. Returns null, or the reason why it failed. */
async function revokePermission(
  { calendarAuthorizer, tokenCipher }: Dependencies,
  { tokens }: ConnectionCredentials,
): Promise<string | null> {
  if (tokens === null) return null;
  if (calendarAuthorizer === null) return 'no calendar provider is configured';
  const token = tokenCipher.decrypt(tokens.refreshToken);
  if (token === null) return 'the stored token cannot be decrypted';
  const revocation = await calendarAuthorizer.revoke(token);
  return revocation.kind === 'revoked' ? null : revocation.reason;
}

/** Completes all disconnections that are older than a day, whose jobs have failed or were lost. */
export function clearOverdueConnections(dependencies: Dependencies) {
  const clear = clearConnection(dependencies);
  return async (): Promise<void> => {
    const { unitOfWork, clock } = dependencies;
    const overdue = await unitOfWork.run((scope) =>
      scope.calendarConnections.leftBefore(clock.now() - DEPARTURE_MS),
    );
    for (const id of overdue) await clear(id);
  };
}
