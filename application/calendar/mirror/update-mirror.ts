import { leaveCalendar } from '../unlink.js';
import type { BeforeCommit } from '../../shared/events/publishing-unit-of-work.js';
import { onlyAudience } from '../../shared/events/after-commit.js';
import type { DomainEvent } from '../../shared/events/domain-event.js';

/** Changes of so long are published together. */
const GROUPED_MS = 2000;

/**
 * Queues a sweep of the household's calendar after a change that it may show. A private change queues none: it changes
 * nothing in the calendar, and the time of the last sweep would tell everybody that somebody is busy.
 */
export const updateCalendarMirror: BeforeCommit = async (scope, events) => {
  const { calendarLinks, calendarMirror, jobs } = scope;
  const households = Map.groupBy(
    events.filter((event) => onlyAudience(event) === null && isShown(event)),
    ({ householdId }) => householdId,
  );
  for (const [householdId, own] of households) {
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
    // Names, titles' format and time zone stand in every event; those that show the same cost nothing.
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

/** Whether it may change what a calendar shows. With a household that is deleted its link is gone. */
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
