import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import {
  ACCESS_ROLES,
  type AccessRole,
  type AccessToken,
  type CalendarOutcome,
  type CalendarProvider,
  type CalendarsOutcome,
  type EventQuery,
  type RemoteCalendar,
} from '../../../application/calendar/provider.js';
import type { EventToPublish } from '../../../domain/calendar/event.js';
import type {
  DeleteOutcome,
  EventVersion,
  GetOutcome,
  InsertOutcome,
  ListOutcome,
  RemoteEvent,
  UpdateOutcome,
} from '../../../domain/calendar/answers.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { SILENT } from '../client-options.js';
import { transient } from './api-refusals.js';
import { attempt } from './attempt.js';
import { buildEventBody, householdConstraint, readRemoteEvent } from './event.js';
import { isJsonObject } from '../../../domain/shared/json.js';
import { readListPage, textIn } from './json.js';

export type GoogleCalendarSettings = {
  /** The origin of the Calendar API. */
  readonly apiRoot: string;
  /** The time limit of each request to Google. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_PAGE_SIZE = { events: 2500, calendars: 250 };
/** Safety limit: stop paging if Google keeps returning next-page tokens. */
const MAX_PAGES = 100;

/**
 * Uses the Google Calendar API v3. Events are replaced with PUT. PATCH would cost three times the quota, mix
 * whole-day and timed values, and keep fields that others added. Each request is sent only once, because retries and
 * token refreshes of the library are switched off.
 */
export class GoogleCalendarProvider implements CalendarProvider {
  readonly #settings: GoogleCalendarSettings;

  constructor(settings: GoogleCalendarSettings) {
    this.#settings = settings;
  }

  async listCalendars(token: AccessToken): Promise<CalendarsOutcome> {
    const { calendarList } = this.#api(token);
    const calendars: RemoteCalendar[] = [];
    const query: calendar_v3.Params$Resource$Calendarlist$List = { maxResults: MAX_PAGE_SIZE.calendars };
    for (let count = 0; count < MAX_PAGES; count++) {
      const page = await attempt(() => calendarList.list(query), readListPage, []);
      if (page.kind !== 'value') return page;
      const { items, next, date } = page.value;
      calendars.push(...items.flatMap((item) => readCalendar(item) ?? []));
      if (next === null) return { kind: 'calendars', calendars, date };
      query.pageToken = next;
    }
    return transient('pages without end');
  }

  async getCalendar(token: AccessToken, calendarId: string): Promise<CalendarOutcome> {
    if (!isAddressable(calendarId)) return { kind: 'notFound' };
    const { calendarList } = this.#api(token);
    const read = (data: unknown, date: Instant) => {
      const found = readCalendar(data);
      return found === null ? null : { calendar: found, date };
    };
    const answer = await attempt(() => calendarList.get({ calendarId }), read, ['notFound']);
    return answer.kind === 'value' ? { kind: 'calendar', ...answer.value } : answer;
  }

  async listEvents(token: AccessToken, calendarId: string, query: EventQuery): Promise<ListOutcome> {
    const { events } = this.#api(token);
    const list = () => events.list({ calendarId, ...toParameters(query) });
    const answer = await attempt(list, readListPage, ['tooLongAgo', 'notFound']);
    if (answer.kind !== 'value') return answer;
    const { items, next, date } = answer.value;
    const readable = items.flatMap((item) => readRemoteEvent(item, date) ?? []);
    return { kind: 'page', events: readable, nextPage: next, date };
  }

  async getEvent(token: AccessToken, calendarId: string, eventId: string): Promise<GetOutcome> {
    const { events } = this.#api(token);
    const get = () => events.get({ calendarId, eventId });
    const answer = await attempt(get, eventWith(eventId), ['notFound']);
    return answer.kind === 'value' ? { kind: 'event', event: answer.value } : answer;
  }

  async insertEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
  ): Promise<InsertOutcome> {
    const { events } = this.#api(token);
    const insert = () =>
      events.insert({ calendarId, requestBody: { ...buildEventBody(event), id: eventId } });
    const answer = await attempt(insert, eventWith(eventId), ['duplicate', 'notFound']);
    return answer.kind === 'value' ? { kind: 'inserted', ...pickVersion(answer.value) } : answer;
  }

  async updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    { ifEtag, sequence }: { readonly ifEtag: string | null; readonly sequence: number },
  ): Promise<UpdateOutcome> {
    const { events } = this.#api(token);
    // Google rejects a sequence number lower than its own, and treats a missing one as 0.
    const requestBody = { ...buildEventBody(event), sequence };
    const update = () => events.update({ calendarId, eventId, requestBody }, ifMatch(ifEtag));
    const expected = ['preconditionFailed', 'staleSequence', 'gone', 'notFound'] as const;
    const answer = await attempt(update, eventWith(eventId), expected);
    return answer.kind === 'value' ? { kind: 'updated', ...pickVersion(answer.value) } : answer;
  }

  async deleteEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    ifEtag: string | null,
  ): Promise<DeleteOutcome> {
    const { events } = this.#api(token);
    const deletion = () => events.delete({ calendarId, eventId }, ifMatch(ifEtag));
    // A successful deletion is answered with 204 and no body. If there is a body, the answer comes from a proxy.
    const read = (data: unknown) => (data === undefined || data === '' ? true : null);
    const answer = await attempt(deletion, read, ['gone', 'preconditionFailed', 'notFound']);
    return answer.kind === 'value' ? { kind: 'deleted' } : answer;
  }

  #api(token: AccessToken): calendar_v3.Calendar {
    const { apiRoot, timeoutMs = TIMEOUT_MS } = this.#settings;
    const client = new auth.OAuth2(SILENT);
    // Only the access token is set. With a refresh token, the library would refresh by itself, even after a 403.
    client.setCredentials({ access_token: token });
    const once = { retry: false, timeout: timeoutMs, fetchImplementation: globalThis.fetch };
    return calendar({ version: 'v3', auth: client, rootUrl: apiRoot, ...once });
  }
}

