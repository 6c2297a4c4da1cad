import { describe, expect, test } from '@jest/globals';
import type { WorkFilter } from '../../../application/history/ports.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { TaskId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { aCategory } from '../../builders/household.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, type Contract, type Home } from '../persistence.js';

const PARIS = 'Europe/Paris' as TimeZone;
const at = (text: string) => Date.parse(text);

export const statisticsReaderContract: Contract = (persistence) => {
  const store = ({ household, members }: Home, ...tasks: readonly Partial<Occurrence>[]) =>
    storeTasks(
      persistence(),
      ...tasks.map((fields) =>
        anOccurrence({ householdId: household.id, createdBy: members[0].id, ...fields }),
      ),
    );
  const done = (by: Home['members'][number], instant: string, fields: Partial<Occurrence> = {}) => ({
    status: 'DONE' as const,
    completedAt: at(instant),
    completedBy: by.id,
    completedFor: by.id,
    ...fields,
  });
  const days = (from: string, to: string) => ({
    from: civilDate(from),
    to: civilDate(to),
    timeZone: PARIS,
  });
  const SHARED: WorkFilter = { visibility: 'SHARED' };
  const doneIn = ({ household }: Home, from: string, to: string, work: WorkFilter = SHARED) =>
    persistence().readers.statistics.done(household.id, work, days(from, to));
  const turnsIn = ({ household }: Home, from: string, to: string, work: WorkFilter = SHARED) =>
    persistence().readers.statistics.turns(household.id, work, days(from, to));

  describe('statistics', () => {
    test('count completed work by member, category and day in the time zone of the household', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const category = aCategory({ householdId: home.household.id, createdBy: one.id });
      await inOne(persistence(), ({ categories }) => categories.insert(category));
      const kitchen = { categoryId: category.id };
      await store(
        home,
        // In Paris these are 23:30 on 28 March and 00:30 on 29 March.
        done(one, '2026-03-28T22:30:00Z', { durationMinutes: 10 }),
        done(one, '2026-03-28T23:30:00Z', { durationMinutes: 5 }),
        done(one, '2026-03-29T10:00:00Z', { ...kitchen, durationMinutes: 20 }),
        done(one, '2026-03-29T11:00:00Z', kitchen),
        done(other, '2026-03-29T12:00:00Z'),
      );
      const cells = await doneIn(home, '2026-03-28', '2026-03-29');
      const cell = (
        memberId: string,
        categoryId: string | null,
        date: string,
        count: number,
        minutes: number,
        unmeasured: number,
      ) => ({
        doers: [memberId],
        isForEach: false,
        categoryId,
        date,
        ...{ dueTo: [], givenBy: [], punctual: [] },
        done: count,
        late: 0,
        minutes,
        unmeasured,
      });
      expect(new Set(cells)).toEqual(
        new Set([
          cell(one.id, null, '2026-03-28', 1, 10, 0),
          cell(one.id, null, '2026-03-29', 1, 5, 0),
          cell(one.id, category.id, '2026-03-29', 2, 20, 1),
          cell(other.id, null, '2026-03-29', 1, 0, 1),
        ]),
      );
    });

    test('include the first and the last day, also on days of 23 and 25 hours', async () => {
      const home = await aStoredHome(persistence());
      const [one] = home.members;
      await store(
        home,
        done(one, '2026-03-28T22:59:59Z'),
        done(one, '2026-03-28T23:00:00Z'),
        done(one, '2026-03-29T21:59:59Z'),
        done(one, '2026-03-29T22:00:00Z'),
        done(one, '2026-10-24T22:00:00Z'),
        done(one, '2026-10-25T22:59:59Z'),
        done(one, '2026-10-25T23:00:00Z'),
      );
      for (const day of ['2026-03-29', '2026-10-25'])
        expect(await doneIn(home, day, day)).toMatchObject([{ date: day, done: 2 }]);
    });

    test('count work as late if it was done on a later day than its date', async () => {
      const home = await aStoredHome(persistence());
      const [one] = home.members;
      const date = civilDate('2026-11-20');
      await store(
        home,
        done(one, '2026-11-20T22:30:00Z', { date, allDay: true }),
        done(one, '2026-11-20T23:30:00Z', { date, allDay: true }),
      );
      expect(new Set(await doneIn(home, '2026-11-20', '2026-11-21'))).toMatchObject(
        new Set([
          { date: '2026-11-20', done: 1, late: 0 },
          { date: '2026-11-21', done: 1, late: 1 },
        ]),
      );
    });

    test('count either SHARED work or the personal work of one member, without the trash and other households', async () => {
      const home = await aStoredHome(persistence());
      const stranger = await aStoredHome(persistence());
      const [one, other] = home.members;
      const day = '2026-11-20';
      const finished = (fields: Partial<Occurrence>) => [
        done(one, `${day}T12:00:00Z`, fields),
        { status: 'SKIPPED' as const, date: civilDate(day), allDay: true, ...fields },
      ];
      await store(stranger, done(stranger.members[0], `${day}T12:00:00Z`));
      await store(
        home,
        ...finished({ responsibleMemberIds: [other.id] }),
        ...finished({ visibility: 'PERSONAL' }),
        ...finished({ finishedPrivately: true, responsibleMemberIds: [other.id] }),
        ...finished({ deletedAt: at(`${day}T13:00:00Z`) }),
      );
      expect(await doneIn(home, day, day)).toMatchObject([{ doers: [one.id], done: 1 }]);
      expect(await turnsIn(home, day, day)).toEqual([{ memberId: other.id, date: day, skipped: 1, owed: 0 }]);
      const own: WorkFilter = { visibility: 'PERSONAL', author: one.id };
      expect(await doneIn(home, day, day, own)).toMatchObject([{ doers: [one.id], done: 2 }]);
      expect(await turnsIn(home, day, day, own)).toEqual([
        { memberId: one.id, date: day, skipped: 2, owed: 0 },
      ]);
      const others: WorkFilter = { visibility: 'PERSONAL', author: other.id };
      expect(await doneIn(home, day, day, others)).toEqual([]);
      expect(await turnsIn(home, day, day, others)).toEqual([]);
    });

    test('count skipped occurrences for each assignee, by date', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const skipped = (date: string, ...responsible: (typeof one)[]) => ({
        status: 'SKIPPED' as const,
        date: civilDate(date),
        allDay: true,
        responsibleMemberIds: responsible.map(({ id }) => id),
      });
      await store(
        home,
        skipped('2026-11-19', one),
        skipped('2026-11-20', one, other),
        skipped('2026-11-21', one),
        skipped('2026-11-21'),
        skipped('2026-11-22', one),
      );
      const counts = await turnsIn(home, '2026-11-20', '2026-11-21');
      expect(new Set(counts)).toEqual(
        new Set([
          { memberId: one.id, date: '2026-11-20', skipped: 1, owed: 0 },
          { memberId: other.id, date: '2026-11-20', skipped: 1, owed: 0 },
          { memberId: one.id, date: '2026-11-21', skipped: 1, owed: 0 },
        ]),
      );
    });

    test('return the members whose turn it was, and the members who gave it away in a swap', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const turnOf = [other.id];
      const responsibleMemberIds = [one.id];
      await store(
        home,
        done(one, '2026-11-20T12:00:00Z', { responsibleMemberIds: [other.id, one.id] }),
        done(one, '2026-11-20T12:00:00Z', { responsibleMemberIds, turnReason: 'SWAP', turnOf }),
        done(one, '2026-11-20T12:00:00Z', { responsibleMemberIds, turnReason: 'AWAY', turnOf }),
      );
      const cells = await doneIn(home, '2026-11-20', '2026-11-20');
      expect(new Set(cells.map(({ dueTo, givenBy }) => ({ dueTo, givenBy })))).toEqual(
        new Set([
          { dueTo: [other.id, one.id], givenBy: [] },
          { dueTo: [one.id], givenBy: [other.id] },
          { dueTo: [one.id], givenBy: [] },
        ]),
      );
    });

    test('count occurrences as missed if nobody completed or skipped them by the end of their day', async () => {
      const home = await aStoredHome(persistence());
      const [one] = home.members;
      const due = { date: civilDate('2026-11-20'), allDay: true, responsibleMemberIds: [one.id] };
      await store(home, done(one, '2026-11-20T22:30:00Z', due), done(one, '2026-11-19T12:00:00Z', due));
      expect(await turnsIn(home, '2026-11-20', '2026-11-20')).toEqual([]);
      await store(
        home,
        due,
        done(one, '2026-11-20T23:30:00Z', due),
        { ...due, status: 'SKIPPED', skippedReason: 'MISSED' },
        { ...due, status: 'SKIPPED', skippedReason: 'MANUAL' },
      );
      expect(await turnsIn(home, '2026-11-19', '2026-11-21')).toEqual([
        { memberId: one.id, date: '2026-11-20', skipped: 2, owed: 3 },
      ]);
    });

    test('do not count an occurrence as missed for members who ticked their own part in time', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const due = {
        ...{ date: civilDate('2026-11-20'), allDay: true, durationMinutes: 10 },
        responsibleMemberIds: [one.id, other.id],
        doneBy: [{ memberId: one.id, at: at('2026-11-20T22:59:00Z') }],
      };
      const each = { ...due, completion: 'all' as const };
      const late = [...due.doneBy, { memberId: other.id, at: at('2026-11-20T23:30:00Z') }];
      await store(
        home,
        each,
        { ...each, doneBy: [{ memberId: one.id, at: at('2026-11-20T23:01:00Z') }] },
        { ...each, status: 'SKIPPED', skippedReason: 'MISSED' },
        done(one, '2026-11-20T23:30:00Z', { ...each, doneBy: late }),
        done(one, '2026-11-20T23:30:00Z', { ...due, doneBy: late }),
      );
      expect(new Set(await turnsIn(home, '2026-11-20', '2026-11-20'))).toEqual(
        new Set([
          { memberId: one.id, date: '2026-11-20', skipped: 0, owed: 2 },
          { memberId: other.id, date: '2026-11-20', skipped: 1, owed: 5 },
        ]),
      );
      const cells = await doneIn(home, '2026-11-20', '2026-11-21');
      expect(cells.map(({ done: count, late: ofThem, punctual }) => ({ count, ofThem, punctual }))).toEqual(
        expect.arrayContaining([
          { count: 1, ofThem: 1, punctual: [one.id] },
          { count: 1, ofThem: 1, punctual: [] },
        ]),
      );
    });

    test('return all members who did a task together, but only one if an older version of the service has changed the completion', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const [task, early, late] = [anId<TaskId>(), at('2026-11-19T12:00:00Z'), at('2026-11-20T12:00:00Z')];
      const doneBy = [
        { memberId: other.id, at: early },
        { memberId: one.id, at: late },
      ];
      await store(
        home,
        done(other, '2026-11-20T12:00:00Z', { doneBy, taskId: task, durationMinutes: 15 }),
        done(one, '2026-11-20T13:00:00Z', { doneBy }),
      );
      expect(new Set(await doneIn(home, '2026-11-20', '2026-11-20'))).toMatchObject(
        new Set([
          { doers: [other.id, one.id], done: 1, minutes: 15 },
          { doers: [one.id], done: 1, unmeasured: 1 },
        ]),
      );
      expect(await persistence().readers.statistics.lastDone(home.household.id, task)).toEqual(
        new Map([
          [other.id, early],
          [one.id, late],
        ]),
      );
    });

    test('distinguish work done together from work that each assignee ticks separately', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const instant = at('2026-11-20T12:00:00Z');
      const both = {
        doneBy: [one, other].map(({ id: memberId }) => ({ memberId, at: instant })),
        responsibleMemberIds: [one.id, other.id],
      };
      await store(
        home,
        done(one, '2026-11-20T12:00:00Z', { ...both, durationMinutes: 10 }),
        done(one, '2026-11-20T12:00:00Z', { ...both, completion: 'all', durationMinutes: 15 }),
        // If the only responsible member was helped, the member and the helper did it together.
        done(one, '2026-11-20T12:00:00Z', {
          ...{ ...both, completion: 'all', durationMinutes: 20 },
          responsibleMemberIds: [one.id],
        }),
      );
      const cells = await doneIn(home, '2026-11-20', '2026-11-20');
      expect(cells.map(({ isForEach, minutes }) => ({ isForEach, minutes }))).toEqual(
        expect.arrayContaining([
          { isForEach: false, minutes: 10 },
          { isForEach: true, minutes: 15 },
          { isForEach: false, minutes: 20 },
        ]),
      );
    });

    test('return the planned work of given days for each assignee', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const date = civilDate('2026-11-20');
      const due = (...people: (typeof one)[]) => ({
        date,
        allDay: true,
        responsibleMemberIds: people.map(({ id }) => id),
      });
      await store(
        home,
        { ...due(one, other), durationMinutes: 20 },
        { ...due(one), visibility: 'PERSONAL' },
        due(one),
        due(),
        { ...due(one, other), completion: 'all', durationMinutes: 12 },
        { ...due(one), date: civilDate('2026-11-22') },
        done(one, '2026-11-20T12:00:00Z', due(one)),
      );
      const planned = await persistence().readers.statistics.planned(home.household.id, {
        from: date,
        to: date,
      });
      expect(new Set(planned)).toEqual(
        new Set([
          { memberIds: [one.id, other.id], isForEach: false, minutes: 20, unmeasured: 0 },
          { memberIds: [one.id, other.id], isForEach: true, minutes: 12, unmeasured: 0 },
          { memberIds: [one.id], isForEach: false, minutes: 0, unmeasured: 1 },
        ]),
      );
    });
  });
};
