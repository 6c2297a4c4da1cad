import { beforeEach, describe, expect, test } from '@jest/globals';
import { candidateKey } from '../../../application/notifications/ports.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { dueReminders } from '../../../domain/notifications/reminders.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { SortKey } from '../../../domain/shared/page.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, type Contract, type Home } from '../persistence.js';

const at = (text: string) => Date.parse(text);
/** The tests share a store, so with small pages each read would take many queries. The test of paging uses smaller ones. */
const PAGE = 20;

export const reminderRepositoryContract: Contract = (persistence) => {
  /**
   * Reads all candidates in pages, and returns those of this household for which the domain finds a reminder
   * that is due.
   */
  const dueIn = async ({ household }: Home, since: string, now: string, page = PAGE) => {
    const window = { since: at(since), now: at(now) };
    const found = [];
    let after: SortKey | null = null;
    for (;;) {
      const batch = await inOne(persistence(), ({ reminders }) => reminders.candidates(window, after, page));
      found.push(...batch);
      const last = batch.at(-1);
      if (batch.length < page || last === undefined) break;
      after = candidateKey(last);
    }
    return found
      .filter(({ householdId }) => householdId === household.id)
      .filter((one) => dueReminders(one, window).length > 0);
  };

  describe('candidates for reminders', () => {
    let home: Home;
    beforeEach(async () => {
      home = await aStoredHome(persistence());
    });
    const store = async (...tasks: readonly Partial<Occurrence>[]) => {
      const occurrences = tasks.map((fields) =>
        anOccurrence({
          householdId: home.household.id,
          createdBy: home.members[0].id,
          responsibleMemberIds: [home.members[0].id],
          date: civilDate('2026-11-21'),
          time: civilTime('12:00'),
          reminders: [0],
          ...fields,
        }),
      );
      await storeTasks(persistence(), ...occurrences);
      return occurrences.map(({ id }) => id);
    };
    const found = async (since: string, now: string) =>
      (await dueIn(home, since, now)).map(({ occurrenceId }) => occurrenceId).sort();

    test('are complete and without duplicates if they are read in pages of 2', async () => {
      const ids = await store({}, {}, {}, {}, {});
      const due = await dueIn(home, '2026-11-21T10:59:00Z', '2026-11-21T11:01:00Z', 2);
      expect(due.map(({ occurrenceId }) => occurrenceId).sort()).toEqual(ids.toSorted());
    });

    test('are still found days after the due time if the reminders repeat or the task escalates', async () => {
      const quiet = { reminders: [], date: civilDate('2026-11-21') };
      const escalateAfterMinutes = 10_080;
      const [nagged, told] = await store(
        { ...quiet, nag: { everyMinutes: 1440, times: 5 } },
        { ...quiet, escalateAfterMinutes },
        { ...quiet, escalateAfterMinutes, visibility: 'PERSONAL' },
        { ...quiet, escalateAfterMinutes, status: 'SKIPPED' },
        { ...quiet },
      );
      expect(await found('2026-11-25T10:59:00Z', '2026-11-25T11:01:00Z')).toEqual([nagged]);
      expect(await found('2026-11-26T11:01:00Z', '2026-11-26T11:03:00Z')).toEqual([]);
      expect(await found('2026-11-28T10:59:00Z', '2026-11-28T11:01:00Z')).toEqual([told]);
      const [one] = await dueIn(home, '2026-11-28T10:59:00Z', '2026-11-28T11:01:00Z');
      expect(one).toMatchObject({ nag: null, escalateAfterMinutes });
      expect(one?.responsibleMemberIds).toEqual([home.members[0].id]);
    });

    test('are only the assignees who have not ticked if each ticks separately, or all assignees if all have ticked', async () => {
      const [leo, mia] = home.members;
      const both = { responsibleMemberIds: [leo.id, mia.id], doneBy: [{ memberId: leo.id, at: NOON }] };
      const ticked = [...both.doneBy, { memberId: mia.id, at: NOON }];
      const [each, one, left] = await store(
        { ...both, completion: 'all' },
        both,
        // The missing member is no longer assigned.
        { responsibleMemberIds: [leo.id, mia.id], doneBy: ticked, completion: 'all' },
      );
      const due = await dueIn(home, '2026-11-21T10:59:00Z', '2026-11-21T11:01:00Z');
      const told = (id: unknown) =>
        due.filter(({ occurrenceId }) => occurrenceId === id).map(({ memberId }) => memberId);
      expect(told(each)).toEqual([mia.id]);
      expect(told(one).toSorted()).toEqual([leo.id, mia.id].toSorted());
      expect(told(left).toSorted()).toEqual([leo.id, mia.id].toSorted());
      expect(due.find(({ occurrenceId }) => occurrenceId === each)).toMatchObject({
        responsibleMemberIds: [leo.id, mia.id],
        expectedMemberIds: [mia.id],
      });
    });

    test('are the managers of the assignee and the owners of the household if the assignee has no account', async () => {
      const [owner, manager] = home.members;
      const leo = aMember<MemberId>({
        householdId: home.household.id,
        id: anId(),
        accountId: null,
        displayName: 'Leo',
        isProxy: true,
        group: 'CHILD',
        managerIds: [manager.id],
        activeUntil: civilDate('2026-12-01'),
      });
      await inOne(persistence(), async ({ households }) => {
        await households.insertMember(leo);
        await households.saveMember({ ...owner, role: 'OWNER' });
        await households.saveMember({ ...manager, activeFrom: civilDate('2026-11-01') });
      });
      await store({ responsibleMemberIds: [leo.id, manager.id] });
      // For an unassigned occurrence, every member gets a notification.
      await store({ responsibleMemberIds: [], date: civilDate('2026-11-23') });
      const on = (date: string) => dueIn(home, `${date}T00:00:00Z`, `${date}T23:00:00Z`);
      const managers = [{ id: manager.id, awayPeriods: [], activeFrom: '2026-11-01', activeUntil: null }];
      const forLeo = {
        ...{ id: leo.id, awayPeriods: [], activeFrom: null, activeUntil: '2026-12-01' },
        managers,
      };
      const told = (await on('2026-11-21')).map(({ memberId, role, activeFrom, forMember }) => ({
        memberId,
        role,
        activeFrom,
        forMember,
      }));
      expect(told).toHaveLength(3);
      expect(told).toContainEqual({ memberId: owner.id, role: 'OWNER', activeFrom: null, forMember: forLeo });
      const own = told.filter(({ memberId }) => memberId === manager.id);
      expect(own.map(({ forMember }) => forMember)).toEqual([null, forLeo]);
      const ofNobody = (await on('2026-11-23')).filter(({ date }) => date === '2026-11-23');
      expect(ofNobody.map(({ forMember }) => forMember)).toEqual(ofNobody.map(() => null));
      expect(ofNobody.length).toBeGreaterThanOrEqual(2);
    });

    test('contain the title and all fields that determine the time of the reminder', async () => {
      const [id] = await store({ title: 'Bins', reminders: [5, 0] });
      const [member] = home.members;
      expect(await dueIn(home, '2026-11-21T00:00:00Z', '2026-11-21T23:00:00Z')).toEqual([
        {
          householdId: home.household.id,
          occurrenceId: id,
          memberId: member.id,
          title: 'Bins',
          date: '2026-11-21',
          time: '12:00',
          reminders: [5, 0],
          showFrom: null,
          nag: null,
          escalateAfterMinutes: null,
          responsibleMemberIds: [home.members[0].id],
          expectedMemberIds: [home.members[0].id],
          householdZone: home.household.timeZone,
          memberZone: expect.any(String),
          morningTime: '08:00',
          awayPeriods: member.awayPeriods,
          activeFrom: member.activeFrom,
          activeUntil: member.activeUntil,
          role: member.role,
          forMember: null,
        },
      ]);
    });

    test('are the assignees, all members if there are no assignees, or the author if the task is personal [T-N3 T-N4]', async () => {
      const [one, other] = home.members;
      const [assigned, unassigned, personal] = await store(
        { responsibleMemberIds: [one.id, other.id] },
        { responsibleMemberIds: [] },
        { responsibleMemberIds: [], visibility: 'PERSONAL', createdBy: other.id },
      );
      const candidates = await dueIn(home, '2026-11-21T00:00:00Z', '2026-11-21T23:00:00Z');
      const remindedOf = (id: string | undefined) =>
        candidates.flatMap(({ occurrenceId, memberId }) => (occurrenceId === id ? [memberId] : [])).sort();
      expect(remindedOf(assigned)).toEqual([one.id, other.id].sort());
      expect(remindedOf(unassigned)).toEqual(home.members.map(({ id }) => id).sort());
      expect(remindedOf(personal)).toEqual([other.id]);
    });

    test('exclude finished and deleted tasks and former members', async () => {
      const [kept] = await store(
        {},
        { status: 'DONE', completedAt: NOON },
        { status: 'SKIPPED' },
        { status: 'CANCELLED', deletedAt: NOON },
        { responsibleMemberIds: [home.members[2].id] },
      );
      await inOne(persistence(), ({ households }) =>
        households.saveMember({ ...home.members[2], leftAt: NOON }),
      );
      expect(await found('2026-11-21T00:00:00Z', '2026-11-21T23:00:00Z')).toEqual([kept]);
    });

    test('are found for reminders that are sent weeks before or on the morning after the due date', async () => {
      const [ahead] = await store({ date: civilDate('2026-12-19'), reminders: [40_320] });
      const [overdue] = await store({ date: civilDate('2026-11-20'), reminders: [] });
      const [day] = await store({ date: civilDate('2026-11-21'), time: null, allDay: true });
      expect(await found('2026-11-20T09:00:00Z', '2026-11-22T00:00:00Z')).toEqual(
        [ahead, overdue, day].sort(),
      );
      expect(await found('2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z')).toEqual([]);
    });

    test('are found only for the minute in which their reminder is due', async () => {
      const zone = home.household.timeZone;
      expect(zone).toBe('Europe/Paris');
      const [id] = await store({});
      expect(await found('2026-11-21T10:59:00Z', '2026-11-21T11:00:00Z')).toEqual([id]);
      expect(await found('2026-11-21T11:00:00Z', '2026-11-21T11:01:00Z')).toEqual([]);
      expect(await found('2026-11-21T10:58:00Z', '2026-11-21T10:59:59Z')).toEqual([]);
    });

    test('are found only once if the reminder is due in the hour that clocks repeat', async () => {
      const [id] = await store({ date: civilDate('2026-10-25'), time: civilTime('02:30') });
      expect(await found('2026-10-25T00:29:00Z', '2026-10-25T00:30:00Z')).toEqual([id]);
      expect(await found('2026-10-25T01:29:00Z', '2026-10-25T01:30:00Z')).toEqual([]);
    });
  });

  test('the time up to which reminders were created is stored, and is rolled back with its transaction', async () => {
    await inOne(persistence(), ({ reminders }) => reminders.made(NOON));
    const run = inOne(persistence(), async ({ reminders }) => {
      expect(await reminders.claim()).toEqual({ madeUntil: NOON });
      await reminders.made(NOON + 1);
      throw new Error('surprise');
    });
    await expect(run).rejects.toThrow('surprise');
    expect(await inOne(persistence(), ({ reminders }) => reminders.claim())).toEqual({ madeUntil: NOON });
  });
};
