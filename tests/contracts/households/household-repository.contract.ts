import { describe, expect, test } from '@jest/globals';
import type { Household } from '../../../domain/households/household.js';
import { isAway } from '../../../domain/rotation/away.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { AwayPeriodId, UserId, MemberId } from '../../../domain/shared/ids.js';
import type { PageRequest } from '../../../domain/shared/page.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { anAccount } from '../../builders/account.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aStoredHome, throughPages, times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const householdRepositoryContract: Contract = (persistence) => {
  const households = () => persistence().readers.households;
  async function storedAccount(displayName = 'Alex') {
    const account = anAccount({ displayName });
    await persistence().unitOfWork.run(({ accounts }) => accounts.insert(account));
    return account;
  }
  async function join(household: Household, ...members: ReturnType<typeof aMember>[]) {
    await persistence().unitOfWork.run(async (scope) => {
      await scope.households.insert(household);
      for (const member of members) await scope.households.insertMember(member);
    });
  }

  describe('households', () => {
    test('are listed to their active members with role, group and number of members', async () => {
      const [me, other, former] = [await storedAccount(), await storedAccount(), await storedAccount()];
      const household = aHousehold({
        name: 'Été',
        timeZone: 'America/New_York' as TimeZone,
        locale: 'fr',
        weekStartsOn: 'su',
        calendarTitleFormat: '{title}',
        createdAt: NOON + 7,
      });
      const householdId = household.id;
      await join(
        household,
        aMember({ householdId, id: me.id, role: 'OWNER' }),
        aMember({ householdId, id: other.id }),
        aMember({ householdId, id: former.id, leftAt: NOON }),
      );
      const all = { limit: 10, after: null };
      expect(await households().listOf(me.id, all)).toEqual({
        rows: [{ household, memberId: me.id, role: 'OWNER', group: 'ADULT', memberCount: 2, storedBytes: 0 }],
        next: null,
      });
      expect((await households().listOf(other.id, all)).rows).toMatchObject([
        { memberId: other.id, role: 'MEMBER' },
      ]);
      expect(await households().listOf(former.id, all)).toEqual({ rows: [], next: null });
      expect(await households().listOf(anId(), all)).toEqual({ rows: [], next: null });
      const counts = [me.id, other.id, former.id, anId<typeof me.id>()].map((id) => households().countOf(id));
      expect(await Promise.all(counts)).toEqual([1, 1, 0, 0]);
    });

    test.each([1, 2, 3, 5, 6])('are listed oldest first, in pages of %i', async (limit) => {
      const me = await storedAccount();
      const mine = times(5, () => aHousehold());
      for (const household of mine.toReversed())
        await join(household, aMember({ householdId: household.id, id: me.id }));
      const listed = await throughPages((page) => households().listOf(me.id, page), limit);
      expect(listed.map(({ household }) => household.id)).toEqual(mine.map(({ id }) => id));
    });
  });

  describe('members', () => {
    test('are listed in the order of joining, then id, with their own or their account’s name', async () => {
      const [first, second, third] = [
        await storedAccount('A'),
        await storedAccount('B'),
        await storedAccount(),
      ];
      const household = aHousehold();
      const householdId = household.id;
      const late = aMember({
        householdId,
        id: first.id,
        joinedAt: NOON + 1,
        role: 'OWNER',
        color: '#0a0b0c',
      });
      const early = aMember({
        householdId,
        id: second.id,
        displayName: 'Bee',
        awayPeriods: [{ id: anId(), from: civilDate('2026-07-01'), to: null }],
      });
      const former = aMember({ householdId, id: third.id, joinedAt: NOON - 1, leftAt: NOON });
      await join(household, former, late, early);
      const active = [
        { ...early, name: 'Bee' },
        { ...late, name: 'A' },
      ];
      expect(await households().members(householdId)).toEqual(active);
      expect(await households().members(householdId, { withFormer: false })).toEqual(active);
      expect(await households().members(householdId, { withFormer: true })).toEqual([
        ...active,
        { ...former, name: 'Alex' },
      ]);
    });

    test('are returned by callingByAccountName if their household has no name of its own for them', async () => {
      const { id } = await storedAccount();
      const [account, own, former] = [aHousehold(), aHousehold(), aHousehold()];
      await join(account, aMember({ householdId: account.id, id }));
      await join(own, aMember({ householdId: own.id, id, displayName: 'Bee' }));
      await join(former, aMember({ householdId: former.id, id, leftAt: NOON }));
      const called = await persistence().unitOfWork.run((scope) => scope.households.callingByAccountName(id));
      expect(called.map((one) => [one.householdId, one.leftAt])).toEqual([
        [account.id, null],
        [former.id, NOON],
      ]);
    });

    test('are found by their account id, and have no account id after the account is removed', async () => {
      const { id: accountId } = await storedAccount('Mia');
      const household = aHousehold();
      const mia = aMember({ id: anId<MemberId>(), accountId, householdId: household.id });
      await join(household, mia);
      const asked = async () => {
        const { rows } = await households().listOf(accountId, { limit: 10, after: null });
        return { count: await households().countOf(accountId), members: rows.map((row) => row.memberId) };
      };
      expect(await asked()).toEqual({ count: 1, members: [mia.id] });
      expect((await households().members(household.id))[0]?.name).toBe('Mia');
      expect(await households().countOf(mia.id as string as UserId)).toBe(0);

      const left = { ...mia, leftAt: NOON };
      const [calling, forgotten] = await persistence().unitOfWork.run(async (scope) => {
        await scope.households.saveMember(left);
        const named = await scope.households.callingByAccountName(accountId);
        return [named, await scope.households.forgetMember(accountId)];
      });
      expect(calling).toEqual([left]);
      expect(forgotten).toEqual([{ ...left, accountId: null }]);
      const former = await households().members(household.id, { withFormer: true });
      expect(former.map(({ id, accountId: account }) => [id, account])).toEqual([[mia.id, null]]);
    });

    test('who joined at the same instant are listed by id', async () => {
      const { household, members } = await aStoredHome(persistence());
      const found = await households().members(household.id);
      expect(found.map(({ id }) => id)).toEqual(members.map(({ id }) => id));
    });

    test('are returned as an empty list for an unknown household', async () => {
      expect(await households().members(anId(), { withFormer: true })).toEqual([]);
    });

    test('are saved with all their fields, and not created when an unknown member is saved', async () => {
      const { household, members } = await aStoredHome(persistence());
      const changed = aMember({
        id: members[1].id,
        householdId: household.id,
        displayName: 'Kim',
        role: 'OWNER',
        color: '#ffffff',
        joinedAt: NOON + 5,
      });
      await persistence().unitOfWork.run(async (scope) => {
        await scope.households.saveMember(changed);
        await scope.households.saveMember({ ...changed, id: anId() });
      });
      const found = await households().members(household.id, { withFormer: true });
      expect(found).toHaveLength(3);
      expect(found.at(-1)).toEqual({ ...changed, name: 'Kim' });
    });

    test('are active unless they left or belong to another household', async () => {
      const { household, members } = await aStoredHome(persistence());
      const foreign = await aStoredHome(persistence());
      const [one, two, three] = members;
      const active = await persistence().unitOfWork.run(async (scope) => {
        await scope.households.saveMember({ ...two, leftAt: NOON });
        await scope.households.saveMember({ ...one, group: 'CHILD' });
        return scope.households.activeMembers(household.id, [one.id, two.id, foreign.members[0].id, anId()]);
      });
      expect([...active]).toEqual([[one.id, { group: 'CHILD' }]]);
      const none = await persistence().unitOfWork.run((scope) =>
        scope.households.activeMembers(household.id, []),
      );
      expect(none.size).toBe(0);
      expect(three.leftAt).toBeNull();
    });

    test('have their absences returned by awayPeriods, and are always away after they have left', async () => {
      const { household, members } = await aStoredHome(persistence());
      const [one, two] = members;
      const away = { id: anId<AwayPeriodId>(), from: civilDate('2026-07-01'), to: civilDate('2026-07-14') };
      const periods = await persistence().unitOfWork.run(async (scope) => {
        await scope.households.saveMember({ ...one, awayPeriods: [away] });
        await scope.households.saveMember({ ...two, awayPeriods: [away], leftAt: NOON });
        return (await scope.households.awayPeriods([household.id])).get(household.id)!;
      });
      expect([...periods.keys()].toSorted()).toEqual([one.id, two.id].toSorted());
      expect(periods.get(one.id)).toEqual([away]);
      const days = ['2026-07-01', '2020-01-01', '2300-01-01'].map(civilDate);
      expect(days.map((day) => isAway(periods, two.id, day))).toEqual([true, true, true]);
    });

    test('without an account have their own name, are away outside their active days, and stay members without an account', async () => {
      const { household, members } = await aStoredHome(persistence());
      const proxy = aMember<MemberId>({
        householdId: household.id,
        id: anId(),
        accountId: null,
        displayName: 'Grandma',
        isProxy: true,
        group: 'GUEST',
        takesTurns: false,
        managerIds: [members[0].id],
        activeFrom: civilDate('2026-07-01'),
        activeUntil: civilDate('2026-07-10'),
      });
      const run = persistence().unitOfWork.run.bind(persistence().unitOfWork);
      await run((scope) => scope.households.insertMember(proxy));
      const find = async () => (await households().members(household.id)).find(({ id }) => id === proxy.id);
      expect(await find()).toEqual({ ...proxy, name: 'Grandma' });
      const away = await run(async (scope) =>
        (await scope.households.awayPeriods([household.id])).get(household.id)!,
      );
      const isListed = async (date: string) => {
        const list = (page: PageRequest) => households().stayingUntilBefore(civilDate(date), page);
        const keys = await throughPages(list, 2);
        return keys.some(({ memberId }) => memberId === proxy.id);
      };
      expect([await isListed('2026-07-10'), await isListed('2026-07-11')]).toEqual([false, true]);
      const days = ['2026-06-30', '2026-07-01', '2026-07-10', '2026-07-11'].map(civilDate);
      expect(days.map((day) => isAway(away, proxy.id, day))).toEqual([true, false, false, true]);
      await expect(
        run((scope) => scope.households.saveMember({ ...proxy, isProxy: false })),
      ).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
      expect(await find()).toEqual({ ...proxy, name: 'Grandma' });
      await run((scope) => scope.households.saveMember({ ...proxy, leftAt: NOON }));
      expect(await isListed('2026-07-11')).toBe(false);
    });

    test('stay unchanged when a returned object is modified', async () => {
      const { household, members } = await aStoredHome(persistence());
      const away = { id: anId<AwayPeriodId>(), from: civilDate('2026-07-01'), to: civilDate('2026-07-14') };
      await persistence().unitOfWork.run((scope) =>
        scope.households.saveMember({ ...members[0], awayPeriods: [away] }),
      );
      const read = async () => (await households().members(household.id))[0]!;
      tryToModify((await read()).awayPeriods[0]!, { to: civilDate('2027-01-01') });
      expect((await read()).awayPeriods).toEqual([away]);
    });
  });
};
