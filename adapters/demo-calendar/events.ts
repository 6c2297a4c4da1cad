import type { Instant } from '../../domain/shared/zone.js';
import type { EventTimes } from '../../domain/calendar/event.js';
import type { StoredDemoEvent, DemoState } from './state.js';

export const eventIn = ({ events }: DemoState, calendarId: string, eventId: string): StoredDemoEvent | null =>
  Object.values(events[calendarId] ?? {}).find((event) => event.eventId === eventId) ?? null;

/**
 * Returns a new state that contains the event in this calendar, and the event itself. The event gets a new etag and
 * `now` as its time of change. An event with the same id is replaced. The given state does not change.
 */
export function withEvent(
  state: DemoState,
  calendarId: string,
  event: Omit<StoredDemoEvent, 'etag' | 'updated'>,
  now: Instant,
): readonly [DemoState, StoredDemoEvent] {
  const changes = state.changes + 1;
  const kept = { ...event, etag: `"${changes}"`, updated: now };
  const ofCalendar = { ...state.events[calendarId], [event.eventId]: kept };
  return [{ ...state, changes, events: { ...state.events, [calendarId]: ofCalendar } }, kept];
}

/** Returns the event as a tombstone: with its id and owner, but without title, description and times. */
export const deleted = (event: StoredDemoEvent): StoredDemoEvent => ({
  ...event,
  ...{ cancelled: true, title: '', description: '', times: null },
});

/**
 * Returns the sequence number after an update. It increases only if the times change, not if the event is just
 * renamed.
 */
export function sequenceAfter({ sequence, times }: StoredDemoEvent, next: EventTimes | null): number {
  return JSON.stringify(times) === JSON.stringify(next) ? sequence : sequence + 1;
}

/** Returns when an event ends. Whole days are in UTC, the time zone of the demo calendars. */
export const findEnd = (times: EventTimes): Instant =>
  times.kind === 'days' ? Date.parse(`${times.until}T00:00:00Z`) : times.end;
