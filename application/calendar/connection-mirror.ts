import { invalidated, reactivated } from '../../domain/calendar/link.js';
import type { ConnectionListener } from './connection/connection-listener.js';
import type { CalendarLinkReader } from './ports.js';
import type { Clock } from '../shared/ports.js';
import { tellInvalid } from './mirror/tell-episode.js';
import { leaveCalendar } from './unlink.js';

/** What becomes of links when the connection that they use changes. */
export function mirrorOfConnections({
  calendarLinks,
  clock,
}: {
  calendarLinks: CalendarLinkReader;
  clock: Clock;
}): ConnectionListener {
  return {
    async connected({ calendarMirror, jobs }, id) {
      for (const link of await calendarMirror.linksOf(id)) {
        if (link.reason !== 'GOOGLE_REVOKED') continue;
        const { householdId } = link;
        await calendarMirror.saveLink(reactivated(link));
        await calendarMirror.changeStatus(householdId, ['BLOCKED'], 'PENDING');
        await calendarMirror.forgetFailures(householdId);
        await jobs.enqueue('synchronise-household-calendar', { householdId }, { singletonKey: householdId });
      }
    },
    async revoked(scope, id) {
      for (const link of await scope.calendarMirror.linksOf(id)) {
        if (link.status !== 'ACTIVE') continue;
        await scope.calendarMirror.saveLink(invalidated(link, 'GOOGLE_REVOKED'));
        await scope.calendarMirror.changeStatus(link.householdId, ['PENDING'], 'BLOCKED');
        await tellInvalid(scope, link, 'GOOGLE_REVOKED');
      }
    },
    async leaving(scope, id) {
      for (const link of await scope.calendarMirror.linksOf(id))
        await leaveCalendar(scope, link, clock.now());
    },
    hasLeftovers: (id) => calendarLinks.hasLeftovers(id),
  };
}
