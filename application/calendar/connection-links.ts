import { invalidated, reactivated } from '../../domain/calendar/link.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { tellInvalid } from './mirror/tell-episode.js';
import { leaveCalendar } from './unlink.js';

type Scope = Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'jobs'>;

/** The permission is there (again): what waited for it goes on. */
export async function resumeLinks(
  { calendarLinks, calendarMirror, jobs }: Scope,
  id: CalendarConnectionId,
): Promise<void> {
  for (const link of await calendarLinks.listByConnection(id)) {
    if (link.reason !== 'GOOGLE_REVOKED') continue;
    const { householdId } = link;
    await calendarLinks.save(reactivated(link));
    await calendarMirror.changeStatus(householdId, ['BLOCKED'], 'PENDING');
    await calendarMirror.removeFailures(householdId);
    await jobs.enqueue('synchronise-household-calendar', { householdId }, { singletonKey: householdId });
  }
}

/** The permission is gone, by no act of the user here. */
export async function invalidateLinks(scope: Scope, id: CalendarConnectionId): Promise<void> {
  const { calendarLinks, calendarMirror } = scope;
  for (const link of await calendarLinks.listByConnection(id)) {
    if (link.status !== 'ACTIVE') continue;
    await calendarLinks.save(invalidated(link, 'GOOGLE_REVOKED'));
    await calendarMirror.changeStatus(link.householdId, ['PENDING'], 'BLOCKED');
    await tellInvalid(scope, link, 'GOOGLE_REVOKED');
  }
}

/** The owner leaves the connection: events are cleared away while its tokens last. */
export async function endLinks(
  scope: Pick<UnitOfWorkScope, 'calendarLinks' | 'calendarMirror' | 'calendarLeftovers' | 'jobs'>,
  id: CalendarConnectionId,
  at: Instant,
): Promise<void> {
  for (const link of await scope.calendarLinks.listByConnection(id)) await leaveCalendar(scope, link, at);
}