function toParameters(query: EventQuery): calendar_v3.Params$Resource$Events$List {
  const { householdId, includeDeleted, updatedSince, endsAfter, page } = query;
  return {
    privateExtendedProperty: [householdConstraint(householdId)],
    maxResults: MAX_PAGE_SIZE.events,
    singleEvents: false,
    showDeleted: includeDeleted,
    ...(updatedSince !== null && { updatedMin: new Date(updatedSince).toISOString() }),
    ...(endsAfter !== null && { timeMin: new Date(endsAfter).toISOString() }),
    ...(page !== null && { pageToken: page }),
  };
}

/** Returns a reader that accepts only the event with this id. */
const eventWith =
  (eventId: string) =>
  (data: unknown, date: Instant): RemoteEvent | null => {
    const event = readRemoteEvent(data, date);
    return event?.eventId === eventId ? event : null;
  };

const pickVersion = ({ etag, sequence, updated }: RemoteEvent): EventVersion => ({ etag, sequence, updated });

const ifMatch = (etag: string | null) => (etag === null ? {} : { headers: { 'If-Match': etag } });

/** Returns true if the id can be part of a URL path. The library throws an error for any other id. */
const isAddressable = (calendarId: string): boolean =>
  !['', '.', '..'].includes(calendarId) && calendarId.isWellFormed();

/** Reads an entry of the calendar list. Returns null if the data is not a calendar. */
function readCalendar(data: unknown): RemoteCalendar | null {
  if (!isJsonObject(data)) return null;
  const [id, role, color] = [textIn(data, 'id'), textIn(data, 'accessRole'), textIn(data, 'backgroundColor')];
  if (id === null || role === null) return null;
  return {
    id,
    // A user can give a calendar another name that only they see.
    name: textIn(data, 'summaryOverride') ?? textIn(data, 'summary') ?? id,
    accessRole: isRole(role) ? role : 'none',
    primary: data['primary'] === true,
    color: color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null,
  };
}

const isRole = (role: string): role is AccessRole => (ACCESS_ROLES as readonly string[]).includes(role);
