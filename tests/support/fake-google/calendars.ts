import { randomUUID } from 'node:crypto';
import type { StoredEvent } from './event.js';

export type Account = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
};

export type Role = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner';

/** All states of an event, oldest first. The last one is the current state. */
export type Versions = readonly [StoredEvent, ...StoredEvent[]];

type CalendarFields = { summary: string; timeZone: string; primaryOf: string | null };

export class StoredCalendar {
  readonly id: string;
  readonly fields: CalendarFields;
  deleted = false;
  readonly roles = new Map<string, Role>();
  /** Events by id, in the order of their creation. */
  readonly events = new Map<string, Versions>();

  constructor(id: string, fields: CalendarFields) {
    this.id = id;
    this.fields = fields;
  }

  find(eventId: string): StoredEvent | undefined {
    return this.events.get(eventId)?.at(-1);
  }

  store(event: StoredEvent): StoredEvent {
    const earlier = this.events.get(event.id);
    this.events.set(event.id, earlier === undefined ? [event] : [...earlier, event]);
    return event;
  }
}

export class Calendars {
  readonly #calendars = new Map<string, StoredCalendar>();

  add(fields: {
    id?: string;
    owner: Account;
    summary: string;
    timeZone?: string;
    primary?: boolean;
  }): StoredCalendar {
    const { id = `${randomUUID().replaceAll('-', '')}@group.calendar.google.com`, owner, summary } = fields;
    const primaryOf = fields.primary === true ? owner.sub : null;
    const calendar = new StoredCalendar(id, { summary, timeZone: fields.timeZone ?? 'UTC', primaryOf });
    calendar.roles.set(owner.sub, 'owner');
    this.#calendars.set(id, calendar);
    return calendar;
  }

  get(id: string): StoredCalendar {
    const calendar = this.#calendars.get(id);
    if (calendar === undefined) throw new Error(`no calendar ${id}`);
    return calendar;
  }

  /**
   * Returns a calendar as the account sees it. The id `primary` means the account's own calendar. Returns
   * undefined if the calendar is not shared with the account.
   */
  seenBy(account: Account, id: string): { calendar: StoredCalendar; role: Role } | undefined {
    const calendar = this.#calendars.get(id === 'primary' ? account.email : id);
    const role = calendar?.roles.get(account.sub);
    return calendar === undefined || calendar.deleted || role === undefined ? undefined : { calendar, role };
  }

  listOf(account: Account): readonly { calendar: StoredCalendar; role: Role }[] {
    return [...this.#calendars.keys()].flatMap((id) => this.seenBy(account, id) ?? []);
  }

  all(): readonly StoredCalendar[] {
    return [...this.#calendars.values()];
  }
}
