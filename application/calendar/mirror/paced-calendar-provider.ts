import type { AccessToken, CalendarProvider, EventQuery } from '../provider.js';
import type { EventToPublish } from '../../../domain/calendar/event.js';
import {
  speedUp,
  FIRST_SPACING,
  slowDown,
  type Spacing,
  FULL_BUCKET,
  CONNECTION_RATE,
  PROCESS_RATE,
  takeToken,
  type TokenBucket,
} from '../../../domain/calendar/pace.js';

type Pacing = {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
};

/** More calendars than a process writes to in a while; the pace of those written longest ago is forgotten. */
const REMEMBERED = 1000;

/**
 * A provider that is never asked faster than it likes: writes to one calendar keep a distance, which grows when the
 * provider complains and shrinks when it does not, and all that is done with one token, and by the process with all of
 * them, stays below its limit.
 */
export class PacedCalendarProvider implements CalendarProvider {
  readonly #provider: CalendarProvider;
  readonly #pacing: Pacing;
  readonly #spacings = new Map<string, Spacing & { readonly freeAt: number }>();
  readonly #buckets = new Map<AccessToken, TokenBucket>();
  #ofProcess = FULL_BUCKET;

  constructor(provider: CalendarProvider, pacing: Pacing) {
    this.#provider = provider;
    this.#pacing = pacing;
  }

  listCalendars(token: AccessToken) {
    return this.#read(token, () => this.#provider.listCalendars(token));
  }

  getCalendar(token: AccessToken, calendarId: string) {
    return this.#read(token, () => this.#provider.getCalendar(token, calendarId));
  }

  listEvents(token: AccessToken, calendarId: string, query: EventQuery) {
    return this.#read(token, () => this.#provider.listEvents(token, calendarId, query));
  }

  getEvent(token: AccessToken, calendarId: string, eventId: string) {
    return this.#read(token, () => this.#provider.getEvent(token, calendarId, eventId));
  }

  insertEvent(token: AccessToken, calendarId: string, eventId: string, event: EventToPublish) {
    const insert = () => this.#provider.insertEvent(token, calendarId, eventId, event);
    return this.#write(token, calendarId, insert);
  }

  updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    version: { readonly ifEtag: string | null; readonly sequence: number },
  ) {
    const update = () => this.#provider.updateEvent(token, calendarId, eventId, event, version);
    return this.#write(token, calendarId, update);
  }

  deleteEvent(token: AccessToken, calendarId: string, eventId: string, ifEtag: string | null) {
    return this.#write(token, calendarId, () =>
      this.#provider.deleteEvent(token, calendarId, eventId, ifEtag),
    );
  }

  async #read<Outcome>(token: AccessToken, request: () => Promise<Outcome>): Promise<Outcome> {
    const known = remembered(this.#buckets, token, () => FULL_BUCKET);
    const now = this.#pacing.now();
    const own = takeToken(known, now, CONNECTION_RATE);
    this.#buckets.set(token, own.bucket);
    const everybodys = takeToken(this.#ofProcess, now, PROCESS_RATE);
    this.#ofProcess = everybodys.bucket;
    await this.#pauseFor(Math.max(own.waitMs, everybodys.waitMs));
    return request();
  }

  async #write<Outcome extends { readonly kind: string }>(
    token: AccessToken,
    calendarId: string,
    request: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const now = this.#pacing.now();
    const last = remembered(this.#spacings, calendarId, () => ({ ...FIRST_SPACING, freeAt: now }));
    const startsAt = Math.max(now, last.freeAt);
    this.#spacings.set(calendarId, { ...last, freeAt: startsAt + last.ms });
    await this.#pauseFor(startsAt - now);
    const outcome = await this.#read(token, request);
    const { freeAt, ...spacing } = this.#spacings.get(calendarId) ?? { ...last, freeAt: startsAt };
    const next = outcome.kind === 'rateLimited' ? slowDown(spacing) : speedUp(spacing);
    this.#spacings.set(calendarId, { ...next, freeAt });
    return outcome;
  }

  async #pauseFor(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.#pacing.pause(milliseconds);
  }
}

/** The entry of `key`, as the one used last. */
function remembered<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = all.get(key) ?? make();
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > REMEMBERED && oldest !== undefined) all.delete(oldest);
  return value;
}
