import { leaveCalendar } from '../unlink.js';
import type { BeforeCommit } from '../../shared/events/publishing-unit-of-work.js';
import type { DomainEvent } from '../../shared/events/domain-event.js';

/** Changes of so long are published together. */
const GROUPED_MS = 2000;

/** Has the calendar follow what happens in its household. */
export const updateCalendarMirror: BeforeCommit = async (scope, events) => {
  const { calendarLinks, calendarMirror, jobs } = scope;
  for (const [householdId, own] of byHousehold(events.filter(isShown))) {
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

function isShown({ kind, ...event }: DomainEvent): boolean {
  if (
    kind === 'swap' ||
    kind === 'household' ||
    kind === 'series' ||
    kind === 'member' ||
    kind === 'category'
  )
    return !('action' in event && kind === 'household' && event.action === 'deleted');
  return kind === 'occurrence';
}

function byHousehold(events: readonly DomainEvent[]): Map<DomainEvent['householdId'], DomainEvent[]> {
  return Map.groupBy(events, ({ householdId }) => householdId);
}
