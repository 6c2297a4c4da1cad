import type {
  AccessToken,
  CalendarOutcome,
  CalendarProvider,
  CalendarsOutcome,
  EventQuery,
} from '../../application/calendar/provider.js';
import type { EventToPublish } from '../../domain/calendar/event.js';
import type {
  DeleteOutcome,
  GetOutcome,
  InsertOutcome,
  ListOutcome,
  RemoteEvent,
  UpdateOutcome,
} from '../../domain/calendar/answers.js';
import type { Clock } from '../../application/shared/ports.js';
import type { Instant } from '../../domain/shared/zone.js';
import { isAccessTokenGood } from './access-token.js';
import { deleted, findEnd, eventIn, sequenceAfter, withEvent } from './events.js';
import type { DemoStateStore } from './state-file.js';
import { DEMO_CALENDARS, type StoredDemoEvent, type DemoState } from './state.js';
import { DAY_MS } from '../../domain/shared/durations.js';

const REMEMBERED_MS = 28 * DAY_MS;

type Refusal = { readonly kind: 'unauthorized' } | { readonly kind: 'notFound' };
type WriteRefusal = Refusal | { readonly kind: 'noWriteAccess' };
type Change<T> = readonly [DemoState | null, T];

/**
 * A demo provider with three calendars. It stores their events in a file in the data folder, and it follows the rules
 * of a real provider.
 */
export class DemoCalendarProvider implements CalendarProvider {
  readonly #state: DemoStateStore;
  readonly #clock: Clock;

  constructor({ state, clock }: { state: DemoStateStore; clock: Clock }) {
    this.#state = state;
    this.#clock = clock;
  }

  listCalendars(token: AccessToken): Promise<CalendarsOutcome> {
    return this.#state.change<CalendarsOutcome>((state) => [
      null,
      isAccessTokenGood(token, state, this.#clock.now())
        ? { kind: 'calendars', calendars: DEMO_CALENDARS, date: this.#date() }
        : { kind: 'unauthorized' },
    ]);
  }

  getCalendar(token: AccessToken, calendarId: string): Promise<CalendarOutcome> {
    return this.#read<CalendarOutcome>(token, calendarId, () => {
      const calendar = DEMO_CALENDARS.find(({ id }) => id === calendarId);
      return calendar === undefined
        ? { kind: 'notFound' }
        : { kind: 'calendar', calendar, date: this.#date() };
    });
  }

  listEvents(token: AccessToken, calendarId: string, query: EventQuery): Promise<ListOutcome> {
    return this.#read<ListOutcome>(token, calendarId, (state) => {
      if (query.updatedSince !== null && query.updatedSince < this.#clock.now() - REMEMBERED_MS)
        return { kind: 'tooLongAgo' };
      const all = Object.values(state.events[calendarId] ?? {});
      const events = all.filter((event) => isAskedFor(event, query)).map(shown);
      return { kind: 'page', events, nextPage: null, date: this.#date() };
    });
  }

  getEvent(token: AccessToken, calendarId: string, eventId: string): Promise<GetOutcome> {
    return this.#read<GetOutcome>(token, calendarId, (state) => {
      const event = eventIn(state, calendarId, eventId);
      return event === null ? { kind: 'notFound' } : { kind: 'event', event: shown(event) };
    });
  }

  insertEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
  ): Promise<InsertOutcome> {
    return this.#write<InsertOutcome>(token, calendarId, (state) => {
      if (eventIn(state, calendarId, eventId) !== null) return [null, { kind: 'duplicate' }];
      const content = { ...pickContent(event), eventId, sequence: 0, cancelled: false };
      const fresh = { ...content, purged: false, madeIn: null };
      const [next, kept] = withEvent(state, calendarId, fresh, this.#clock.now());
      return [next, { kind: 'inserted', ...pickVersion(kept) }];
    });
  }

  updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    { ifEtag, sequence }: { readonly ifEtag: string | null; readonly sequence: number },
  ): Promise<UpdateOutcome> {
    return this.#write<UpdateOutcome>(token, calendarId, (state) => {
      const present = eventIn(state, calendarId, eventId);
      if (present === null) return [null, { kind: 'notFound' }];
      if (present.purged) return [null, { kind: 'forbidden' }];
      if (ifEtag !== null && ifEtag !== present.etag) return [null, { kind: 'preconditionFailed' }];
      if (sequence < present.sequence) return [null, { kind: 'staleSequence' }];
      const after = sequenceAfter({ ...present, sequence }, event.times);
      const content = { ...present, ...pickContent(event), sequence: after, cancelled: false };
      const [next, kept] = withEvent(state, calendarId, content, this.#clock.now());
      return [next, { kind: 'updated', ...pickVersion(kept) }];
    });
  }

  deleteEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    ifEtag: string | null,
  ): Promise<DeleteOutcome> {
    return this.#write<DeleteOutcome>(token, calendarId, (state) => {
      const present = eventIn(state, calendarId, eventId);
      if (present === null) return [null, { kind: 'notFound' }];
      if (present.cancelled) return [null, { kind: 'gone' }];
      if (ifEtag !== null && ifEtag !== present.etag) return [null, { kind: 'preconditionFailed' }];
      const [next] = withEvent(state, calendarId, deleted(present), this.#clock.now());
      return [next, { kind: 'deleted' }];
    });
  }

  #read<T>(token: AccessToken, calendarId: string, answer: (state: DemoState) => T): Promise<T | Refusal> {
    return this.#state.change<T | Refusal>((state) => [
      null,
      this.#refusal(token, calendarId, state) ?? answer(state),
    ]);
  }

  #write<T>(
    token: AccessToken,
    calendarId: string,
    change: (state: DemoState) => Change<T>,
  ): Promise<T | WriteRefusal> {
    return this.#state.change<T | WriteRefusal>((state) => {
      const refusal = this.#refusal(token, calendarId, state);
      if (refusal !== null) return [null, refusal];
      const role = DEMO_CALENDARS.find(({ id }) => id === calendarId)?.accessRole;
      return role === 'reader' ? [null, { kind: 'noWriteAccess' }] : change(state);
    });
  }

  #refusal(token: AccessToken, calendarId: string, state: DemoState): Refusal | null {
    if (!isAccessTokenGood(token, state, this.#clock.now())) return { kind: 'unauthorized' };
    return DEMO_CALENDARS.some(({ id }) => id === calendarId) ? null : { kind: 'notFound' };
  }

  #date(): Instant {
    return Math.floor(this.#clock.now() / 1000) * 1000;
  }
}

function isAskedFor(event: StoredDemoEvent, query: EventQuery): boolean {
  if (event.owner?.householdId !== query.householdId) return false;
  if (event.cancelled && !query.includeDeleted) return false;
  if (query.updatedSince !== null && event.updated < query.updatedSince) return false;
  return query.endsAfter === null || event.times === null || findEnd(event.times) > query.endsAfter;
}

const shown = (event: StoredDemoEvent): RemoteEvent => ({
  ...{ eventId: event.eventId, cancelled: event.cancelled, owner: event.owner },
  ...{ title: event.title, description: event.description, times: event.times },
  ...pickVersion(event),
});

const pickContent = ({ title, description, times, owner }: EventToPublish) => ({
  ...{ title, description, times },
  owner: { occurrenceId: owner.occurrenceId, householdId: owner.householdId },
});

const pickVersion = ({ etag, sequence, updated }: StoredDemoEvent) => ({ etag, sequence, updated });
