import type { Feed } from '../../domain/feeds/feed.js';
import type { Household } from '../../domain/households/household.js';
import type { FeedId, HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface FeedReader {
  /** Those of a user in all households, newest first; sort key: [-createdAt, id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<Feed>>;
  /** null when nobody has it, or its member has left or may not sign in; as `shownTo` of domain/feeds/feed. */
  open(tokenHash: string): Promise<{ readonly feed: Feed; readonly household: Household } | null>;
}

export interface FeedRepository extends FeedReader {
  insert(feed: Feed): Promise<void>;
  countOf(householdId: HouseholdId, memberId: MemberId): Promise<number>;
  touch(householdId: HouseholdId, id: FeedId, at: Instant): Promise<void>;
  /** false when the user has no such feed. */
  remove(userId: UserId, id: FeedId): Promise<boolean>;
  removeThoseOf(householdId: HouseholdId, memberId: MemberId): Promise<void>;
  /** In all households. */
  removeAllOf(userId: UserId): Promise<void>;
}
