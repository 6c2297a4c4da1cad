import { leaveCalendar } from '../unlink.js';
import type { BeforeCommit } from '../../composition/unit-of-work.js';
import { onlyAudience } from '../../shared/events/after-commit.js';
import type { DomainEvent } from '../../shared/events/domain-event.js';

/** Changes of a household within this time are published together. */
const GROUPED_MS = 2000;

/**
 * Queues a sweep of the household's calendar after a change that it may show. If the member who linked the calendar
 * has left, the link ends instead. A private change queues none: it changes nothing in the calendar, and the time of
 * the last sweep would reveal to others that somebody made a change.
 *
 * If the household had no link when the request began, changes of tasks do not look for one. Another request may link a
 * calendar while such a request runs. `linkCalendar` therefore queues a sweep that starts two minutes later.
 */
export const updateCalendarMirror: BeforeCommit = async (scope, events, request) => {
  const { calendarLinks, calendarMirror, jobs } = scope;
  const households = Map.groupBy(
    events.filter((event) => onlyAudience(event) === null && isShown(event)),
    ({ householdId }) => householdId,
  );
  for (const [householdId, own] of households) {
    const isKnownUnlinked = request?.householdId === householdId && request.hasCalendarLink === false;
    if (isKnownUnlinked && own.every(isOfTask)) continue;
    const link = await calendarLinks.find(householdId);
    if (link === null) continue;
    const at = Math.max(...own.map((event) => event.at));
    if (
      own.some(
        (event) => event.kind === 'member' && event.action === 'left' && event.memberId === link.linkedBy,
      )
    ) {
      await leaveCalendar(scope, link, at);
      continue;
    }
    // Names, the format of titles and the time zone affect every event. Events that show the same after the change cost
    // no request.
    if (own.some(({ kind }) => kind === 'member' || kind === 'category' || kind === 'household'))
      await calendarMirror.changeStatus(householdId, ['SYNCED'], 'PENDING');
    if (link.status === 'ACTIVE')
      await jobs.enqueue(
        'sweep-household-calendar',
        { householdId },
        { startAfter: at + GROUPED_MS, singletonKey: householdId },
      );
  }
};

const isOfTask = ({ kind }: DomainEvent) => kind === 'occurrence' || kind === 'series' || kind === 'swap';

/** Returns whether the event may change what a calendar shows. A deleted household has no link any more. */
function isShown(event: DomainEvent): boolean {
  switch (event.kind) {
    case 'occurrence':
    case 'series':
    case 'swap':
    case 'member':
    case 'category':
      return true;
    case 'household':
      return event.action !== 'deleted';
    case 'shopping':
    case 'pause':
    case 'days':
    case 'files':
    case 'notified':
      return false;
  }
}
