import { describe, expect, test } from '@jest/globals';
import type { Feed } from '../../../domain/feeds/feed.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aStoredHome, inOne, throughPages, type Contract, type Home } from '../persistence.js';

export const feedRepositoryContract: Contract = (persistence) => {
  const aFeed = ({ household, members }: Home, fields: Partial<Feed> = {}): Feed => ({
    id: anId(),
    householdId: household.id,
    memberId: members[0].id,
    personal: false,
    tokenHash: anId(),
    createdAt: NOON,
    lastUsedAt: null,
    ...fields,
  });
  const insert = (...feeds: readonly Feed[]) =>
    inOne(persistence(), async (scope) => {
      for (const feed of feeds) await scope.feeds.insert(feed);
    });
  const listOf = (userId: UserId, limit = 10) =>
    throughPages((page) => persistence().readers.feeds.listOf(userId, page), limit);
  const open = ({ tokenHash }: Feed) => persistence().readers.feeds.open(tokenHash);

  describe('feeds', () => {
    test('are opened by their token, with their household', async () => {
      const home = await aStoredHome(persistence());
      const feed = aFeed(home, { lastUsedAt: NOON - DAY, personal: true });
      await insert(feed, aFeed(home));
      expect(await open(feed)).toEqual({ feed, household: home.household });
      expect(await open(aFeed(home))).toBeNull();
    });

    test('of a guest never include personal tasks', async () => {
      const home = await aStoredHome(persistence());
      const feed = aFeed(home, { personal: true });
      await insert(feed);
      const [member] = home.members;
      for (const [group, personal] of [['CHILD', true] as const, ['GUEST', false] as const]) {
        await inOne(persistence(), ({ households }) => households.saveMember({ ...member, group }));
        expect((await open(feed))?.feed.personal).toBe(personal);
      }
    });

    test('of a former member or a disabled account are not opened', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const [left, disabled] = [aFeed(home), aFeed(home, { memberId: other.id })];
      await insert(left, disabled);
      await inOne(persistence(), async ({ households, accounts }) => {
        await households.saveMember({ ...one, leftAt: NOON });
        const account = await accounts.find(other.id);
        await accounts.save({ ...account!, disabledAt: NOON });
      });
      expect(await open(left)).toBeNull();
      expect(await open(disabled)).toBeNull();
    });

    test.each([1, 2, 4, 5])('of all households are listed newest first, in pages of %i', async (limit) => {
      const [home, second] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const memberId = home.members[0].id;
      await inOne(persistence(), ({ households }) =>
        households.insertMember({ ...second.members[0], id: memberId, accountId: memberId }),
      );
      const feeds = [
        aFeed(home, { createdAt: NOON }),
        aFeed(second, { memberId, createdAt: NOON + 1 }),
        aFeed(home, { createdAt: NOON }),
        aFeed(home, { createdAt: NOON - DAY }),
      ];
      await insert(...feeds.toReversed(), aFeed(second));
      const listed = await listOf(memberId, limit);
      expect(listed.map(({ id }) => feeds.findIndex((feed) => feed.id === id))).toEqual([1, 0, 2, 3]);
    });

    test('are counted by member and household', async () => {
      const [home, second] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      await insert(aFeed(home), aFeed(home), aFeed(home, { memberId: home.members[1].id }), aFeed(second));
      const count = await inOne(persistence(), ({ feeds }) =>
        feeds.countOf(home.household.id, home.members[0].id),
      );
      expect(count).toBe(2);
    });

    test('store when they were last used', async () => {
      const home = await aStoredHome(persistence());
      const [used, other] = [aFeed(home), aFeed(home)];
      await insert(used, other);
      await inOne(persistence(), ({ feeds }) => feeds.touch(home.household.id, used.id, NOON + DAY));
      expect((await open(used))?.feed.lastUsedAt).toBe(NOON + DAY);
      expect((await open(other))?.feed.lastUsedAt).toBeNull();
    });

    test('can be removed only by their member', async () => {
      const home = await aStoredHome(persistence());
      const feed = aFeed(home);
      await insert(feed);
      const remove = (userId: UserId) => inOne(persistence(), ({ feeds }) => feeds.remove(userId, feed.id));
      expect(await remove(home.members[1].id)).toBe(false);
      expect(await open(feed)).not.toBeNull();
      expect(await remove(home.members[0].id)).toBe(true);
      expect(await remove(home.members[0].id)).toBe(false);
      expect(await open(feed)).toBeNull();
    });

    test('of a former member are removed, and no other feeds', async () => {
      const home = await aStoredHome(persistence());
      const kept = aFeed(home, { memberId: home.members[1].id });
      await insert(aFeed(home), aFeed(home), kept);
      await inOne(persistence(), ({ feeds }) => feeds.removeThoseOf(home.household.id, home.members[0].id));
      expect(await listOf(home.members[0].id)).toEqual([]);
      expect(await open(kept)).not.toBeNull();
    });

    test('of one user are removed in all households, and no feeds of other users', async () => {
      const [home, second] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [{ id: memberId }, other] = home.members;
      await inOne(persistence(), ({ households }) =>
        households.insertMember({ ...second.members[0], id: memberId, accountId: memberId }),
      );
      const kept = aFeed(home, { memberId: other.id });
      await insert(aFeed(home), aFeed(second, { memberId }), kept);
      await inOne(persistence(), ({ feeds }) => feeds.removeAllOf(memberId));
      expect(await listOf(memberId)).toEqual([]);
      expect(await open(kept)).not.toBeNull();
    });

    test('are rejected with an existing token, and nothing is stored', async () => {
      const home = await aStoredHome(persistence());
      const feed = aFeed(home);
      await insert(feed);
      await expect(insert(aFeed(home), aFeed(home, { tokenHash: feed.tokenHash }))).rejects.toThrow();
      expect(await listOf(home.members[0].id)).toEqual([feed]);
    });
  });
};
