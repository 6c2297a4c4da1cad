import { backoffMs } from '../../../domain/calendar/backoff.js';
import type { CalendarConnectionId, HouseholdId } from '../../../domain/shared/ids.js';
import type { AccessOutcome, Leftover } from '../ports.js';
import type { AccessToken, CalendarProvider } from '../provider.js';
import { lockOf, type MirrorDependencies } from './mirror-dependencies.js';

/** After so many failures in a row the provider is left alone. */
const BREAKER = 3;

/**
 * Deletes what a household left in calendars with which it has nothing to do any more, one at a time with its sweep:
 * what a sweep was just writing when the link ended is deleted after it was written.
 */
export function clearLeftovers(dependencies: MirrorDependencies) {
  const { exclusiveLock, unitOfWork, clock } = dependencies;
  return async (householdId: HouseholdId): Promise<void> => {
    const retryAt = await exclusiveLock.hold(lockOf(householdId), () => cleared(dependencies, householdId));
    if (retryAt === null) return;
    const startAfter = Math.max(retryAt, clock.now() + 1000);
    await unitOfWork.run(({ jobs }) =>
      jobs.enqueue('clear-household-calendar', { householdId }, { startAfter, singletonKey: householdId }),
    );
  };
}

/** null: nothing is left; else when to go on. */
async function cleared(dependencies: MirrorDependencies, householdId: HouseholdId): Promise<number | null> {
  const { unitOfWork, clock } = dependencies;
  const access = new Map<CalendarConnectionId, AccessOutcome>();
  let failures = 0;
  for (;;) {
    const [next] = await unitOfWork.run(({ calendarMirror }) => calendarMirror.leftovers(householdId, 1));
    if (next === undefined) return null;
    if (next.nextAt > clock.now()) return next.nextAt;
    const outcome = await clearOne(dependencies, next, access);
    failures = outcome === 'done' ? 0 : failures + 1;
    if (failures >= BREAKER) return clock.now() + backoffMs(next.attempts + 1, dependencies.random());
  }
}

async function clearOne(
  dependencies: MirrorDependencies,
  leftover: Leftover,
  known: Map<CalendarConnectionId, AccessOutcome>,
): Promise<'done' | 'failed'> {
  const { unitOfWork, calendarProvider, calendarAccess, clock, random } = dependencies;
  const { connectionId } = leftover;
  const access = known.get(connectionId) ?? (await calendarAccess.accessToken(connectionId));
  known.set(connectionId, access);
  const isOver = leftover.expiresAt <= clock.now() || calendarProvider === null;
  if (access.kind === 'revoked' || isOver) {
    await unitOfWork.run(({ calendarMirror }) =>
      isOver ? calendarMirror.removeLeftover(leftover) : calendarMirror.removeLeftoversOf(connectionId),
    );
    return 'done';
  }
  if (
    access.kind === 'token' &&
    (await isDeleted(dependencies, calendarProvider, access.token, leftover, known))
  ) {
    await unitOfWork.run(({ calendarMirror }) => calendarMirror.removeLeftover(leftover));
    return 'done';
  }
  const attempts = leftover.attempts + 1;
  await unitOfWork.run(({ calendarMirror }) =>
    calendarMirror.saveLeftover({
      ...leftover,
      attempts,
      nextAt: clock.now() + backoffMs(attempts, random()),
    }),
  );
  return 'failed';
}

/** Also when it cannot be: without the right to write there is nothing to wait for. */
async function isDeleted(
  { calendarAccess, logger }: MirrorDependencies,
  provider: CalendarProvider,
  token: AccessToken,
  { calendarId, eventId, connectionId }: Leftover,
  known: Map<CalendarConnectionId, AccessOutcome>,
): Promise<boolean> {
  let answer = await provider.deleteEvent(token, calendarId, eventId, null);
  if (answer.kind === 'unauthorized') {
    const renewed = await calendarAccess.renewed(connectionId, token);
    known.set(connectionId, renewed);
    if (renewed.kind !== 'token') return false;
    answer = await provider.deleteEvent(renewed.token, calendarId, eventId, null);
  }
  switch (answer.kind) {
    case 'deleted':
    case 'gone':
    case 'notFound':
      return true;
    case 'forbidden':
    case 'noWriteAccess':
    case 'eventForbidden':
    case 'scopeMissing':
    case 'invalidRequest':
      logger.warn('an event that was left behind cannot be deleted', { kind: answer.kind });
      return true;
    default:
      return false;
  }
}
