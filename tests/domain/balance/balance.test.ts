import { expect, test } from '@jest/globals';
import { balanceOf, type ExpectedShare, type PlannedCell } from '../../../domain/balance/balance.js';
import { countPresentDays } from '../../../domain/balance/presence.js';
import { suggest, type AssigneeCandidate } from '../../../domain/balance/suggest.js';
import type { DoneCell } from '../../../domain/history/statistics.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { AwayPeriodId, HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { aMember } from '../../builders/household.js';
import { fc, runs, type Arbitrary } from '../../support/property.js';

const [ana, ben, leo] = ['ana', 'ben', 'leo'] as unknown as [MemberId, MemberId, MemberId];
const PARIS = 'Europe/Paris' as TimeZone;

const expected = (memberId: MemberId, presentDays: number, weight = 100): ExpectedShare => ({
  ...{ memberId, presentDays, weight },
});
const done = (memberId: MemberId, fields: Partial<DoneCell> = {}): DoneCell => ({
  doers: [memberId],
  isForEach: false,
  ...{ categoryId: null, date: civilDate('2026-11-21'), dueTo: [], givenBy: [], punctual: [] },
  ...{ done: 1, late: 0, minutes: 0, unmeasured: 0 },
  ...fields,
});
const differences = (cells: readonly DoneCell[], members: readonly ExpectedShare[]) =>
  balanceOf(cells, [], members, 15).members.map(({ difference }) => difference);

test('balanceOf weighs tasks by minutes, so that three dinners of 90 minutes count more than nine short tasks', () => {
  const cells = [done(ana, { done: 3, minutes: 270 }), done(ben, { done: 9, unmeasured: 9 })];
  expect(balanceOf(cells, [], [expected(ana, 28), expected(ben, 28)], 10)).toEqual({
    totalMinutes: 360,
    members: [
      {
        ...{ memberId: ana, weight: 100, presentDays: 28, expectedMinutes: 180, doneMinutes: 270 },
        ...{ plannedMinutes: 0, tookOver: 0, handedOver: 0, difference: 90 },
      },
      {
        ...{ memberId: ben, weight: 100, presentDays: 28, expectedMinutes: 180, doneMinutes: 90 },
        ...{ plannedMinutes: 0, tookOver: 0, handedOver: 0, difference: -90 },
      },
    ],
  });
});

test('balanceOf expects less work of an absent member and of a child with a lower weight', () => {
  const cells = [done(ana, { minutes: 300 }), done(ben, { minutes: 100 })];
  expect(differences(cells, [expected(ana, 30), expected(ben, 10)])).toEqual([0, 0]);
  const withChild = [...cells, done(leo, { minutes: 90 })];
  expect(differences(withChild, [expected(ana, 30), expected(ben, 10), expected(leo, 30, 30)])).toEqual([
    0, 0, 0,
  ]);
});

test('balanceOf divides planned work equally among its assignees', () => {
  const planned: PlannedCell[] = [
    { memberIds: [ana, ben, leo], isForEach: false, minutes: 40, unmeasured: 0 },
    { memberIds: [ben], isForEach: false, minutes: 0, unmeasured: 2 },
  ];
  const { members } = balanceOf([], planned, [expected(ana, 7), expected(ben, 7), expected(leo, 7)], 15);
  expect(members.map(({ plannedMinutes }) => plannedMinutes)).toEqual([14, 43, 13]);
});

test('balanceOf counts a turn that one member did for another as taken over by the first and handed over by the second', () => {
  const cells = [
    done(ana, { done: 2, dueTo: [ana], givenBy: [ben] }),
    done(ana, { done: 3, dueTo: [leo] }),
    done(ana, { done: 5, dueTo: [ana, leo] }),
    done(ben, { done: 7 }),
    // Ana and Leo do a turn of Leo together, so Ana does not take it over.
    done(ana, { done: 11, doers: [ana, leo], dueTo: [leo] }),
  ];
  const { members } = balanceOf(cells, [], [expected(ana, 1), expected(ben, 1), expected(leo, 1)], 15);
  expect(members.map(({ tookOver, handedOver }) => [tookOver, handedOver])).toEqual([
    [5, 0],
    [0, 2],
    [0, 3],
  ]);
});

test('balanceOf divides the minutes of shared work equally', () => {
  const cells = [
    done(ana, { doers: [ana, ben, leo], minutes: 100 }),
    done(ana, { doers: [leo, ana], unmeasured: 1 }),
  ];
  const members = [expected(ana, 1), expected(ben, 1), expected(leo, 1)];
  expect(balanceOf(cells, [], members, 15)).toMatchObject({
    totalMinutes: 115,
    members: [{ doneMinutes: 41 }, { doneMinutes: 33 }, { doneMinutes: 41 }],
  });
});

test('balanceOf gives each member the whole duration of a task that every assignee does separately', () => {
  const cells = [
    done(ana, { doers: [ana, ben], isForEach: true, minutes: 30 }),
    done(ana, { doers: [ana, ben], isForEach: true, unmeasured: 2 }),
  ];
  const planned: PlannedCell[] = [{ memberIds: [ana, leo], isForEach: true, minutes: 20, unmeasured: 0 }];
  expect(balanceOf(cells, planned, [expected(ana, 1), expected(ben, 1), expected(leo, 1)], 15)).toMatchObject(
    {
      totalMinutes: 120,
      members: [
        { doneMinutes: 60, plannedMinutes: 20 },
        { doneMinutes: 60, plannedMinutes: 0 },
        { doneMinutes: 0, plannedMinutes: 20 },
      ],
    },
  );
});

