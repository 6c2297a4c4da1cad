import { refusal, type Answer } from './answers.js';
import type { StoredCalendar } from './calendars.js';
import type { Call } from './call.js';
import type { Place } from './event-endpoints.js';
import { instantOf } from './event-times.js';
import { eventView, shownContent } from './event-view.js';
import type { Properties, StoredEvent } from './event.js';
import { visibleEvents } from './visible.js';
import type { World } from './world.js';

/**
 * `events.list`. As with Google, a page is cut before it is filtered: it may be short or even empty although
 * there is a next page.
 */
export function listEvents(world: World, { calendar, role }: Place, call: Call): Answer {
  const { behaviour, clock } = world;
  const { query } = call;
  const updatedMin = instantIn(query, 'updatedMin');
  if (updatedMin !== null && updatedMin < clock.now() - behaviour.oldestUpdatedMinMs)
    throw refusal('updatedMinTooLongAgo');
  const all = ordered(visibleEvents(world, calendar), query.get('orderBy'));
  const { page, next } = pageOf(all, query, behaviour.longestPage);
  const reader = { role, behaviour, timeZone: query.get('timeZone') ?? undefined };
  const items = page
    .filter((event) => isAlive(event, query, updatedMin))
    .filter((event) => updatedMin === null || event.stamp >= updatedMin * 1000)
    .filter((event) => isInWindow(calendar, event, query))
    .filter((event) => hasProperties(shownContent(event, reader).extendedProperties, query))
    .map((event) => eventView(calendar, event, reader));
  const newest = Math.max(0, ...all.map(({ stamp }) => stamp));
  return {
    status: 200,
    body: {
      kind: 'calendar#events',
      etag: `"p${newest}"`,
      summary: calendar.fields.summary,
      updated: new Date(Math.floor(newest / 1000)).toISOString(),
      timeZone: reader.timeZone ?? calendar.fields.timeZone,
      accessRole: role,
      defaultReminders: [],
      ...(next !== null && { nextPageToken: next }),
      items,
    },
  };
}

/**
 * Returns true if the event is in the list. Deleted events are listed with `showDeleted`, and always with
 * `updatedMin`.
 */
function isAlive({ status }: StoredEvent, query: URLSearchParams, updatedMin: number | null): boolean {
  return status !== 'cancelled' || query.get('showDeleted') === 'true' || updatedMin !== null;
}

/**
 * `timeMin` applies to the end and `timeMax` to the start, both exclusively. Recurring events have no end.
 */
function isInWindow({ fields }: StoredCalendar, event: StoredEvent, query: URLSearchParams): boolean {
  const [from, to] = [instantIn(query, 'timeMin'), instantIn(query, 'timeMax')];
  const endsAfter =
    from === null || event.content.recurrence !== undefined || instantOf(event.end, fields.timeZone) > from;
  return endsAfter && (to === null || instantOf(event.start, fields.timeZone) < to);
}

function hasProperties(
  properties: { private?: Properties; shared?: Properties } | undefined,
  query: URLSearchParams,
): boolean {
  return query.getAll('privateExtendedProperty').every((constraint) => {
    const at = constraint.indexOf('=');
    if (at < 1) throw refusal('invalid');
    return properties?.private?.[constraint.slice(0, at)] === constraint.slice(at + 1);
  });
}

function ordered(events: readonly StoredEvent[], orderBy: string | null): readonly StoredEvent[] {
  if (orderBy === null) return events;
  if (orderBy !== 'updated') throw refusal('invalid');
  return events.toSorted((a, b) => a.stamp - b.stamp);
}

/**
 * Returns the requested page and the token of the next one. The token contains the last event of the page and
 * the query.
 */
function pageOf(
  all: readonly StoredEvent[],
  query: URLSearchParams,
  longest: number,
): { page: readonly StoredEvent[]; next: string | null } {
  const size = Math.min(longest, Number(query.get('maxResults') ?? 250));
  if (!Number.isInteger(size) || size < 1) throw refusal('invalid');
  const rest = new URLSearchParams(query);
  rest.delete('pageToken');
  const token = query.get('pageToken');
  const start = token === null ? 0 : 1 + lastOf(token, rest.toString(), all);
  const page = all.slice(start, start + size);
  const last = page.at(-1);
  const isEnd = last === undefined || start + size >= all.length;
  return { page, next: isEnd ? null : tokenOf([last.id, rest.toString()]) };
}

const tokenOf = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

function lastOf(token: string, query: string, all: readonly StoredEvent[]): number {
  const [id, asked] = decoded(token);
  const index = all.findIndex((event) => event.id === id);
  if (index === -1 || asked !== query) throw refusal('invalid');
  return index;
}

function decoded(token: string): readonly unknown[] {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[];
  } catch {
    throw refusal('invalid');
  }
}

function instantIn(query: URLSearchParams, name: string): number | null {
  const value = query.get(name);
  if (value === null) return null;
  const instant = Date.parse(value);
  if (Number.isNaN(instant) || !/(Z|[+-]\d{2}:\d{2})$/.test(value)) throw refusal('invalid');
  return instant;
}
