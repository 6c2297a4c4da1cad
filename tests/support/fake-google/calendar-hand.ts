import type { Account, Role, StoredCalendar } from './calendars.js';
import type { FakeGoogleClock } from './clock.js';
import { sameMoment } from './event-times.js';
import type { Content, Moment, StoredEvent } from './event.js';
import { generatedEventId } from './random.js';

/**
 * Changes a calendar as its users do on Google's own pages, and lets a test read it. It sends no requests.
 */
export class CalendarHand {
  readonly #calendar: StoredCalendar;
  readonly #clock: FakeGoogleClock;

  constructor(calendar: StoredCalendar, clock: FakeGoogleClock) {
    this.#calendar = calendar;
    this.#clock = clock;
  }

  get id(): string {
    return this.#calendar.id;
  }

  /** Returns the current content of the calendar, without the generated history. */
  liveEvents(): readonly StoredEvent[] {
    return this.everyEvent().filter(({ status, noise }) => status !== 'cancelled' && !noise);
  }

  everyEvent(): readonly StoredEvent[] {
    return [...this.#calendar.events.values()].flatMap((versions) => versions.at(-1) ?? []);
  }

  event(id: string): StoredEvent {
    const event = this.#calendar.find(id);
    if (event === undefined) throw new Error(`no event ${id}`);
    return event;
  }

  /** Moves the event to another time. A change of time increases the sequence. */
  move(id: string, when: { start: Moment; end: Moment }): StoredEvent {
    const { start, end, sequence } = this.event(id);
    const isMoved = !sameMoment(start, when.start) || !sameMoment(end, when.end);
    return this.#change(id, { ...when, sequence: isMoved ? sequence + 1 : sequence });
  }

  /** Changes the title. An empty title removes it. */
  retitle(id: string, summary: string): StoredEvent {
    return this.edit(id, { summary });
  }

  /** Changes fields that clients may write. An empty string removes a field. */
  edit(id: string, fields: Content): StoredEvent {
    const content = { ...this.event(id).content, ...fields };
    const kept = Object.entries(content).filter(([, value]) => value !== '');
    return this.#change(id, { content: Object.fromEntries(kept) });
  }

  /** Changes the reminders. Neither the etag nor the time of the last update changes. */
  setReminders(id: string, minutes: readonly number[]): StoredEvent {
    const event = this.event(id);
    const overrides = minutes.map((before) => ({ method: 'popup', minutes: before }));
    const content = { ...event.content, reminders: { useDefault: false, overrides } };
    return this.#calendar.store({ ...event, content });
  }

  addGuests(id: string, emails: readonly string[]): StoredEvent {
    return this.edit(id, { attendees: emails.map((email) => ({ email, responseStatus: 'needsAction' })) });
  }

  makeRecurring(id: string, rule = 'RRULE:FREQ=WEEKLY'): StoredEvent {
    const event = this.edit(id, { recurrence: [rule] });
    return this.#calendar.store({ ...event, sequence: event.sequence + 1 });
  }

  delete(id: string): StoredEvent {
    return this.#change(id, { status: 'cancelled' });
  }

  restore(id: string): StoredEvent {
    const event = this.event(id);
    if (event.status !== 'cancelled' || event.purged) throw new Error(`${id} is not in the bin`);
    return this.#change(id, { status: 'confirmed' });
  }

  /** Purges deleted events: they keep their id and their extended properties, and get a time in 1970. */
  emptyBin(): void {
    for (const event of this.everyEvent().filter(({ status, purged }) => status === 'cancelled' && !purged)) {
      const { noise } = event;
      const [start, end] = [0, 3_600_000].map((instant) => ({ instant, timeZone: 'UTC' })) as [
        Moment,
        Moment,
      ];
      const { extendedProperties } = event.content;
      const content = extendedProperties === undefined ? {} : { extendedProperties };
      this.#calendar.store({
        ...event,
        start,
        end,
        content,
        purged: true,
        noise,
        stamp: this.#clock.stamp(),
      });
    }
  }

  /** Removes the event and its tombstone, so its id is unknown afterwards. */
  forget(id: string): void {
    this.#calendar.events.delete(id);
  }

  /** Copies the event with all its properties under a new id. */
  duplicate(id: string): StoredEvent {
    const event = { ...this.event(id), id: generatedEventId(), sequence: 0 };
    return this.#calendar.store({ ...event, createdAt: this.#clock.now(), stamp: this.#clock.stamp() });
  }

  /** Moves the event to another calendar under the same id. A tombstone stays in this calendar. */
  moveTo(id: string, other: CalendarHand): void {
    const event = this.event(id);
    other.#calendar.store({ ...event, organizer: other.id, stamp: this.#clock.stamp() });
    this.delete(id);
  }

  /** Makes another calendar the organiser of the event. */
  handOver(id: string, organizer: string): StoredEvent {
    return this.#change(id, { organizer });
  }

  /** Adds an event as a user of the calendar does. */
  add(fields: { id?: string; summary: string; start: Moment; end: Moment; content?: Content }): StoredEvent {
    const { id = generatedEventId(), summary, start, end, content = {} } = fields;
    return this.#calendar.store({
      ...{ id, status: 'confirmed', start, end, sequence: 0, stamp: this.#clock.stamp() },
      ...{ createdAt: this.#clock.now(), organizer: this.id, eventType: 'default' },
      ...{ purged: false, noise: false, content: { summary, ...content } },
    });
  }

  /** Shares the calendar with this account. The role null stops sharing it. */
  setRole(account: Account, role: Role | null): void {
    if (role === null) this.#calendar.roles.delete(account.sub);
    else this.#calendar.roles.set(account.sub, role);
  }

  deleteCalendar(): void {
    this.#calendar.deleted = true;
  }

  #change(id: string, fields: Partial<StoredEvent>): StoredEvent {
    return this.#calendar.store({ ...this.event(id), ...fields, stamp: this.#clock.stamp() });
  }
}
