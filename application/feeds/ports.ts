import type { Feed } from '../../domain/feeds/feed.js';
import type { Household } from '../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

/** Reads calendar feeds. */
export interface FeedReader {
  /** Lists the user's feeds of all households, newest first; sort key: [-createdAt, id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<Feed>>;
  /**
   * Finds a feed by the hash of its token. The feed contains only what its member may still see (`feedShownTo` in
   * domain/feeds/feed). Returns null if there is no such feed, if its member has left, or if their account is
   * disabled.
   */
  open(tokenHash: string): Promise<{ readonly feed: Feed; readonly household: Household } | null>;
}

export interface FeedRepository extends FeedReader {
  insert(feed: Feed): Promise<void>;
  countOf(householdId: HouseholdId, memberId: MemberId): Promise<number>;
  touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void>;
  /** Returns false if the user has no such feed. */
  remove(userId: UserId, id: FeedId): Promise<boolean>;
  removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void>;
  /** Deletes the user's feeds of all households. */
  removeAllOf(userId: UserId): Promise<void>;
}
