import type { Instant } from '../../domain/shared/zone.js';
import type { EventTimes } from '../../domain/calendar/event.js';
import type { DemoEvent, DemoState } from './state.js';

export const eventIn = ({ events }: DemoState, calendarId: string, eventId: string): DemoEvent | null =>
  Object.values(events[calendarId] ?? {}).find((event) => event.eventId === eventId) ?? null;

/** Keeps the event in a version of its own. */
export function withEvent(
  state: DemoState,
  calendarId: string,
  event: Omit<DemoEvent, 'etag' | 'updated'>,
  now: Instant,
): readonly [DemoState, DemoEvent] {
  const changes = state.changes + 1;
  const kept = { ...event, etag: `"${changes}"`, updated: now };
  const ofCalendar = { ...state.events[calendarId], [event.eventId]: kept };
  return [{ ...state, changes, events: { ...state.events, [calendarId]: ofCalendar } }, kept];
}

/** A tombstone keeps whose event it was. */
export const deleted = (event: DemoEvent): DemoEvent => ({
  ...event,
  ...{ cancelled: true, title: '', description: '', times: null },
});

/** What moves is in a new sequence, what is only renamed is not. */
export function sequenceAfter({ sequence, times }: DemoEvent, next: EventTimes | null): number {
  return JSON.stringify(times) === JSON.stringify(next) ? sequence : sequence + 1;
}

/** Of whole days in UTC, in which the calendars of the demo are. */
export const findEnd = (times: EventTimes): Instant =>
  times.kind === 'days' ? Date.parse(`${times.until}T00:00:00Z`) : times.end;
