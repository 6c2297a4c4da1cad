import type { MemberCaller } from '../../shared/caller.js';
import { ApplicationError, notFound } from '../../shared/errors.js';
import type { DemoCalendar, DemoEventView, DemoRefusal } from '../ports.js';
import { timesAfter, type AskedTimes } from './event-times.js';

/** An event in one of the demo calendars. */
export type DemoEvent = DemoEventView & { readonly calendarId: string };

/** The calendar and the id of an event. */
export type DemoEventPath = { readonly calendarId: string; readonly eventId: string };

/**
 * Lets a person list and change events in the demo calendars, as they would on the pages of a real provider. Returns
 * null if the service does not run with demo calendars.
 *
 * The operations throw NOT_FOUND for unknown calendars and events, CALENDAR_NOT_WRITABLE for a change in a read-only
 * calendar, and VALIDATION_FAILED for times that {@link timesAfter} refuses.
 */
export function demoEvents({ demoCalendar }: { demoCalendar: DemoCalendar | null }) {
  if (demoCalendar === null) return null;
  return {
    list: async ({ household }: MemberCaller, calendarId: string): Promise<readonly DemoEvent[]> => {
      const { events } = granted(await demoCalendar.events(household.id, calendarId));
      return events.map((event) => ({ ...event, calendarId }));
    },
    create: async (
      { household }: MemberCaller,
      calendarId: string,
      { title, ...asked }: { readonly title: string } & AskedTimes,
    ): Promise<DemoEvent> => {
      const wanted = { title, times: timesAfter(null, asked) };
      const { event } = granted(await demoCalendar.create(household.id, calendarId, wanted));
      return { ...event, calendarId };
    },
    change: async (
      { household }: MemberCaller,
      { calendarId, eventId }: DemoEventPath,
      { title, ...asked }: { readonly title?: string | undefined } & AskedTimes,
    ): Promise<DemoEvent> => {
      const changed = await demoCalendar.change(household.id, calendarId, eventId, (event) => ({
        title: title ?? event.title,
        times: timesAfter(event.times, asked),
      }));
      return { ...granted(changed).event, calendarId };
    },
    remove: async ({ household }: MemberCaller, { calendarId, eventId }: DemoEventPath): Promise<void> => {
      granted(await demoCalendar.remove(household.id, calendarId, eventId));
    },
  };
}

function granted<Outcome extends { kind: string }>(
  outcome: Outcome | DemoRefusal,
): Exclude<Outcome, DemoRefusal> {
  if (outcome.kind === 'notFound') throw notFound('event of the demo');
  if (outcome.kind === 'readOnly')
    throw new ApplicationError('CALENDAR_NOT_WRITABLE', 'This calendar is read-only. Choose another one');
  return outcome as Exclude<Outcome, DemoRefusal>;
}
