import { FEEDS_LIMIT, feedShownTo, type Feed } from '../../domain/feeds/feed.js';
import type { FeedId, HouseholdId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { householdNotFound, limitReached, notFound, sessionExpired } from '../shared/errors.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Needs } from '../composition/needs.js';

export type FeedRequest = { readonly householdId: HouseholdId; readonly personal: boolean };

/** A feed with the token of its address. Only the hash of the token is stored. */
export type IssuedFeed = { readonly feed: Feed; readonly token: string };

/**
 * Creates a calendar feed of the tasks that the caller sees in a household. The returned feed says whether it includes
 * personal tasks, which the feed of a guest never does.
 *
 * @throws HOUSEHOLD_NOT_FOUND unless the caller is a member of the household.
 * @throws LIMIT_REACHED if the caller has the maximum number of feeds, there or in all their households.
 * @throws SESSION_EXPIRED if the session has ended in the meantime.
 */
export function createFeed({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
}: Needs<'clock' | 'ids' | 'opaqueTokens', 'accounts' | 'feeds' | 'households' | 'quota' | 'sessions'>) {
  return ({ userId, sessionId }: Caller, { householdId, personal }: FeedRequest): Promise<IssuedFeed> =>
    unitOfWork.run(async ({ accounts, sessions, households, feeds, quota }) => {
      // The account is locked, because signing out everywhere deletes its feeds. Without the lock, a feed that is
      // created at the same moment would survive.
      await accounts.findForUpdate(userId);
      if ((await sessions.find(userId, sessionId))?.revokedAt !== null) throw sessionExpired();
      // The household is locked, so that parallel requests are checked against the limit one after the other.
      const household = await households.findForUpdate(householdId);
      const members = await households.members(householdId);
      const member = members.find(({ accountId }) => accountId === userId);
      if (household === null || member === undefined) throw householdNotFound();
      if ((await feeds.countOf(householdId, member.id)) >= FEEDS_LIMIT)
        throw limitReached(
          'feeds',
          `A member may have at most ${FEEDS_LIMIT} calendar feeds in a household. Revoke one first`,
        );
      const token = opaqueTokens.generate();
      const asked: Feed = {
        id: ids.next<FeedId>(),
        householdId,
        memberId: member.id,
        personal,
        tokenHash: opaqueTokens.hash(token),
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      const feed = feedShownTo(asked, member.group);
      // The quota counts rows for the acting member. Other requests set this member from the household in their
      // address. This request has none in its address, so the member is set here.
      quota.setActor({ householdId, memberId: member.id }, asked.createdAt);
      await feeds.insert(feed);
      return { feed, token };
    });
}

/** Lists the caller's feeds. The tokens of their addresses are not included. */
export function listFeeds({ feeds }: Needs<'feeds'>) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Feed>> => feeds.listOf(userId, page);
}

/** Deletes a feed, so its address stops working. Throws NOT_FOUND unless it is the caller's own. */
export function revokeFeed({ unitOfWork }: Needs<never, 'feeds'>) {
  return (caller: Caller, id: FeedId): Promise<void> =>
    unitOfWork.run(async ({ feeds }) => {
      if (!(await feeds.remove(caller.userId, id))) throw notFound('feed');
    });
}
