import { sql, type RawBuilder } from 'kysely';
import type { FeedRepository } from '../../../application/feeds/ports.js';
import { shownTo, type Feed } from '../../../domain/feeds/feed.js';
import type { Household, Member } from '../../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { instant, mapTable } from '../field-map.js';
import { HOUSEHOLD, HOUSEHOLDS } from '../households/table.js';
import { createdAfter } from '../newest-first.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

const FEEDS = mapTable<Feed, DatabaseSchema['feeds']>({
  id: 'id',
  householdId: 'household_id',
  memberId: 'member_id',
  personal: 'personal',
  tokenHash: 'token_hash',
  createdAt: instant('created_at'),
  lastUsedAt: instant('last_used_at'),
});

export class PostgresFeedRepository implements FeedRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listOf(userId: UserId, { limit, after }: PageRequest): Promise<Page<Feed>> {
    const { rows } = await sql<Feed>`
      select ${FEEDS.select()} from feeds
      where ${isOf(userId)} ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.#db);
    return cutPage(rows, limit, newestFirst);
  }

  async open(tokenHash: string): Promise<{ feed: Feed; household: Household } | null> {
    const { rows } = await sql<Feed & Pick<Member, 'group'>>`
      select ${FEEDS.select('f')}, m.grouping as "group", ${HOUSEHOLDS.select('h', HOUSEHOLD)}
      from feeds f
      join members m on m.household_id = f.household_id and m.user_id = f.member_id and m.left_at is null
      join accounts a on a.id = m.account_id and a.disabled_at is null
      join households h on h.id = f.household_id
      where f.token_hash = ${tokenHash}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    return { feed: shownTo(FEEDS.pick(row), row.group), household: HOUSEHOLDS.pick(row, HOUSEHOLD) };
  }

  async insert(feed: Feed): Promise<void> {
    await this.#db.insertInto('feeds').values(FEEDS.toRow(feed)).execute();
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
    const { numAffectedRows } = await sql`
      delete from feeds where ${isOf(userId)} and id = ${id}
    `.execute(this.#db);
    return numAffectedRows === 1n;
  }

  async removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    await this.#db
      .deleteFrom('feeds')
      .where('household_id', '=', householdId)
      .where('member_id', '=', memberId)
      .execute();
  }

  async removeAllOf(userId: UserId): Promise<void> {
    await sql`delete from feeds where ${isOf(userId)}`.execute(this.#db);
  }
}

/** In all households, also those that the user has left. */
function isOf(userId: UserId): RawBuilder<unknown> {
  return sql`(household_id, member_id) in (
    select household_id, user_id from members where account_id = ${userId}
  )`;
}
