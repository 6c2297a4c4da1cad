import type { Cursor, StreamHead, Position, Positions } from './cursor.js';
import type { SyncedKind } from './journal.js';

/** Changes are kept as long as a refresh token is valid. */
export const CHANGE_RETENTION_DAYS = 60;
/** The number of notifications that a snapshot includes although they are read, newest first. */
export const SNAPSHOT_NOTIFICATIONS = 50;

/** An entry of a stream, with the number of its last change. */
export type NumberedEntry = { readonly seq: number; readonly kind: SyncedKind; readonly id: string };

/**
 * The result of one query after the positions of a cursor: up to `limit` + 1 entries of each stream, in
 * order.
 */
export type StreamPage = {
  readonly heads: { readonly everyone: StreamHead; readonly own: StreamHead };
  readonly everyone: readonly NumberedEntry[];
  readonly own: readonly NumberedEntry[];
  /** Kinds of which the household has no rows, so that a snapshot can leave them out. */
  readonly without: ReadonlySet<SyncedKind>;
};

/**
 * Returns the next entries, at most `limit`, and the cursor after them. Entries of the shared stream come
 * first.
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
 * Returns the position after the shown entries. It never moves backwards, even if a lagging replica of the
 * database was read.
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

/** Returns the ids to read again, by kind. */
export function idsByKind(entries: readonly NumberedEntry[]): ReadonlyMap<SyncedKind, readonly string[]> {
  const ids = new Map<SyncedKind, Set<string>>();
  for (const { kind, id } of entries) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  return new Map([...ids].map(([kind, of]) => [kind, [...of]]));
}

export const TOPICS = ['tasks', 'shopping', 'notifications'] as const;
export type Topic = (typeof TOPICS)[number];

/** Returns the topics that a client which loads by topic must load again. */
export function topicsSince(entries: readonly Pick<NumberedEntry, 'kind'>[]): ReadonlySet<Topic> {
  return new Set(entries.map(({ kind }) => findTopic(kind)));
}

/** The last number of a stream, and the number of the last change of each requested kind. */
export type StreamNews = { readonly head: number; readonly kinds: readonly Omit<NumberedEntry, 'id'>[] };

export const NO_NEWS: StreamNews = { head: 0, kinds: [] };

/** Returns the topics to be loaded again by a client that has read the stream up to this position. */
export function topicsAfter({ kinds }: StreamNews, { seq }: Position): ReadonlySet<Topic> {
  return topicsSince(kinds.filter((one) => one.seq > seq));
}

function findTopic(kind: SyncedKind): Topic {
  if (kind === 'shoppingItem' || kind === 'shoppingList') return 'shopping';
  return kind === 'notification' ? 'notifications' : 'tasks';
}
