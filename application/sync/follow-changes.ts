import type { HouseholdId } from '../../domain/shared/ids.js';
import { findObstacle, readCursor, type Cursor, type Position } from '../../domain/sync/cursor.js';
import type { Audience } from '../../domain/sync/entries.js';
import {
  NO_NEWS,
  topicsAfter,
  topicsSince,
  TOPICS,
  type StreamNews,
  type Topic,
} from '../../domain/sync/page.js';
import { readSyncBasis } from './changes.js';
import type { MemberCaller } from '../shared/caller.js';
import type { ChangeFeed } from './ports.js';

type Dependencies = { changeFeed: ChangeFeed };

/** The topics that the client of an event stream has to load again, and its position after that. */
export type News = { readonly topics: ReadonlySet<Topic>; readonly cursor: Cursor };

/**
 * `from` is the position at which the client was disconnected. null means that the client is new or its position
 * cannot be continued.
 */
export type StreamStart = News & { readonly from: Cursor | null };

/**
 * The maximum number of entries after which single topics are reported. If there are more, all topics are reported.
 */
const ENTRIES_READ = 500;

/**
 * Starts an event stream for the caller.
 *
 * - If `lastId` is null, the client is new and loads everything by itself, so no topics are reported.
 * - If the client reconnects with a valid `lastId`, the topics with entries since then are reported. If there are
 *   more than ENTRIES_READ entries, all topics are.
 * - If `lastId` is unreadable or cannot be continued, all topics are reported.
 */
export function startFollowing({ changeFeed }: Dependencies) {
  return async (caller: MemberCaller, lastId: string | null): Promise<StreamStart> => {
    const last = lastId === null ? null : readCursor(lastId);
    const page = await readSyncBasis({ changeFeed }, caller, last, ENTRIES_READ);
    const from = last !== null && findObstacle(last, page.ground, page.heads) === null ? last : null;
    // A read replica may lag behind the position of the client. Then the client's position is kept, so that entries
    // that it has already received are not reported again.
    const cursor = {
      ground: page.ground,
      everyone: at(Math.max(page.heads.everyone.seq, wholeOnes(from?.everyone))),
      own: at(Math.max(page.heads.own.seq, wholeOnes(from?.own))),
      snapshot: null,
    };
    if (lastId === null) return { topics: new Set(), from: null, cursor };
    const entries = [...page.everyone, ...page.own];
    const isKnown = from !== null && entries.length <= ENTRIES_READ;
    return { topics: isKnown ? topicsSince(entries) : new Set(TOPICS), from, cursor };
  };
}

/**
 * Returns the changed topics and the new position for each of these positions, in the same order. The positions are
 * those of event streams of one household.
 */
export function followChanges({ changeFeed }: Dependencies) {
  return async (householdId: HouseholdId, cursors: readonly Cursor[]): Promise<readonly News[]> => {
    const from = new Map<Audience, number>();
    const begin = (audience: Audience, { seq }: Position) =>
      from.set(audience, Math.min(seq, from.get(audience) ?? seq));
    for (const { ground, everyone, own } of cursors) {
      begin(null, everyone);
      begin(ground.memberId, own);
    }
    const news = await changeFeed.news(householdId, from);
    return cursors.map((cursor) => {
      const of = (audience: Audience): StreamNews => news.get(audience) ?? NO_NEWS;
      const [everyone, own] = [of(null), of(cursor.ground.memberId)];
      return {
        topics: new Set([...topicsAfter(everyone, cursor.everyone), ...topicsAfter(own, cursor.own)]),
        cursor: {
          ...cursor,
          everyone: at(Math.max(everyone.head, cursor.everyone.seq)),
          own: at(Math.max(own.head, cursor.own.seq)),
        },
      };
    });
  };
}

const at = (seq: number): Position => ({ seq, amid: null });

/**
 * Returns the last sequence number of which the client has received all entries. If `amid` is set, the client has
 * received only some of the entries with the number `seq`, so the result is the number before it.
 */
function wholeOnes(position: Position | undefined): number {
  if (position === undefined) return 0;
  return position.amid === null ? position.seq : position.seq - 1;
}
