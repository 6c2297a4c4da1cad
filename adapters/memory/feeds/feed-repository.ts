import type { FeedRepository } from '../../../application/feeds/ports.js';
import type { Feed } from '../../../domain/feeds/feed.js';
import type { Household } from '../../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryFeedRepository implements FeedRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  listOf(userId: UserId, page: PageRequest): Promise<Page<Feed>> {
    const own = this.#store.feeds.filter(({ memberId }) => memberId === userId);
    return Promise.resolve(pageFrom(own, page, newestFirst));
  }

  open(tokenHash: string): Promise<{ feed: Feed; household: Household } | null> {
    const [feed] = this.#store.feeds.filter((one) => one.tokenHash === tokenHash);
    if (feed === undefined) return Promise.resolve(null);
    const household = this.#store.households.get(feed.householdId);
    const member = this.#store.members.get(keyOf(feed.householdId, feed.memberId));
    const account = this.#store.accounts.get(feed.memberId);
    const isOpen = member?.leftAt === null && account?.disabledAt === null;
    return Promise.resolve(isOpen && household !== undefined ? { feed, household } : null);
  }

  insert(feed: Feed): Promise<void> {
    if (this.#store.feeds.filter(({ tokenHash }) => tokenHash === feed.tokenHash).length > 0)
      return Promise.reject(new Error('This token is taken'));
    this.#store.feeds.set(keyOf(feed.householdId, feed.id), feed);
    return Promise.resolve();
  }

  countOf(householdId: HouseholdId, memberId: MemberId): Promise<number> {
    return Promise.resolve(this.#of(householdId, memberId).length);
  }

  touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void> {
    const feed = this.#store.feeds.get(keyOf(householdId, id));
    if (feed !== undefined) this.#store.feeds.set(keyOf(householdId, id), { ...feed, lastUsedAt: at });
    return Promise.resolve();
  }

  remove(userId: UserId, id: FeedId): Promise<boolean> {
    const [feed] = this.#store.feeds.filter((one) => one.id === id && one.memberId === userId);
    if (feed !== undefined) this.#store.feeds.delete(keyOf(feed.householdId, id));
    return Promise.resolve(feed !== undefined);
  }

  removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    for (const { id } of this.#of(householdId, memberId)) this.#store.feeds.delete(keyOf(householdId, id));
    return Promise.resolve();
  }

  removeAllOf(userId: UserId): Promise<void> {
    this.#store.feeds.deleteWhere(({ memberId }) => memberId === userId);
    return Promise.resolve();
  }

  #of(householdId: HouseholdId, memberId: MemberId): Feed[] {
    return this.#store.feeds.filter((one) => one.householdId === householdId && one.memberId === memberId);
  }
}
