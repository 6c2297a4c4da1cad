import type { Cursor, Head, Position, Positions } from './cursor.js';
import type { SyncedKind } from './journal.js';

/** As long as a refresh token lives. */
export const CHANGE_RETENTION_DAYS = 60;
/** How many of the newest a snapshot shows that are read already. */
export const SNAPSHOT_NOTIFICATIONS = 50;

/** An entry of a stream under the number of its last change. */
export type NumberedEntry = { readonly seq: number; readonly kind: SyncedKind; readonly id: string };

/** What one statement found behind the positions of a cursor: up to `limit` + 1 entries of each stream, in order. */
export type StreamPage = {
  readonly heads: { readonly everyone: Head; readonly own: Head };
  readonly everyone: readonly NumberedEntry[];
  readonly own: readonly NumberedEntry[];
  /** Kinds of which the household has nothing: a snapshot need not ask for them. */
  readonly without: ReadonlySet<SyncedKind>;
};

/** Where the cursor stands after the entries that are shown, at most `limit`; what concerns everyone comes first. */
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

/** Whoever reads from a copy of the database that lags never goes back. */
function positionAfter(
  before: Position,
  shown: readonly NumberedEntry[],
  hasMore: boolean,
  head: Head,
): Position {
  const last = shown.at(-1);
  if (hasMore) return last === undefined ? before : { seq: last.seq, amid: { kind: last.kind, id: last.id } };
  return head.seq < before.seq ? before : { seq: head.seq, amid: null };
}

/** The ids to look at again, by kind. */
export function idsByKind(entries: readonly NumberedEntry[]): ReadonlyMap<SyncedKind, readonly string[]> {
  const ids = new Map<SyncedKind, Set<string>>();
  for (const { kind, id } of entries) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  return new Map([...ids].map(([kind, of]) => [kind, [...of]]));
}

export const TOPICS = ['tasks', 'shopping', 'notifications'] as const;
export type Topic = (typeof TOPICS)[number];

/** What a client that loads by topics must load again. */
export function topicsSince(entries: readonly Pick<NumberedEntry, 'kind'>[]): ReadonlySet<Topic> {
  return new Set(entries.map(({ kind }) => findTopic(kind)));
}

/** Of a stream its last number, and under which number each kind comes last, as far as it was asked for. */
export type StreamNews = { readonly head: number; readonly kinds: readonly Omit<NumberedEntry, 'id'>[] };

export const NO_NEWS: StreamNews = { head: 0, kinds: [] };

/** What must be loaded again by a client that has read a stream up to there. */
export function topicsAfter({ kinds }: StreamNews, { seq }: Position): ReadonlySet<Topic> {
  return topicsSince(kinds.filter((one) => one.seq > seq));
}

function findTopic(kind: SyncedKind): Topic {
  if (kind === 'shoppingItem' || kind === 'shoppingList') return 'shopping';
  return kind === 'notification' ? 'notifications' : 'tasks';
}
