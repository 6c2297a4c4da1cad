import { describe, expect, test } from '@jest/globals';
import type { Notification } from '../../../domain/notifications/notification.js';
import { completePreferences, type StoredPreferences } from '../../../domain/notifications/preferences.js';
import type { Swap, SwapId } from '../../../domain/series/swap.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { AwayPeriodId, MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Account } from '../../../domain/accounts/account.js';
import { anAccount } from '../../builders/account.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { anId, type PersonId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import {
  aStoredHome,
  inOne,
  storeTasks,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

export const notificationRepositoryContract: Contract = (persistence) => {
  const aNotification = ({ household, members }: Home, fields: Partial<Notification> = {}): Notification => ({
    id: anId(),
    householdId: household.id,
    recipientId: members[0].id,
    type: 'TASK_ASSIGNED',
    params: { title: 'Water the plants', date: null },
    occurrenceId: anId(),
    cause: anId(),
    createdAt: NOON,
    readAt: null,
    ...fields,
  });
  const insert = (...notifications: readonly Notification[]) =>
    inOne(persistence(), (scope) => scope.notifications.insertNew(notifications));
  const list = (
    { household, members }: Home,
    { recipient = members[0].id, unread = false, limit = 10 } = {},
  ) =>
    throughPages(
      (page) => persistence().readers.notifications.list(household.id, recipient, { unread }, page),
      limit,
    );

  describe('daily agenda e-mails', () => {
    const PREFERENCES = completePreferences(null);
    /** Creates a user whose agenda is due at that time. */
    const planned = async (at: number | null, fields: Partial<Account> = {}) => {
      const account: Account = { ...anAccount(), ...fields };
      await inOne(persistence(), async ({ accounts, notifications }) => {
        await accounts.insert(account);
        await notifications.savePreferences(account.id, PREFERENCES);
        await notifications.planAgenda(account.id, at);
      });
      return account;
    };
    const due = (now: number, limit = 1000) =>
      inOne(persistence(), ({ notifications }) => notifications.dueAgendas(now, limit));
    /** A time long before the agendas of all other tests, which use the same database. */
    const EARLY = NOON - 20_000 * DAY;

    test('are due at their planned time, earliest first, and never for accounts without a planned agenda', async () => {
      const [second, first] = [await planned(EARLY + 1, { emailVerified: true }), await planned(EARLY)];
      await planned(null);
      const late = await planned(EARLY + 2, { disabledAt: NOON });
      const ids = [first, second, late].map(({ id }) => id);
      const found = async (now: number) => (await due(now)).filter(({ userId }) => ids.includes(userId));
      expect(await found(EARLY - 1)).toEqual([]);
      expect(await found(EARLY + 1)).toEqual(
        [first, second].map(({ id, timeZone, emailVerified }, i) => ({
          ...{ userId: id, timeZone, preferences: PREFERENCES, hasDevices: false, emailVerified },
          ...{ at: EARLY + i, isDisabled: false },
        })),
      );
      expect((await found(EARLY + 2)).at(-1)).toMatchObject({ userId: late.id, isDisabled: true });
      await inOne(persistence(), ({ notifications }) => notifications.planAgenda(first.id, null));
      expect((await found(EARLY + 1)).map(({ userId }) => userId)).toEqual([second.id]);
      for (const id of ids)
        await inOne(persistence(), ({ notifications }) => notifications.planAgenda(id, null));
    });

    test('can be claimed for sending once a day, and again if the claim was released [T-N1]', async () => {
      const { id } = await planned(null);
      const [day, next] = [civilDate('2026-11-21'), civilDate('2026-11-22')];
      const claim = (date = day) =>
        inOne(persistence(), ({ notifications }) => notifications.claimAgendaMail(id, date));
      const release = (date: typeof day) =>
        inOne(persistence(), ({ notifications }) => notifications.releaseAgendaMail(id, date));
      const claims = await Promise.all([claim(), claim(), claim()]);
      expect(claims.filter(Boolean)).toEqual([true]);
      await release(next);
      expect(await claim()).toBe(false);
      await release(day);
      expect(await claim()).toBe(true);
      expect(await claim(next)).toBe(true);
      expect(await claim()).toBe(false);
      const nobody = anAccount();
      expect(
        await inOne(persistence(), ({ notifications }) => notifications.claimAgendaMail(nobody.id, day)),
      ).toBe(false);
    });
  });

  describe('notifications', () => {
    test('are listed with all their fields, to their recipient in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const one = aNotification(home);
      const bare = aNotification(home, {
        createdAt: NOON - 1,
        params: {},
        occurrenceId: null,
        readAt: NOON,
      });
      expect(await insert(one, bare)).toEqual([one, bare]);
      expect(await list(home)).toEqual([one, bare]);
      expect(await list(home, { unread: true })).toEqual([one]);
      expect(await list(home, { recipient: home.members[1].id })).toEqual([]);
      expect(await list(other, { recipient: home.members[0].id })).toEqual([]);
    });

    test.each([1, 2, 5, 6])('are listed newest first, then by id, in pages of %i', async (limit) => {
      const home = await aStoredHome(persistence());
      const all = [NOON, NOON + 1, NOON, NOON + DAY, NOON - 1].map((createdAt) =>
        aNotification(home, { createdAt }),
      );
      await insert(...all.toReversed());
      const listed = await list(home, { limit });
      expect(listed.map(({ id }) => all.findIndex((one) => one.id === id))).toEqual([3, 1, 0, 2, 4]);
    });

    test.each([1, 2, 6])('of all households are listed together, in pages of %i', async (limit) => {
      const [home, other, left] = [
        await aStoredHome(persistence()),
        await aStoredHome(persistence()),
        await aStoredHome(persistence()),
      ];
      const [member] = home.members;
      await inOne(persistence(), async ({ households }) => {
        await households.insertMember({ ...member, householdId: other.household.id });
        await households.insertMember({ ...member, householdId: left.household.id, leftAt: NOON });
      });
      const own = (at: Home, fields: Partial<Notification>) =>
        aNotification(at, { recipientId: member.id, ...fields });
      const [old, read, newest, middle] = [
        own(home, { createdAt: NOON - 1 }),
        own(other, { createdAt: NOON, readAt: NOON }),
        own(home, { createdAt: NOON + 2 }),
        own(other, { createdAt: NOON + 1 }),
      ];
      await insert(old, read, newest, middle, own(left, {}), aNotification(other));
      const listAll = (unread: boolean) =>
        throughPages(
          (page) => persistence().readers.notifications.listAll(member.id, { unread }, page),
          limit,
        );
      expect(await listAll(false)).toEqual([newest, middle, read, old]);
      expect(await listAll(true)).toEqual([newest, middle, old]);
    });

    test('are counted for each household, together with open swap requests and with the tasks that are due or overdue at a given local time', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [member, mate] = home.members;
      await inOne(persistence(), ({ households }) =>
        households.insertMember({ ...member, householdId: other.household.id }),
      );
      const [yesterday, today, tomorrow] = [
        civilDate('2026-03-09'),
        civilDate('2026-03-10'),
        civilDate('2026-03-11'),
      ];
      const task = (fields: Partial<Occurrence>, at = home) =>
        anOccurrence({
          householdId: at.household.id,
          createdBy: member.id,
          responsibleMemberIds: [member.id],
          ...fields,
        });
      const [mine, theirs] = [
        task({ date: tomorrow }),
        task({ date: tomorrow, responsibleMemberIds: [mate.id] }),
      ];
      await storeTasks(
        persistence(),
        ...[mine, theirs],
        task({ date: today }),
        task({ date: today, time: civilTime('12:00') }),
        task({ date: today, time: civilTime('11:59') }),
        task({ date: yesterday, responsibleMemberIds: [mate.id, member.id] }),
        task({ date: yesterday, visibility: 'PERSONAL' }),
        ...[
          task({ date: yesterday, status: 'DONE', completedAt: NOON, completedBy: member.id }),
          task({ date: today, status: 'SKIPPED', skippedReason: 'MANUAL' }),
          task({ date: yesterday, status: 'CANCELLED', deletedAt: NOON, statusBeforeDeletion: 'TODO' }),
          task({ date: yesterday, responsibleMemberIds: [mate.id] }),
          task({ date: null }),
        ],
        task({ date: tomorrow }, other),
      );
      const swap = (fields: Partial<Swap>): Swap => ({
        id: anId(),
        householdId: home.household.id,
        occurrenceId: theirs.id,
        withOccurrenceId: mine.id,
        requestedBy: mate.id,
        status: 'OPEN',
        createdAt: NOON,
        answeredBy: null,
        answeredAt: null,
        ...fields,
      });
      await inOne(persistence(), async ({ swaps }) => {
        await swaps.insert(swap({}));
        await swaps.insert(swap({ status: 'DECLINED', answeredAt: NOON }));
      });
      await insert(
        ...[aNotification(home), aNotification(home), aNotification(home, { readAt: NOON })],
        aNotification(other, { recipientId: member.id }),
      );
      const now = (date = today) => ({ date, time: civilTime('12:00') });
      const badges = (memberId: MemberId) =>
        persistence().readers.notifications.badges([
          { householdId: other.household.id, memberId, now: now(civilDate('2026-03-12')) },
          { householdId: home.household.id, memberId, now: now() },
        ]);
      expect(await badges(member.id)).toEqual([
        { householdId: other.household.id, unread: 1, dueToday: 0, overdue: 1, openSwaps: 0 },
        { householdId: home.household.id, unread: 2, dueToday: 2, overdue: 3, openSwaps: 1 },
      ]);
      expect((await badges(mate.id))[1]).toEqual({
        ...{ householdId: home.household.id, unread: 0 },
        ...{ dueToday: 0, overdue: 2, openSwaps: 0 },
      });
      expect(await persistence().readers.notifications.badges([])).toEqual([]);
    });

    test('show a swap request to a member who cannot answer in the badges of the adult managers who are present, otherwise of the owners', async () => {
      const home = await aStoredHome(persistence());
      const [owner, manager, other] = home.members;
      const householdId = home.household.id;
      const away = (from: string, to: string | null) => ({
        id: anId<AwayPeriodId>(),
        from: civilDate(from),
        to: to === null ? null : civilDate(to),
      });
      const mia = aMember({
        ...{ id: anId<PersonId>(), householdId, accountId: null, isProxy: true, displayName: 'Mia' },
        managerIds: [manager.id],
      });
      const leo = aMember({
        id: anId<PersonId>(),
        householdId,
        accountId: null,
        isProxy: true,
        displayName: 'Leo',
        managerIds: [mia.id],
      });
      await inOne(persistence(), async ({ households }) => {
        await households.saveMember({ ...owner, role: 'OWNER' });
        await households.saveMember({
          ...manager,
          awayPeriods: [away('2026-03-11', '2026-03-12'), away('2026-03-20', null)],
          activeUntil: civilDate('2026-03-30'),
          activeFrom: civilDate('2026-03-02'),
        });
        await households.insertMember(mia);
        await households.insertMember(leo);
      });
      const task = (responsible: MemberId) =>
        anOccurrence({ householdId, createdBy: owner.id, responsibleMemberIds: [responsible] });
      const [mias, leos, managers] = [task(mia.id), task(leo.id), task(manager.id)];
      await storeTasks(persistence(), mias, leos, managers);
      await inOne(persistence(), async ({ swaps }) => {
        for (const wanted of [mias, leos])
          await swaps.insert({
            ...{ id: anId<SwapId>(), householdId, occurrenceId: managers.id, withOccurrenceId: wanted.id },
            ...{
              requestedBy: manager.id,
              status: 'OPEN',
              createdAt: NOON,
              answeredBy: null,
              answeredAt: null,
            },
          });
      });
      const swapsOf = async (memberId: MemberId, day: string) => {
        const now = { date: civilDate(day), time: civilTime('12:00') };
        const [badge] = await persistence().readers.notifications.badges([{ householdId, memberId, now }]);
        return badge!.openSwaps;
      };
      // Leo's manager has no account, so only the owner can answer for Leo.
      expect(await swapsOf(owner.id, '2026-03-10')).toBe(1);
      expect(await swapsOf(manager.id, '2026-03-10')).toBe(1);
      for (const day of ['2026-03-01', '2026-03-11', '2026-03-12', '2026-03-25', '2026-03-31']) {
        expect([day, await swapsOf(manager.id, day)]).toEqual([day, 0]);
        expect([day, await swapsOf(owner.id, day)]).toEqual([day, 2]);
      }
      expect(await swapsOf(other.id, '2026-03-10')).toBe(0);

      // A child with an account cannot answer any request, not even its own. A guest who manages other
      // members cannot answer their requests.
      await inOne(persistence(), async ({ households }) => {
        await households.saveMember({ ...other, group: 'CHILD', managerIds: [manager.id] });
        await households.saveMember({ ...manager, group: 'GUEST' });
      });
      const others = task(other.id);
      await storeTasks(persistence(), others);
      await inOne(persistence(), ({ swaps }) =>
        swaps.insert({
          ...{ id: anId<SwapId>(), householdId, occurrenceId: mias.id, withOccurrenceId: others.id },
          ...{ requestedBy: mia.id, status: 'OPEN', createdAt: NOON, answeredBy: null, answeredAt: null },
        }),
      );
      expect(await swapsOf(other.id, '2026-03-10')).toBe(0);
      expect(await swapsOf(manager.id, '2026-03-10')).toBe(0);
      expect(await swapsOf(owner.id, '2026-03-10')).toBe(3);
    });

    test('are stored once for each recipient, type and cause, even in parallel [T-N1]', async () => {
      const home = await aStoredHome(persistence());
      const first = aNotification(home);
      const again = () => aNotification(home, { cause: first.cause });
      const written = await Promise.all(times(10, () => insert(again())));
      expect(written.flat()).toHaveLength(1);
      const others = [
        aNotification(home, { cause: first.cause, type: 'TASK_REMINDER' }),
        aNotification(home, { cause: first.cause, recipientId: home.members[1].id }),
      ];
      expect(await insert(again(), ...others)).toEqual(others);
      expect(await list(home)).toHaveLength(2);
    });

    test('about a task that another member has made personal are neither listed nor marked as read', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const [personal, shared] = [
        anOccurrence({ householdId: home.household.id, createdBy: author.id, visibility: 'PERSONAL' }),
        anOccurrence({ householdId: home.household.id, createdBy: author.id }),
      ];
      await storeTasks(persistence(), personal, shared);
      const about = (recipientId: typeof author.id, occurrenceId: typeof shared.id) =>
        aNotification(home, { recipientId, occurrenceId });
      const [own, hidden, seen] = [
        about(author.id, personal.id),
        about(other.id, personal.id),
        about(other.id, shared.id),
      ];
      await insert(own, hidden, seen);
      expect(await list(home)).toEqual([own]);
      expect(await list(home, { recipient: other.id })).toEqual([seen]);
      const read = (id: typeof hidden.id) =>
        inOne(persistence(), ({ notifications }) =>
          notifications.markRead(home.household.id, other.id, id, NOON),
        );
      expect(await read(hidden.id)).toBeNull();
      const count = await inOne(persistence(), ({ notifications }) =>
        notifications.markAllRead(home.household.id, other.id, NOON),
      );
      expect(count).toBe(1);
      expect(await read(seen.id)).toEqual({ ...seen, readAt: NOON });
    });

    test('can be marked as read once, and only by their recipient', async () => {
      const home = await aStoredHome(persistence());
      const [owner, other] = home.members;
      const one = aNotification(home);
      await insert(one);
      const read = (recipient: typeof owner.id, at: number) =>
        inOne(persistence(), ({ notifications }) =>
          notifications.markRead(home.household.id, recipient, one.id, at),
        );
      expect(await read(other.id, NOON)).toBeNull();
      expect(await read(owner.id, NOON + 1)).toEqual({ ...one, readAt: NOON + 1 });
      expect(await read(owner.id, NOON + 2)).toEqual({ ...one, readAt: NOON + 1 });
    });

    test('of one recipient can all be marked as read at once', async () => {
      const home = await aStoredHome(persistence());
      const others = aNotification(home, { recipientId: home.members[1].id });
      await insert(
        aNotification(home),
        aNotification(home, { readAt: NOON - 5 }),
        aNotification(home),
        others,
      );
      const readAll = () =>
        inOne(persistence(), ({ notifications }) =>
          notifications.markAllRead(home.household.id, home.members[0].id, NOON + 9),
        );
      expect(await readAll()).toBe(2);
      expect(await readAll()).toBe(0);
      expect(await list(home, { unread: true })).toEqual([]);
      expect((await list(home)).map(({ readAt }) => readAt).sort()).toEqual([NOON - 5, NOON + 9, NOON + 9]);
      expect(await list(home, { recipient: home.members[1].id })).toEqual([others]);
    });

    test('of a former member are removed, and old notifications are purged in batches', async () => {
      const home = await aStoredHome(persistence());
      const before = NOON - 9_000 * DAY;
      const kept = aNotification(home, { createdAt: before, recipientId: home.members[1].id });
      await insert(
        kept,
        aNotification(home),
        ...[1, 2, 3].map((days) => aNotification(home, { createdAt: before - days * DAY })),
      );
      const purge = () => inOne(persistence(), ({ notifications }) => notifications.purge(before, 2));
      expect(await purge()).toBe(2);
      expect(await purge()).toBe(1);
      expect(await purge()).toBe(0);
      await inOne(persistence(), ({ notifications }) =>
        notifications.removeThoseOf(home.household.id, home.members[0].id),
      );
      expect(await list(home)).toEqual([]);
      expect(await list(home, { recipient: home.members[1].id })).toEqual([kept]);
    });

    test('are unchanged after their unit of work fails', async () => {
      const home = await aStoredHome(persistence());
      const one = aNotification(home);
      await insert(one);
      const run = inOne(persistence(), async ({ notifications }) => {
        await notifications.insertNew([aNotification(home)]);
        await notifications.markAllRead(home.household.id, one.recipientId, NOON);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await list(home)).toEqual([one]);
    });
  });

  describe('notification preferences', () => {
    const stored: StoredPreferences = {
      types: { TASK_OVERDUE: { inApp: false, push: false } },
      quietHours: { from: civilTime('22:00'), to: civilTime('07:00') },
      morningTime: civilTime('07:30'),
    };

    test('are replaced as a whole', async () => {
      const home = await aStoredHome(persistence());
      const [{ id }] = home.members;
      const save = (preferences: StoredPreferences) =>
        inOne(persistence(), ({ notifications }) => notifications.savePreferences(id, preferences));
      expect(await persistence().readers.notifications.preferences(id)).toBeNull();
      await save(stored);
      expect(await persistence().readers.notifications.preferences(id)).toEqual(stored);
      const other = { types: {}, quietHours: null, morningTime: civilTime('09:00') };
      await save(other);
      expect(await persistence().readers.notifications.preferences(id)).toEqual(other);
    });

    test('are returned with the time zone of the account and whether its address is verified, but not for a disabled account', async () => {
      const [asked, silent, disabled] = [
        anAccount({ timeZone: 'Europe/Paris' as TimeZone, emailVerified: true }),
        anAccount(),
        anAccount({ disabledAt: NOON }),
      ];
      const household = aHousehold();
      // Each member has an id that differs from the id of the account, as after claiming a member without an
      // account.
      const memberOf = ({ id: accountId }: Account) => {
        const id = `f${accountId.slice(1)}` as MemberId;
        return aMember({ id, accountId, householdId: household.id });
      };
      const reachable = await inOne(persistence(), async ({ accounts, households, notifications }) => {
        await households.insert(household);
        for (const account of [asked, silent, disabled]) {
          await accounts.insert(account);
          await households.insertMember(memberOf(account));
        }
        await notifications.savePreferences(asked.id, stored);
        const ids = [asked, silent, disabled].map((account) => memberOf(account).id);
        return notifications.reachable([household.id], [...ids, anId()]);
      });
      const [member, other] = [memberOf(asked), memberOf(silent)];
      expect([...reachable.keys()].sort()).toEqual([member.id, other.id].sort());
      expect(reachable.get(member.id)).toMatchObject({
        userId: asked.id,
        timeZone: 'Europe/Paris',
        emailVerified: true,
        preferences: { morningTime: '07:30', types: { TASK_OVERDUE: { inApp: false } } },
      });
      expect(reachable.get(other.id)).toMatchObject({
        preferences: completePreferences(null),
        emailVerified: false,
      });
    });
  });
};
