import type { CalendarLink } from '../../domain/calendar/link.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { GOOGLE_SYNC_STATUSES } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { DAY_MS } from '../../domain/shared/durations.js';

/** Nobody waits longer for events to go whose calendar cannot be reached. */
const LEFTOVERS_KEPT_MS = DAY_MS;

const STARTED = GOOGLE_SYNC_STATUSES.filter((status) => status !== 'NOT_SYNCED');

type Scope = Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'calendarLeftovers' | 'jobs'>;

/** Ends the mirror in the transaction of its cause; its events are deleted by a job. */
export async function leaveCalendar(
  { calendarLinks, calendarMirror, calendarLeftovers, jobs }: Scope,
  { householdId, connectionId }: CalendarLink,
  at: Instant,
): Promise<void> {
  await calendarLeftovers.leaveAll(householdId, connectionId, at, at + LEFTOVERS_KEPT_MS);
  await calendarMirror.removeFailures(householdId);
  await calendarMirror.changeStatus(householdId, STARTED, 'NOT_SYNCED');
  await calendarLinks.remove(householdId);
  await jobs.enqueue('clear-household-calendar', { householdId }, { singletonKey: householdId });
}

/** {@link leaveCalendar} of a household that may have no link. */
export async function leaveCalendarIfLinked(
  scope: Scope,
  householdId: HouseholdId,
  at: Instant,
): Promise<boolean> {
  const link = await scope.calendarLinks.findForUpdate(householdId);
  if (link !== null) await leaveCalendar(scope, link, at);
  return link !== null;
}

/** NOT_FOUND when no calendar is linked. */
export function unlinkCalendar({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return ({ household }: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      if (!(await leaveCalendarIfLinked(scope, household.id, clock.now()))) throw notFound('calendar link');
      scope.operation.is('EDITED');
    });
}
