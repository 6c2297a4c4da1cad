import { randomUUID } from 'node:crypto';
import type { Clock } from '../../application/shared/ports.js';
import type {
  DemoCalendar,
  DemoEventOutcome,
  DemoEventView,
  DemoRefusal,
} from '../../application/calendar/ports.js';
import type { EventTimes } from '../../domain/calendar/event.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { deleted, findEnd, eventIn, sequenceAfter, withEvent } from './events.js';
import type { DemoStateStore } from './state-file.js';
import { DEMO_CALENDARS, type StoredDemoEvent, type DemoState } from './state.js';

type Change<T> = readonly [DemoState | null, T];

/** Changes events in the way a person changes them in the app of the calendar: without access tokens and etags. */
export class DemoCalendarHand implements DemoCalendar {
  readonly #state: DemoStateStore;
  readonly #clock: Clock;

  constructor({ state, clock }: { state: DemoStateStore; clock: Clock }) {
    this.#state = state;
    this.#clock = clock;
  }

  async events(household: HouseholdId, calendarId: string) {
    if (!DEMO_CALENDARS.some(({ id }) => id === calendarId)) return { kind: 'notFound' } as const;
    const { events } = await this.#state.read();
    const own = Object.values(events[calendarId] ?? {}).flatMap(
      (event) => presentEvent(event, household) ?? [],
    );
    return { kind: 'events', events: own.sort((a, b) => findEnd(a.times) - findEnd(b.times)) } as const;
  }

  create(
    household: HouseholdId,
    calendarId: string,
    { title, times }: { readonly title: string; readonly times: EventTimes },
  ): Promise<DemoEventOutcome> {
    return this.#write<DemoEventOutcome>(calendarId, (state) =>
      this.#kept(state, calendarId, household, {
        ...{ eventId: randomUUID().replaceAll('-', ''), title, description: '', times },
        ...{ owner: null, madeIn: household, sequence: 0, cancelled: false, purged: false },
      }),
    );
  }

  change(
    household: HouseholdId,
    calendarId: string,
    eventId: string,
    change: (event: DemoEventView) => Pick<DemoEventView, 'title' | 'times'>,
  ): Promise<DemoEventOutcome> {
    return this.#write<DemoEventOutcome>(calendarId, (state) => {
      const event = eventIn(state, calendarId, eventId);
      const view = event && presentEvent(event, household);
      if (event === null || view === null) return [null, { kind: 'notFound' }];
      const { title, times } = change(view);
      const sequence = sequenceAfter(event, times);
      return this.#kept(state, calendarId, household, { ...event, title, times, sequence });
    });
  }

  remove(household: HouseholdId, calendarId: string, eventId: string) {
    return this.#write<{ readonly kind: 'removed' } | DemoRefusal>(calendarId, (state) => {
      const event = eventIn(state, calendarId, eventId);
      if (event === null || presentEvent(event, household) === null) return [null, { kind: 'notFound' }];
      const [next] = withEvent(state, calendarId, deleted(event), this.#clock.now());
      return [next, { kind: 'removed' }];
    });
  }

  #kept(
    state: DemoState,
    calendarId: string,
    household: HouseholdId,
    event: Omit<StoredDemoEvent, 'etag' | 'updated'>,
  ): Change<DemoEventOutcome> {
    const [next, kept] = withEvent(state, calendarId, event, this.#clock.now());
    const view = presentEvent(kept, household);
    return [next, view === null ? { kind: 'notFound' } : { kind: 'event', event: view }];
  }

  #write<T>(calendarId: string, change: (state: DemoState) => Change<T>): Promise<T | DemoRefusal> {
    const calendar = DEMO_CALENDARS.find(({ id }) => id === calendarId);
    if (calendar === undefined) return Promise.resolve({ kind: 'notFound' });
    if (calendar.accessRole === 'reader') return Promise.resolve({ kind: 'readOnly' });
    return this.#state.change(change);
  }
}

/** Returns null if the event is deleted or belongs to another household. */
function presentEvent(event: StoredDemoEvent, household: HouseholdId): DemoEventView | null {
  const { eventId, title, description, times, updated, owner, madeIn, cancelled } = event;
  if (cancelled || times === null || (owner?.householdId ?? madeIn) !== household) return null;
  return { eventId, title, description, times, updated, isMirrored: owner !== null };
}
