import type { CalendarLink } from '../../domain/calendar/link.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { GOOGLE_SYNC_STATUSES } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Needs } from '../composition/needs.js';

/**
 * For this time after a household has stopped using a calendar, we try to delete its events there. Then we give up.
 */
const LEFTOVERS_KEPT_MS = DAY_MS;

const STARTED = GOOGLE_SYNC_STATUSES.filter((status) => status !== 'NOT_SYNCED');

type Scope = Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'orphanedEvents' | 'jobs'>;

/** Ends the household's link within the caller's transaction. A job deletes its events from the calendar. */
export async function leaveCalendar(
  { calendarLinks, calendarMirror, orphanedEvents, jobs }: Scope,
  { householdId, connectionId }: CalendarLink,
  at: Instant,
): Promise<void> {
  await orphanedEvents.leaveAll(householdId, connectionId, at, at + LEFTOVERS_KEPT_MS);
  await calendarMirror.removeFailures(householdId);
  await calendarMirror.changeStatus(householdId, STARTED, 'NOT_SYNCED');
  await calendarLinks.remove(householdId);
  await jobs.enqueue('clear-household-calendar', { householdId }, { singletonKey: householdId });
}

/** Like {@link leaveCalendar}, but for a household that may have no calendar link. Returns whether it had a link. */
export async function leaveCalendarIfLinked(
  scope: Scope,
  householdId: HouseholdId,
  at: Instant,
): Promise<boolean> {
  const link = await scope.calendarLinks.findForUpdate(householdId);
  if (link !== null) await leaveCalendar(scope, link, at);
  return link !== null;
}

/** Unlinks the household's calendar. Throws NOT_FOUND if none is linked. */
export function unlinkCalendar({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return ({ household }: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      if (!(await leaveCalendarIfLinked(scope, household.id, clock.now()))) throw notFound('calendar link');
      scope.operation.is('EDITED');
    });
}
