import { isDeepStrictEqual } from 'node:util';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { toInstant, type TimeZone } from '../../../domain/shared/zone.js';
import type { FeedCopy, Row, Rows } from './copy.js';
import { headersOf, request, type Answer, type Network } from './network.js';

/**
 * Fields that the service computes from the clock or from other rows when it answers. The feed does not
 * update them (docs/keeping-up.md).
 */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  household: ['memberCount', 'storage'],
  occurrences: ['overdue'],
  series: ['nextDates', 'horizon', 'upcoming'],
};
/**
 * A snapshot contains the newest 50 notifications. Some of these may be hidden and shown again together with
 * their tasks, so only half of them must be in the copy.
 */
const SURE_NOTIFICATIONS = 25;

type Viewer = { readonly network: Network; readonly path: string; readonly token: string };

/** Reads all lists of a member to their ends. The names are those of the feed. */
export async function readLists(viewer: Viewer): Promise<Rows> {
  const [{ members, ...household }] = await all(viewer, '');
  const shoppingLists = await all(viewer, '/shopping/lists');
  const lists: Record<string, readonly Row[]> = {
    household: [household],
    members,
    categories: await all(viewer, '/categories?limit=500'),
    occurrences: await all(viewer, '/occurrences?view=all&limit=500'),
    series: await all(viewer, '/series?limit=500'),
    shoppingItems: await onLists(viewer, shoppingLists),
    // The feed sends the first list only once it has a name or sections.
    shoppingLists: shoppingLists.filter(
      ({ id, name, sections }) => id !== household.id || name !== null || sections.length > 0,
    ),
    swaps: await all(viewer, '/swaps?limit=500'),
    dayCalendars: await all(viewer, '/day-calendars'),
    pauses: await all(viewer, '/pauses'),
    templates: await all(viewer, '/templates?limit=500'),
    notifications: await all(viewer, '/notifications?limit=500'),
  };
  return Object.fromEntries(Object.entries(lists).map(([kind, rows]) => [kind, byId(rows)]));
}

async function onLists(viewer: Viewer, lists: readonly Row[]): Promise<readonly Row[]> {
  const items: Row[] = [];
  for (const { id } of lists) items.push(...(await all(viewer, `/shopping/items?limit=500&listId=${id}`)));
  return items;
}

/** Returns the differences between a copy that is up to date and the lists of the same member, as text. */
export async function differencesOf(copy: FeedCopy, lists: Rows, viewer: Viewer): Promise<string[]> {
  const differences: string[] = [];
  const kinds = new Set([...Object.keys(copy.rows), ...Object.keys(lists)]);
  for (const kind of kinds) {
    const [held, shown] = [copy.rows[kind] ?? {}, { ...lists[kind] }];
    // The list of series leaves out series that have ended, so these are read one by one.
    if (kind === 'series')
      for (const { id, endedAt } of Object.values(held))
        if (endedAt !== null && shown[id] === undefined)
          Object.assign(shown, byId(await all(viewer, `/series/${id}`)));
    for (const row of Object.values(shown))
      if (held[row['id']] === undefined && isExpected(kind, row, copy, shown))
        differences.push(`${kind} ${row['id']} is missing: ${JSON.stringify(row)}`);
    for (const row of Object.values(held)) {
      const now = shown[row['id']];
      if (now === undefined) differences.push(`${kind} ${row['id']} is too much: ${JSON.stringify(row)}`);
      else differences.push(...fieldsOf(kind, row, now));
    }
  }
  return differences;
}

function fieldsOf(kind: string, held: Row, shown: Row): string[] {
  return [...new Set([...Object.keys(held), ...Object.keys(shown)])]
    .filter((field) => !DERIVED[kind]?.includes(field) && !isDeepStrictEqual(held[field], shown[field]))
    .map((field) => {
      const values = [held, shown].map((row) => JSON.stringify(row[field]));
      return `${kind} ${held['id']} ${field} is ${values[0]} and not ${values[1]}`;
    });
}

/** Returns true if the row was in the range of the snapshot that the copy began with. */
function isExpected(kind: string, row: Row, { rows, historyFrom }: FeedCopy, shown: Rows[string]): boolean {
  if (kind === 'notifications')
    return row['readAt'] === null || Object.keys(shown).slice(0, SURE_NOTIFICATIONS).includes(row['id']);
  if (kind !== 'occurrences') return true;
  const { status, date, completedAt } = row;
  const zone = Object.values(rows['household'] ?? {})[0]?.['timeZone'] as TimeZone;
  const startsAt = toInstant(zone, historyFrom as CivilDate, null);
  return (
    status === 'TODO' || date === null || date >= historyFrom || Date.parse(completedAt ?? 0) >= startsAt
  );
}

async function all({ network, path, token }: Viewer, list: string): Promise<any[]> {
  const rows: unknown[] = [];
  for (let next: string | undefined = `${path}${list}`; next !== undefined;) {
    const answer: Answer | null = await request(network, next, { headers: headersOf(token) });
    if (answer?.status !== 200) throw new Error(`${next}: ${answer?.status} ${answer?.text}`);
    const body = JSON.parse(answer.text);
    rows.push(...(Array.isArray(body) ? body : [body]));
    next = /<([^>]+)>; rel="next"/.exec(answer.link ?? '')?.[1];
  }
  return rows;
}

const byId = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row['id'], row]));
