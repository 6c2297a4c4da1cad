import { backoffMs } from '../../../domain/calendar/pace.js';
import type { CalendarConnectionId, HouseholdId } from '../../../domain/shared/ids.js';
import type { OrphanedEvent } from '../ports.js';
import type { CalendarProvider } from '../provider.js';
import { openProviderSession, type OpenedSession } from '../provider-session.js';
import { lockName, type MirrorDependencies } from './mirror-run.js';

/** After this many failures in a row, no further deletion is sent for a while. */
const BREAKER = 3;

/**
 * Deletes the events that a household left in calendars it no longer uses. It uses the same lock as the household's
 * sweep. So if a sweep is writing an event when the link ends, the event is deleted after that write.
 */
export function deleteOrphanedEvents(dependencies: MirrorDependencies) {
  const { exclusiveLock, unitOfWork, clock } = dependencies;
  return async (householdId: HouseholdId): Promise<void> => {
    const retryAt = await exclusiveLock.hold(lockName(householdId), () =>
      clearDue(dependencies, householdId),
    );
    if (retryAt === null) return;
    const startAfter = Math.max(retryAt, clock.now() + 1000);
    await unitOfWork.run(({ jobs }) =>
      jobs.enqueue('clear-household-calendar', { householdId }, { startAfter, singletonKey: householdId }),
    );
  };
}

/**
 * Deletes the orphaned events that are due. Returns the time at which to continue, or null if there are no more
 * orphaned events.
 */
async function clearDue(dependencies: MirrorDependencies, householdId: HouseholdId): Promise<number | null> {
  const { unitOfWork, clock } = dependencies;
  const sessions = new Map<CalendarConnectionId, OpenedSession>();
  let failures = 0;
  for (;;) {
    const [next] = await unitOfWork.run(({ orphanedEvents }) => orphanedEvents.list(householdId, 1));
    if (next === undefined) return null;
    if (next.nextAt > clock.now()) return next.nextAt;
    const outcome = await clearOne(dependencies, next, sessions);
    failures = outcome === 'done' ? 0 : failures + 1;
    if (failures >= BREAKER) return clock.now() + backoffMs(next.attempts + 1, dependencies.random());
  }
}

async function clearOne(
  dependencies: MirrorDependencies,
  event: OrphanedEvent,
  sessions: Map<CalendarConnectionId, OpenedSession>,
): Promise<'done' | 'failed'> {
  const { unitOfWork, calendarProvider, clock, random } = dependencies;
  const isOver = event.expiresAt <= clock.now() || calendarProvider === null;
  const end = isOver ? 'gone' : await deleteEvent(dependencies, calendarProvider, event, sessions);
  const attempts = event.attempts + 1;
  await unitOfWork.run(({ orphanedEvents }) => {
    if (end === 'gone') return orphanedEvents.remove(event);
    if (end === 'revoked') return orphanedEvents.removeAllOf(event.connectionId);
    return orphanedEvents.save({
      ...event,
      attempts,
      nextAt: clock.now() + backoffMs(attempts, random()),
    });
  });
  return end === 'failed' ? 'failed' : 'done';
}

/**
 * Deletes one event. Returns `gone` if the event no longer exists, and also if the provider refuses the request for
 * good (for example without write access), because a retry would not help.
 */
async function deleteEvent(
  { calendarAccess, logger }: MirrorDependencies,
  provider: CalendarProvider,
  { calendarId, eventId, connectionId }: OrphanedEvent,
  sessions: Map<CalendarConnectionId, OpenedSession>,
): Promise<'gone' | 'revoked' | 'failed'> {
  const opened =
    sessions.get(connectionId) ?? (await openProviderSession(provider, calendarAccess, connectionId));
  sessions.set(connectionId, opened);
  const answer =
    opened.kind === 'open'
      ? await opened.session.call((calendars, token) =>
          calendars.deleteEvent(token, calendarId, eventId, null),
        )
      : opened;
  switch (answer.kind) {
    case 'deleted':
    case 'gone':
    case 'notFound':
      return 'gone';
    case 'revoked':
      return 'revoked';
    case 'forbidden':
    case 'noWriteAccess':
    case 'eventForbidden':
    case 'invalidRequest':
      logger.warn('orphaned calendar event cannot be deleted', { kind: answer.kind });
      return 'gone';
    default:
      return 'failed';
  }
}
