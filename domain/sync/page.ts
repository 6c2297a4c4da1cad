import type { Cursor, StreamHead, Position, Positions } from './cursor.js';
import type { SyncedKind } from './journal.js';

/** How many days changes are kept. Refresh tokens are valid for the same time. */
export const CHANGE_RETENTION_DAYS = 60;
/**
 * A snapshot includes this many of the newest notifications even if they are read. Unread notifications are
 * always included.
 */
export const SNAPSHOT_NOTIFICATIONS = 50;

/** An entry of a stream. `seq` is the number of the last change of its row. */
export type NumberedEntry = { readonly seq: number; readonly kind: SyncedKind; readonly id: string };

/**
 * The result of one query for the changes after a cursor. It contains up to `limit` + 1 entries of each
 * stream, in order.
 */
export type StreamPage = {
  readonly heads: { readonly everyone: StreamHead; readonly own: StreamHead };
  readonly everyone: readonly NumberedEntry[];
  readonly own: readonly NumberedEntry[];
  /** The kinds of rows of which the household has none. A snapshot can leave them out. */
  readonly without: ReadonlySet<SyncedKind>;
};

/**
 * Returns the next entries, at most `limit`, and the cursor after them. Entries of the shared stream come
 * before those of the personal stream.
 */
export function cursorAfter(
  cursor: Cursor,
  page: StreamPage,
  limit: number,
): { readonly cursor: Cursor; readonly entries: readonly NumberedEntry[]; readonly hasMore: boolean } {
  const everyone = page.everyone.slice(0, limit);
  const own = page.own.slice(0, limit - everyone.length);
  const positions: Positions = {
    everyone: positionAfter(
      cursor.everyone,
      everyone,
      page.everyone.length > everyone.length,
      page.heads.everyone,
    ),
    own: positionAfter(cursor.own, own, page.own.length > own.length, page.heads.own),
  };
  return {
    cursor: { ...cursor, ...positions },
    entries: [...everyone, ...own],
    hasMore: everyone.length + own.length < page.everyone.length + page.own.length,
  };
}

/**
 * Returns the position after the entries that were returned. The position never moves backwards, even if the
 * data came from a database replica that is behind.
 */
function positionAfter(
  before: Position,
  shown: readonly NumberedEntry[],
  hasMore: boolean,
  head: StreamHead,
): Position {
  const last = shown.at(-1);
  if (hasMore) return last === undefined ? before : { seq: last.seq, amid: { kind: last.kind, id: last.id } };
  return head.seq < before.seq ? before : { seq: head.seq, amid: null };
}

/** Returns the ids of the rows that the client must read again, by kind. */
export function idsByKind(entries: readonly NumberedEntry[]): ReadonlyMap<SyncedKind, readonly string[]> {
  const ids = new Map<SyncedKind, Set<string>>();
  for (const { kind, id } of entries) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  return new Map([...ids].map(([kind, of]) => [kind, [...of]]));
}

export const TOPICS = ['tasks', 'shopping', 'notifications'] as const;
export type Topic = (typeof TOPICS)[number];

/** Returns the topics that have changed, for clients that load whole topics instead of single rows. */
export function topicsSince(entries: readonly Pick<NumberedEntry, 'kind'>[]): ReadonlySet<Topic> {
  return new Set(entries.map(({ kind }) => findTopic(kind)));
}

/** The last number of a stream, and for each requested kind the number of its last change. */
export type StreamNews = { readonly head: number; readonly kinds: readonly Omit<NumberedEntry, 'id'>[] };

export const NO_NEWS: StreamNews = { head: 0, kinds: [] };

/** Returns the topics that a client must load again if it has read the stream up to this position. */
export function topicsAfter({ kinds }: StreamNews, { seq }: Position): ReadonlySet<Topic> {
  return topicsSince(kinds.filter((one) => one.seq > seq));
}

function findTopic(kind: SyncedKind): Topic {
  if (kind === 'shoppingItem' || kind === 'shoppingList') return 'shopping';
  return kind === 'notification' ? 'notifications' : 'tasks';
}
