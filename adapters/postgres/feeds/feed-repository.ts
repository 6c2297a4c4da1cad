import { sql, type RawBuilder } from 'kysely';
import type { FeedRepository } from '../../../application/feeds/ports.js';
import { feedShownTo, type Feed } from '../../../domain/feeds/feed.js';
import type { Household, Member } from '../../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import {
  compareSortKeys,
  newestFirst,
  type Page,
  cutPage,
  type PageRequest,
} from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { updateRow } from '../database.js';
import { timestamp } from '../field-map.js';
import { LimitedRepository } from '../households/usage.js';
import {
  findHouseholdOfToken,
  unregisterTokens,
  listHouseholdsOf,
  registerTokens,
} from '../households/lookups.js';
import { HOUSEHOLD_PREFIX, HOUSEHOLDS } from '../households/table.js';
import { createdAfter } from '../newest-first.js';
import { FEEDS } from '../schema.js';

export class PostgresFeedRepository extends LimitedRepository implements FeedRepository {
  async listOf(userId: UserId, { limit, after }: PageRequest): Promise<Page<Feed>> {
    const rows: Feed[] = [];
    for (const home of await listHouseholdsOf(this.db, userId)) {
      const { rows: own } = await sql<Feed>`
        select ${FEEDS.select()} from feeds
        where ${isOf(home, userId)} ${createdAfter(after)}
        order by created_at desc, id limit ${limit + 1}
      `.execute(this.db);
      rows.push(...own);
    }
    return cutPage(rows.toSorted(byCreation), limit, newestFirst);
  }

  async open(tokenHash: string): Promise<{ feed: Feed; household: Household } | null> {
    const home = await findHouseholdOfToken(this.db, tokenHash);
    if (home === null) return null;
    const row = await this.findFirst(sql<Feed & Pick<Member, 'group'>>`
      select ${FEEDS.select('f')}, m.grouping as "group", ${HOUSEHOLDS.select('h', HOUSEHOLD_PREFIX)}
      from feeds f
      join members m on m.household_id = f.household_id and m.user_id = f.member_id and m.left_at is null
      join accounts a on a.id = m.account_id and a.disabled_at is null
      join households h on h.id = f.household_id
      where f.household_id = ${home} and f.token_hash = ${tokenHash}
    `);
    if (row === null) return null;
    return {
      feed: feedShownTo(FEEDS.pick(row), row.group),
      household: HOUSEHOLDS.pick(row, HOUSEHOLD_PREFIX),
    };
  }

  async insert(feed: Feed): Promise<void> {
    await this.quota.reserveRow('feeds', feed.householdId, feed.memberId);
    await this.db.insertInto('feeds').values(FEEDS.toRow(feed)).execute();
    await registerTokens(this.db, feed.householdId, [feed.tokenHash]);
  }

  async countOf(householdId: HouseholdId, memberId: MemberId): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from feeds where household_id = ${householdId} and member_id = ${memberId}
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  async touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void> {
    await updateRow(this.db, 'feeds', { household_id: householdId, id, last_used_at: timestamp(at) });
  }

  async remove(userId: UserId, id: FeedId): Promise<boolean> {
    return (await this.#removeOf(userId, sql`and id = ${id}`)) > 0;
  }

  async removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    await this.#remove(sql`household_id = ${householdId} and member_id = ${memberId}`);
  }

  async removeAllOf(userId: UserId): Promise<void> {
    await this.#removeOf(userId, sql``);
  }

  async #removeOf(userId: UserId, which: RawBuilder<unknown>): Promise<number> {
    let removed = 0;
    for (const home of await listHouseholdsOf(this.db, userId))
      removed += await this.#remove(sql`${isOf(home, userId)} ${which}`);
    return removed;
  }

  async #remove(which: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ hash: string }>`
      delete from feeds where ${which} returning token_hash as hash
    `.execute(this.db);
    await unregisterTokens(
      this.db,
      rows.map(({ hash }) => hash),
    );
    return rows.length;
  }
}

const byCreation = (one: Feed, other: Feed) => compareSortKeys(newestFirst(one), newestFirst(other));

/** Matches the feeds of a user's account in a household, even if the user has left it. */
function isOf(householdId: HouseholdId, userId: UserId): RawBuilder<unknown> {
  return sql`household_id = ${householdId} and member_id in (
    select user_id from members where household_id = ${householdId} and account_id = ${userId}
  )`;
}
