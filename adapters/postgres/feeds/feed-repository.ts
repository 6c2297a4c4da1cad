import { sql, type Insertable, type Selectable } from 'kysely';
import type { FeedRepository } from '../../../application/feeds/ports.js';
import { feedKey, type Feed } from '../../../domain/feeds/feed.js';
import type { Household } from '../../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { HOUSEHOLD_COLUMNS, householdOf, type HouseholdRow } from '../households/household-row.js';
import { createdAfter } from '../newest-first.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from '../schema.js';

type FeedRow = Selectable<DatabaseSchema['feeds']>;

export class PostgresFeedRepository implements FeedRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listOf(userId: UserId, { limit, after }: PageRequest): Promise<Page<Feed>> {
    const { rows } = await sql<FeedRow>`
      select household_id, id, member_id, personal, token_hash, created_at, last_used_at from feeds
      where member_id = ${userId} ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(feedOf), limit, feedKey);
  }

  async open(tokenHash: string): Promise<{ feed: Feed; household: Household } | null> {
    const { rows } = await sql<HouseholdRow & Prefixed<Omit<FeedRow, 'household_id' | 'token_hash'>>>`
      select ${sql.raw(HOUSEHOLD_COLUMNS)}, f.id as feed_id, f.member_id as feed_member_id, f.personal as feed_personal,
        f.created_at as feed_created_at, f.last_used_at as feed_last_used_at
      from feeds f
      join members m on m.household_id = f.household_id and m.user_id = f.member_id and m.left_at is null
      join accounts a on a.id = f.member_id and a.disabled_at is null
      join households h on h.id = f.household_id
      where f.token_hash = ${tokenHash}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    const household = householdOf(row);
    const feed = {
      id: row.feed_id,
      householdId: household.id,
      memberId: row.feed_member_id,
      personal: row.feed_personal,
      tokenHash,
      createdAt: row.feed_created_at,
      lastUsedAt: row.feed_last_used_at,
    };
    return { feed, household };
  }

  async insert(feed: Feed): Promise<void> {
    await this.#db.insertInto('feeds').values(rowOf(feed)).execute();
  }

  async countOf(householdId: HouseholdId, memberId: MemberId): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from feeds where household_id = ${householdId} and member_id = ${memberId}
    `.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void> {
    await this.#db
      .updateTable('feeds')
      .set({ last_used_at: timestamp(at) })
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .execute();
  }

  async remove(userId: UserId, id: FeedId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('feeds')
      .where('member_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    await this.#db
      .deleteFrom('feeds')
      .where('household_id', '=', householdId)
      .where('member_id', '=', memberId)
      .execute();
  }

  async removeAllOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('feeds').where('member_id', '=', userId).execute();
  }
}

type Prefixed<Row> = { [Column in keyof Row as `feed_${Column & string}`]: Row[Column] };

function feedOf(row: FeedRow): Feed {
  return {
    id: row.id,
    householdId: row.household_id,
    memberId: row.member_id,
    personal: row.personal,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function rowOf(feed: Feed): Insertable<DatabaseSchema['feeds']> {
  return {
    household_id: feed.householdId,
    id: feed.id,
    member_id: feed.memberId,
    personal: feed.personal,
    token_hash: feed.tokenHash,
    created_at: timestamp(feed.createdAt),
    last_used_at: nullableTimestamp(feed.lastUsedAt),
  };
}
