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
import { readGround } from './changes.js';
import type { MemberCaller } from '../shared/caller.js';
import type { ChangeFeed } from './ports.js';

type Dependencies = { changeFeed: ChangeFeed };

/** What the client of a live stream must load again, and where it stands once it has been told so. */
export type News = { readonly topics: ReadonlySet<Topic>; readonly cursor: Cursor };

/** `from` is where the client stood that came back; null: nobody knows. */
export type Beginning = News & { readonly from: Cursor | null };

/** Of more entries than that, every topic is told instead. */
const ENTRIES_READ = 500;

/**
 * Where a live stream begins. Who comes back with the last id that they heard is told what has entries since; every topic,
 * where that id is none of ours or cannot go on; and who was not here before nothing: they load everything.
 */
export function beginFollowing({ changeFeed }: Dependencies) {
  return async (caller: MemberCaller, lastId: string | null): Promise<Beginning> => {
    const last = lastId === null ? null : readCursor(lastId);
    const page = await readGround({ changeFeed }, caller, last, ENTRIES_READ);
    const from = last !== null && findObstacle(last, page.ground, page.heads) === null ? last : null;
    // A copy of the database that lags is behind where the client stood: what lies between was told.
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

/** What has come behind each of these places of live streams of one household, in their order. */
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

/** Up to which number nothing is left to read. */
function wholeOnes(position: Position | undefined): number {
  if (position === undefined) return 0;
  return position.amid === null ? position.seq : position.seq - 1;
}
