import { FEEDS_LIMIT, shownTo, type Feed } from '../../domain/feeds/feed.js';
import type { FeedId, HouseholdId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { householdNotFound, invalidState, notFound, sessionExpired } from '../shared/errors.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Needs } from '../shared/needs.js';

export type FeedRequest = { readonly householdId: HouseholdId; readonly personal: boolean };

/** The token is nowhere else: only its hash is stored. */
export type IssuedFeed = { readonly feed: Feed; readonly token: string };

/**
 * A new calendar address for what the caller sees of a household. HOUSEHOLD_NOT_FOUND unless they are a member of
 * it; INVALID_STATE while they have too many. It says of itself what it shows, which of a guest is nothing personal.
 */
export function createFeed({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
}: Needs<'clock' | 'ids' | 'opaqueTokens', 'accounts' | 'feeds' | 'households' | 'room' | 'sessions'>) {
  return ({ userId, sessionId }: Caller, { householdId, personal }: FeedRequest): Promise<IssuedFeed> =>
    unitOfWork.run(async ({ accounts, sessions, households, feeds, room }) => {
      room.requireSpace();
      // With the account locked: an address made while all sessions end would outlive the one that asked for it.
      await accounts.findForUpdate(userId);
      if ((await sessions.find(userId, sessionId))?.revokedAt !== null) throw sessionExpired();
      // The household is locked so that two at once are counted one after the other.
      const household = await households.findForUpdate(householdId);
      const members = await households.members(householdId);
      const member = members.find(({ accountId }) => accountId === userId);
      if (household === null || member === undefined) throw householdNotFound();
      if ((await feeds.countOf(householdId, member.id)) >= FEEDS_LIMIT)
        throw invalidState('TOO_MANY_FEEDS', 'Too many calendar addresses: revoke some first', {
          limit: 'feeds',
        });
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
      const feed = shownTo(asked, member.group);
      await feeds.insert(feed);
      return { feed, token };
    });
}

/** The caller's calendar addresses, without the addresses themselves. */
export function listFeeds({ feeds }: Needs<'feeds'>) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Feed>> => feeds.listOf(userId, page);
}

/** From now on its address leads nowhere. NOT_FOUND unless it is the caller's own. */
export function revokeFeed({ unitOfWork }: Needs<never, 'feeds'>) {
  return (caller: Caller, id: FeedId): Promise<void> =>
    unitOfWork.run(async ({ feeds }) => {
      if (!(await feeds.remove(caller.userId, id))) throw notFound('feed');
    });
}