test('balanceOf returns the difference 0 for each member if no work is expected of anybody, but not if it is expected of one', () => {
  expect(differences([done(ana, { minutes: 30 })], [expected(ana, 0), expected(ben, 7, 0)])).toEqual([0, 0]);
  expect(differences([done(leo, { minutes: 30 })], [expected(ana, 7)])).toEqual([-30, 30]);
});

const ids = fc.constantFrom(ana, ben, leo, 'former' as unknown as MemberId);
const people = fc.uniqueArray(fc.record({ memberId: ids, weight: fc.nat(100), presentDays: fc.nat(366) }), {
  selector: ({ memberId }) => memberId,
});
const cells = fc.array(
  fc
    .record({
      doers: fc.uniqueArray(ids, { minLength: 1 }),
      isForEach: fc.boolean(),
      minutes: fc.nat(500),
      unmeasured: fc.nat(20),
      dueTo: fc.uniqueArray(ids),
      givenBy: fc.uniqueArray(ids),
    })
    .map((fields) => done(ana, fields)),
);

test('balanceOf returns differences that add up to zero, and done and expected minutes that each add up to the total [B1]', () => {
  fc.assert(
    fc.property(cells, people, fc.integer({ min: 1, max: 90 }), (work, members, effort) => {
      const balance = balanceOf(work, [], members, effort);
      const sum = (field: 'difference' | 'expectedMinutes' | 'doneMinutes') =>
        balance.members.reduce((total, member) => total + member[field], 0);
      expect([sum('difference'), sum('expectedMinutes'), sum('doneMinutes')]).toEqual([
        0,
        balance.totalMinutes,
        balance.totalMinutes,
      ]);
    }),
  );
});

const plannedCells = fc.array(
  fc.record({
    memberIds: fc.uniqueArray(ids, { minLength: 1 }),
    isForEach: fc.boolean(),
    minutes: fc.nat(500),
    unmeasured: fc.nat(20),
  }),
);
/** Generates a pair of lists that hold the same values in two orders. */
const inAnyOrder = <T>(values: Arbitrary<T[]>) =>
  values.chain((drawn) =>
    fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
  );

test('balanceOf does not depend on the order of work or members [B2]', () => {
  const byId = (
    work: readonly DoneCell[],
    planned: readonly PlannedCell[],
    members: readonly ExpectedShare[],
  ) => new Map(balanceOf(work, planned, members, 15).members.map((member) => [member.memberId, member]));
  fc.assert(
    fc.property(
      inAnyOrder(cells),
      inAnyOrder(plannedCells),
      inAnyOrder(people),
      ([work, otherWork], [planned, otherPlanned], [members, otherMembers]) => {
        const reversed = otherWork.map((cell) => ({ ...cell, doers: cell.doers.toReversed() }));
        const turned = otherPlanned.map((cell) => ({ ...cell, memberIds: cell.memberIds.toReversed() }));
        expect(byId(reversed, turned, otherMembers)).toEqual(byId(work, planned, members));
      },
    ),
    runs(500),
  );
});

test('countPresentDays counts the days on which a member belonged to the household and was not away', () => {
  const member = aMember({
    ...{ id: ana, householdId: 'home' as unknown as HouseholdId },
    // 00:30 on 3 November in Paris.
    joinedAt: Date.parse('2026-11-02T23:30:00Z'),
    leftAt: Date.parse('2026-11-25T12:00:00Z'),
    awayPeriods: [
      { id: '1' as AwayPeriodId, from: civilDate('2026-11-05'), to: civilDate('2026-11-09') },
      { id: '2' as AwayPeriodId, from: civilDate('2026-11-08'), to: civilDate('2026-11-10') },
    ],
  });
  const days = (from: string, to: string) =>
    countPresentDays(member, { from: civilDate(from), to: civilDate(to) }, PARIS);
  expect(days('2026-11-01', '2026-11-30')).toBe(17);
  expect(days('2026-11-05', '2026-11-10')).toBe(0);
  expect(days('2026-11-26', '2026-11-30')).toBe(0);
  expect(days('2026-10-01', '2026-11-02')).toBe(0);
});

test('suggest orders members by work done minus work expected, then by who did the task longest ago, and returns the reasons', () => {
  const candidate = (
    memberId: MemberId,
    difference: number,
    fields: Partial<AssigneeCandidate> = {},
  ): AssigneeCandidate => ({
    ...{ memberId, difference, lastDoneAt: null, isAway: false, isInRotation: true },
    ...fields,
  });
  expect(
    suggest([
      candidate(leo, 5, { isInRotation: false }),
      candidate(ben, -5, { lastDoneAt: 20 }),
      candidate(ana, -5, { lastDoneAt: 10, isAway: true }),
    ]),
  ).toEqual([
    { memberId: ana, difference: -5, lastDoneAt: 10, reasons: ['LEAST_LOADED', 'AWAY'] },
    { memberId: ben, difference: -5, lastDoneAt: 20, reasons: ['LEAST_LOADED'] },
    { memberId: leo, difference: 5, lastDoneAt: null, reasons: ['LONGEST_AGO', 'NOT_IN_ROTATION'] },
  ]);
  expect(suggest([])).toEqual([]);
});

test('suggest does not depend on the order of the candidates [B2]', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      memberId: ids,
      // The range is small so that several candidates have the same difference.
      difference: fc.integer({ min: -2, max: 2 }),
      lastDoneAt: fc.option(fc.nat(2)),
      isAway: fc.boolean(),
      isInRotation: fc.boolean(),
    }),
    { selector: ({ memberId }) => memberId },
  );
  const inTwoOrders = candidates.chain((drawn) =>
    fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
  );
  fc.assert(
    fc.property(inTwoOrders, ([drawn, inAnyOrder]) => {
      expect(suggest(inAnyOrder)).toEqual(suggest(drawn));
    }),
  );
});
