import { invalidateLink, reactivateLink } from '../../domain/calendar/link.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { notifyCalendarInvalid } from './mirror/notify-calendar-problem.js';
import { leaveCalendar } from './unlink.js';

type Scope = Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'jobs'>;

/**
 * Resumes the calendar links of a connection after its permission was granted again. Links that were invalid for that
 * reason become active, and blocked occurrences are published again.
 */
export async function resumeLinks(
  { calendarLinks, calendarMirror, jobs }: Scope,
  id: CalendarConnectionId,
): Promise<void> {
  for (const link of await calendarLinks.listByConnection(id)) {
    if (link.reason !== 'GOOGLE_REVOKED') continue;
    const { householdId } = link;
    await calendarLinks.save(reactivateLink(link));
    await calendarMirror.changeStatus(householdId, ['BLOCKED'], 'PENDING');
    await calendarMirror.removeFailures(householdId);
    await jobs.enqueue('synchronise-household-calendar', { householdId }, { singletonKey: householdId });
  }
}

/**
 * Invalidates the active links of a connection whose permission was revoked at the provider, and notifies the members
 * who linked a calendar.
 */
export async function invalidateLinks(scope: Scope, id: CalendarConnectionId): Promise<void> {
  const { calendarLinks, calendarMirror } = scope;
  for (const link of await calendarLinks.listByConnection(id)) {
    if (link.status !== 'ACTIVE') continue;
    await calendarLinks.save(invalidateLink(link, 'GOOGLE_REVOKED'));
    await calendarMirror.changeStatus(link.householdId, ['PENDING'], 'BLOCKED');
    await notifyCalendarInvalid(scope, link, 'GOOGLE_REVOKED');
  }
}

/**
 * Ends the links of a connection that its owner disconnects. Jobs then delete the events from the calendars, before
 * the tokens are deleted.
 */
export async function endLinks(
  scope: Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'orphanedEvents' | 'jobs'>,
  id: CalendarConnectionId,
  at: Instant,
): Promise<void> {
  for (const link of await scope.calendarLinks.listByConnection(id)) await leaveCalendar(scope, link, at);
}
