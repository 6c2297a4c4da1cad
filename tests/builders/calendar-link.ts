import type { CalendarLink } from '../../domain/calendar/link.js';
import { anId } from './ids.js';
import { NOON } from './instants.js';

/** Creates the active link of a household to a calendar. */
export function aCalendarLink(fields: Partial<CalendarLink> = {}): CalendarLink {
  return {
    id: anId(),
    householdId: anId(),
    connectionId: anId(),
    calendarId: `${anId()}@group.calendar.google.com`,
    calendarName: 'Home',
    linkedBy: anId(),
    status: 'ACTIVE',
    reason: null,
    generation: 1,
    pullCursor: NOON,
    coolUntil: null,
    coolAttempt: 0,
    lastSyncedAt: null,
    reconciledAt: null,
    trouble: null,
    createdAt: NOON,
    ...fields,
  };
}
