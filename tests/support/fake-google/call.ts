import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * The methods that the fake supports, with the scopes of which the caller needs one. The OAuth endpoints need
 * none.
 */
const READ_EVENTS = ['calendar.events', 'calendar.events.readonly', 'calendar', 'calendar.readonly'];
const WRITE_EVENTS = ['calendar.events', 'calendar'];
const READ_LIST = [
  'calendar.calendarlist',
  'calendar.calendarlist.readonly',
  'calendar',
  'calendar.readonly',
];

export const SCOPES = {
  'calendarList.list': READ_LIST,
  'calendarList.get': READ_LIST,
  'calendars.get': ['calendar.calendars', 'calendar.calendars.readonly', 'calendar', 'calendar.readonly'],
  'events.list': READ_EVENTS,
  'events.get': READ_EVENTS,
  'events.insert': WRITE_EVENTS,
  'events.update': WRITE_EVENTS,
  'events.patch': WRITE_EVENTS,
  'events.delete': WRITE_EVENTS,
  'oauth.authorize': null,
  'oauth.token': null,
  'oauth.revoke': null,
  'oauth.certificates': null,
  'oauth.keys': null,
} as const satisfies Record<string, readonly string[] | null>;

export type Operation = keyof typeof SCOPES;

export const WRITES: ReadonlySet<Operation> = new Set<Operation>([
  'events.insert',
  'events.update',
  'events.patch',
  'events.delete',
]);

const CALENDARS = String.raw`/calendar/v3/calendars/([^/]+)`;
const ENTRIES = '/calendar/v3/users/me/calendarList';

const ROUTES: readonly (readonly [method: string, path: string, operation: Operation])[] = [
  ['GET', '/o/oauth2/v2/auth', 'oauth.authorize'],
  ['POST', '/token', 'oauth.token'],
  ['POST', '/revoke', 'oauth.revoke'],
  ['GET', '/oauth2/v1/certs', 'oauth.certificates'],
  ['GET', '/(?:oauth2/)?v3/certs', 'oauth.keys'],
  ['GET', ENTRIES, 'calendarList.list'],
  ['GET', `${ENTRIES}/([^/]+)`, 'calendarList.get'],
  ['GET', CALENDARS, 'calendars.get'],
  ['GET', `${CALENDARS}/events`, 'events.list'],
  ['POST', `${CALENDARS}/events`, 'events.insert'],
  ['GET', `${CALENDARS}/events/([^/]+)`, 'events.get'],
  ['PUT', `${CALENDARS}/events/([^/]+)`, 'events.update'],
  ['PATCH', `${CALENDARS}/events/([^/]+)`, 'events.patch'],
  ['DELETE', `${CALENDARS}/events/([^/]+)`, 'events.delete'],
];

export type Call = {
  /** null means that the fake does not support the request. */
  readonly operation: Operation | null;
  readonly method: string;
  /** Path and query string. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly calendarId: string;
  readonly eventId: string;
};

export async function callOf(request: IncomingMessage): Promise<Call> {
  const { method = '', url = '/' } = request;
  const { pathname: path, searchParams: query } = new URL(url, 'http://fake');
  const found = ROUTES.map(([verb, pattern, operation]) => ({
    operation,
    match: verb === method ? new RegExp(`^${pattern}$`).exec(path) : null,
  })).find(({ match }) => match !== null);
  const [calendarId = '', eventId = ''] = (found?.match ?? []).slice(1).map(decodeURIComponent);
  const headers = request.headers as Call['headers'];
  const body = await text(request);
  return {
    ...{ operation: found?.operation ?? null, method, url, path, query, headers, body },
    ...{ calendarId, eventId },
  };
}
