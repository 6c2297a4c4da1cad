import type { Behaviour } from './behaviour.js';
import type { Role, StoredCalendar } from './calendars.js';
import { isoOfMicros } from './clock.js';
import { etagOf, type Content, type StoredEvent } from './event.js';
import { momentView } from './event-times.js';

export type Reader = {
  readonly role: Role;
  readonly behaviour: Behaviour;
  /** The time zone from the query; by default that of the calendar. */
  readonly timeZone?: string | undefined;
};

/** Returns the event as the API shows it to a reader with this role. */
export function eventView(calendar: StoredCalendar, event: StoredEvent, reader: Reader): object {
  const zone = reader.timeZone ?? calendar.fields.timeZone;
  const when = {
    start: momentView(event.start, zone),
    end: momentView(event.end, zone),
  };
  const head = {
    kind: 'calendar#event',
    etag: etagOf(event),
    id: event.id,
    status: event.status,
    updated: isoOfMicros(event.stamp),
  };
  if (reader.role === 'freeBusyReader') return { ...head, visibility: 'private', ...when };
  const content = shownContent(event, reader);
  return {
    ...head,
    htmlLink: `https://www.google.com/calendar/event?eid=${event.id}`,
    created: new Date(event.createdAt).toISOString(),
    ...(event.purged ? { ...content, summary: '' } : content),
    creator: { email: event.organizer },
    organizer: { email: event.organizer, self: event.organizer === calendar.id },
    ...when,
    iCalUID: `${event.id}@google.com`,
    sequence: event.sequence,
    reminders: content.reminders ?? { useDefault: true },
    ...(event.eventType !== null && !event.purged && { eventType: event.eventType }),
  };
}

/**
 * Returns the fields of the event. Deleted events have no extended properties if `tombstonesLoseProperties`
 * is set.
 */
export function shownContent(event: StoredEvent, { behaviour }: Pick<Reader, 'behaviour'>): Content {
  if (event.status !== 'cancelled' || !behaviour.tombstonesLoseProperties) return event.content;
  return { ...event.content, extendedProperties: {} };
}
