import type { FeedRepository } from '../../../../application/feeds/ports.js';
import { feedShownTo, type Feed } from '../../../../domain/feeds/feed.js';
import type { Household } from '../../../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { pageFrom } from '../page.js';
import { toKey } from '../store.js';

export class InMemoryFeedRepository extends InMemoryLimitedRepository implements FeedRepository {
  async listOf(userId: UserId, page: PageRequest): Promise<Page<Feed>> {
    const own = this.store.feeds.filter((feed) => this.#isOf(feed, userId));
    return pageFrom(own, page, newestFirst);
  }

  async open(tokenHash: string): Promise<{ feed: Feed; household: Household } | null> {
    const [feed] = this.store.feeds.filter((one) => one.tokenHash === tokenHash);
    if (feed === undefined) return null;
    const household = this.store.households.get(feed.householdId);
    const member = this.store.members.get(toKey(feed.householdId, feed.memberId));
    const account = member?.accountId ? this.store.accounts.get(member.accountId) : undefined;
    const isOpen = member?.leftAt === null && account?.disabledAt === null;
    return isOpen && household !== undefined ? { feed: feedShownTo(feed, member.group), household } : null;
  }

  async insert(feed: Feed): Promise<void> {
    await this.quota.reserveRow('feeds', feed.householdId, feed.memberId);
    if (this.store.feeds.filter(({ tokenHash }) => tokenHash === feed.tokenHash).length > 0)
      throw new Error('This token already exists');
    this.store.feeds.set(toKey(feed.householdId, feed.id), feed);
  }

  async countOf(householdId: HouseholdId, memberId: MemberId): Promise<number> {
    const own = this.store.feeds.filter(
      (one) => one.householdId === householdId && one.memberId === memberId,
    );
    return own.length;
  }

  async touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void> {
    this.store.feeds.update(toKey(householdId, id), (feed) => ({ ...feed, lastUsedAt: at }));
  }

  async remove(userId: UserId, id: FeedId): Promise<boolean> {
    return this.store.feeds.deleteWhere((one) => one.id === id && this.#isOf(one, userId)) > 0;
  }

  async removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    this.store.feeds.deleteWhere((one) => one.householdId === householdId && one.memberId === memberId);
  }

  async removeAllOf(userId: UserId): Promise<void> {
    this.store.feeds.deleteWhere((feed) => this.#isOf(feed, userId));
  }

  #isOf({ householdId, memberId }: Feed, userId: UserId): boolean {
    return this.store.members.get(toKey(householdId, memberId))?.accountId === userId;
  }
}
