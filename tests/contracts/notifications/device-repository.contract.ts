import { describe, expect, test } from '@jest/globals';
import type { Device, PushAddress } from '../../../domain/notifications/device.js';
import { anAccount, aSession } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { inOne, throughPages, times, type Contract } from '../persistence.js';

export const deviceRepositoryContract: Contract = (persistence) => {
  async function aUser() {
    const account = anAccount();
    const session = aSession({ userId: account.id });
    await inOne(persistence(), async ({ accounts, sessions }) => {
      await accounts.insert(account);
      await sessions.insert(session);
    });
    return { userId: account.id, sessionId: session.id };
  }
  type User = Awaited<ReturnType<typeof aUser>>;
  const aDevice = (user: User, fields: Partial<Device> = {}): Device => ({
    ...user,
    id: anId(),
    address: { platform: 'ANDROID', token: anId() },
    createdAt: NOON,
    lastSeenAt: NOON,
    ...fields,
  });
  const hashOf = (address: PushAddress) => JSON.stringify(address);
  const register = (device: Device) =>
    inOne(persistence(), ({ devices }) => devices.register(device, hashOf(device.address)));
  const list = ({ userId }: User, limit = 30) =>
    throughPages((page) => persistence().readers.devices.list(userId, page), limit);

  describe('devices', () => {
    test('are found with all their fields, by their user', async () => {
      const [user, other] = [await aUser(), await aUser()];
      const web = aDevice(user, {
        address: {
          platform: 'WEB',
          endpoint: `https://x.example/${anId()}`,
          keys: { p256dh: 'p', auth: 'a' },
        },
        lastSeenAt: NOON + 1,
      });
      expect(await register(web)).toEqual(web);
      expect(await list(user)).toEqual([web]);
      const find = ({ userId }: User) => inOne(persistence(), ({ devices }) => devices.find(userId, web.id));
      expect(await find(user)).toEqual(web);
      expect(await find(other)).toBeNull();
      expect(await list(other)).toEqual([]);
    });

    test('with the same push address are stored once, for the user who registered the address last', async () => {
      const [user, other] = [await aUser(), await aUser()];
      const device = aDevice(user);
      await register(device);
      const again = await register(
        aDevice(user, { address: device.address, createdAt: NOON + 5, lastSeenAt: NOON + 5 }),
      );
      expect(again).toEqual({ ...device, lastSeenAt: NOON + 5 });
      const moved = await register(
        aDevice(other, { address: device.address, createdAt: NOON + 9, lastSeenAt: NOON + 9 }),
      );
      expect(moved).toEqual({ ...device, ...other, createdAt: NOON + 9, lastSeenAt: NOON + 9 });
      expect(await list(user)).toEqual([]);
      expect(await list(other)).toEqual([moved]);
    });

    test('are registered once by ten parallel requests', async () => {
      const user = await aUser();
      const { address } = aDevice(user);
      await Promise.all(times(10, () => register(aDevice(user, { address }))));
      expect(await list(user)).toHaveLength(1);
    });

    test('are not listed after their session has ended', async () => {
      const user = await aUser();
      const device = aDevice(user);
      await register(device);
      const ids = () => inOne(persistence(), ({ devices }) => devices.idsOf(user.userId));
      expect(await ids()).toEqual([device.id]);
      await inOne(persistence(), ({ sessions }) => sessions.revoke(user.sessionId, NOON));
      expect(await ids()).toEqual([]);
      expect(await list(user)).toEqual([]);
    });

    test('above the limit are removed, those not seen for the longest time first', async () => {
      const user = await aUser();
      const seen = [NOON + 3, NOON + 1, NOON + 2].map((lastSeenAt) => aDevice(user, { lastSeenAt }));
      for (const device of seen) await register(device);
      await inOne(persistence(), ({ devices }) => devices.keepLatest(user.userId, 2));
      expect((await list(user)).map(({ lastSeenAt }) => lastSeenAt).sort()).toEqual([NOON + 2, NOON + 3]);
    });

    test('can be removed only by their user, and are removed with the account', async () => {
      const [user, other] = [await aUser(), await aUser()];
      const [removed, left] = [aDevice(user), aDevice(user)];
      await register(removed);
      await register(left);
      const remove = ({ userId }: User) =>
        inOne(persistence(), ({ devices }) => devices.remove(userId, removed.id));
      expect(await remove(other)).toBe(false);
      expect(await remove(user)).toBe(true);
      expect(await remove(user)).toBe(false);
      await inOne(persistence(), ({ accounts }) => accounts.remove(user.userId));
      expect(await list(user)).toEqual([]);
    });
  });
};
