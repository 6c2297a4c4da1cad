import type { EventTimes } from '../../domain/calendar/event.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { RemoteEvent } from './calendar-provider.js';

/** An event as somebody sees it who looks at the calendar itself; never a deleted one. */
export type DemoEventView = Pick<RemoteEvent, 'eventId' | 'title' | 'description' | 'updated'> & {
  readonly times: EventTimes;
  /** Whether the mirror put it there. */
  readonly isMirrored: boolean;
};

export type DemoRefusal =
  /** There is no such calendar, or no such event in it that is the household's to see. */
  | { readonly kind: 'notFound' }
  /** The calendar may only be read. */
  | { readonly kind: 'readOnly' };

export type DemoEventOutcome = { readonly kind: 'event'; readonly event: DemoEventView } | DemoRefusal;

/**
 * The hand of a person in the calendars of the demo, which have no pages of their own. A household sees what its mirror
 * put there and what it made itself, and nothing of another household's that has chosen the same calendar.
 */
export interface DemoCalendar {
  /** Those that end first come first. */
  events(
    household: HouseholdId,
    calendarId: string,
  ): Promise<{ readonly kind: 'events'; readonly events: readonly DemoEventView[] } | DemoRefusal>;
  create(
    household: HouseholdId,
    calendarId: string,
    event: { readonly title: string; readonly times: EventTimes },
  ): Promise<DemoEventOutcome>;
  /** What `change` answers is what the event shows from then on; it may be asked once, and may refuse by throwing. */
  change(
    household: HouseholdId,
    calendarId: string,
    eventId: string,
    change: (event: DemoEventView) => Pick<DemoEventView, 'title' | 'times'>,
  ): Promise<DemoEventOutcome>;
  remove(
    household: HouseholdId,
    calendarId: string,
    eventId: string,
  ): Promise<{ readonly kind: 'removed' } | DemoRefusal>;
}
