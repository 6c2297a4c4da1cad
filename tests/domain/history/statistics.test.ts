import { expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import {
  countStatistics,
  type StatisticsCells,
  type DoneCell,
  type TurnCell,
} from '../../../domain/history/statistics.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { CategoryId, MemberId } from '../../../domain/shared/ids.js';

const [ana, ben, former] = ['ana', 'ben', 'former'] as unknown as [MemberId, MemberId, MemberId];
const kitchen = 'kitchen' as CategoryId;
const cell = (memberId: MemberId, date: string, fields: Partial<DoneCell> = {}): DoneCell => ({
  doers: [memberId],
  isForEach: false,
  categoryId: null,
  date: civilDate(date),
  ...{ dueTo: [], givenBy: [], punctual: [] },
  done: 1,
  late: 0,
  minutes: 0,
  unmeasured: 0,
  ...fields,
});
const NOTHING: StatisticsCells = { done: [], turns: [] };
const turn = (memberId: MemberId, date: string, fields: Partial<TurnCell> = {}): TurnCell => ({
  memberId,
  date: civilDate(date),
  ...{ skipped: 0, owed: 0 },
  ...fields,
});
const here = (...ids: readonly MemberId[]) => ids.map((id) => ({ id, awayPeriods: [] }));
const range = { from: civilDate('2026-02-27'), to: civilDate('2026-03-01') };

test('statistics add up by member, category and day, and count personal work separately', () => {
  const personal: StatisticsCells = {
    done: [cell(ana, '2026-02-27', { done: 7, late: 2, minutes: 9 }), cell(ana, '2026-03-01')],
    turns: [turn(ana, '2026-02-27', { skipped: 4 })],
  };
  const cells = [
    cell(ana, '2026-02-27', { done: 2, late: 1, minutes: 30 }),
    cell(ana, '2026-03-01', { categoryId: kitchen, done: 3, minutes: 15 }),
    cell(former, '2026-02-27', { minutes: 5 }),
    cell(ana, '2026-02-26', { done: 50 }),
  ];
  expect(
    countStatistics(
      {
        done: cells,
        turns: [turn(ben, '2026-02-28', { skipped: 2 }), turn(ben, '2026-02-26', { skipped: 5 })],
      },
      personal,
      here(ana, ben),
      range,
      null,
      ana,
    ),
  ).toEqual({
    members: [
      { memberId: ana, done: 5, onTime: 4, late: 1, skipped: 0, minutes: 45, share: 5 / 6, streak: 3 },
      { memberId: ben, done: 0, onTime: 0, late: 0, skipped: 2, minutes: 0, share: 0, streak: 0 },
      { memberId: former, done: 1, onTime: 1, late: 0, skipped: 0, minutes: 5, share: 1 / 6, streak: 1 },
    ],
    categories: [
      { categoryId: kitchen, done: 3 },
      { categoryId: null, done: 3 },
    ],
    days: [
      { date: '2026-02-27', done: 3 },
      { date: '2026-02-28', done: 0 },
      { date: '2026-03-01', done: 3 },
    ],
    weeks: [],
    personal: { done: 8, onTime: 6, late: 2, skipped: 4, minutes: 9 },
  });
});

test("weekly statistics begin on the household's first day of the week and count requested days only", () => {
  const cells = [
    cell(ana, '2026-02-24', { done: 90 }),
    cell(ana, '2026-02-25', { minutes: 10 }),
    cell(ana, '2026-02-28', { done: 2, minutes: 20, categoryId: kitchen }),
    cell(former, '2026-03-01', { minutes: 5 }),
    cell(ana, '2026-03-09', { done: 4 }),
    cell(ben, '2026-03-09'),
  ];
  const days = { from: civilDate('2026-02-25'), to: civilDate('2026-03-09') };
  const weeks = (weekStart: 'mo' | 'su') =>
    countStatistics({ done: cells, turns: [] }, NOTHING, here(ben, ana), days, weekStart, ana).weeks;
  const ofMarch9 = [
    { memberId: ben, done: 1, minutes: 0 },
    { memberId: ana, done: 4, minutes: 0 },
  ];
  expect(weeks('mo')).toEqual([
    {
      from: '2026-02-23',
      members: [
        { memberId: ana, done: 3, minutes: 30 },
        { memberId: former, done: 1, minutes: 5 },
      ],
    },
    { from: '2026-03-02', members: [] },
    { from: '2026-03-09', members: ofMarch9 },
  ]);
  expect(weeks('su')).toEqual([
    { from: '2026-02-22', members: [{ memberId: ana, done: 3, minutes: 30 }] },
    { from: '2026-03-01', members: [{ memberId: former, done: 1, minutes: 5 }] },
    { from: '2026-03-08', members: ofMarch9 },
  ]);
});

test('nobody has a share of the work if nothing was done', () => {
  expect(countStatistics(NOTHING, NOTHING, here(ana), range, null, ana).members).toEqual([
    { memberId: ana, done: 0, onTime: 0, late: 0, skipped: 0, minutes: 0, share: 0, streak: 0 },
  ]);
});

test('lateness counts for the member whose turn it was, not for a helper', () => {
  const cells = [
    cell(ana, '2026-02-27', { dueTo: [ben], late: 1 }),
    cell(ben, '2026-02-27', { dueTo: [ben, former], late: 1 }),
    cell(ana, '2026-02-28', { late: 1 }),
  ];
  const { members } = countStatistics(
    { done: cells, turns: [] },
    NOTHING,
    here(ana, ben, former),
    range,
    null,
    ana,
  );
  expect(members.map(({ done, onTime, late }) => ({ done, onTime, late }))).toEqual([
    { done: 2, onTime: 1, late: 1 },
    { done: 1, onTime: 0, late: 2 },
    { done: 0, onTime: 0, late: 1 },
  ]);
});

test('a member who ticked their own part in time is not late', () => {
  const both = { doers: [ana, ben], dueTo: [ana, ben] };
  const cells = [cell(ana, '2026-02-27', { ...both, done: 3, late: 2, punctual: [ana] })];
  const { members } = countStatistics({ done: cells, turns: [] }, NOTHING, here(ana, ben), range, null, ana);
  expect(members.map(({ onTime, late }) => ({ onTime, late }))).toEqual([
    { onTime: 3, late: 0 },
    { onTime: 1, late: 2 },
  ]);
});

test('a task done together counts once, and its minutes and credit are divided equally among the doers', () => {
  const cells = [
    cell(ana, '2026-02-27', { doers: [ana, ben], dueTo: [ana, ben], minutes: 45, late: 1 }),
    cell(ana, '2026-02-27', { minutes: 10 }),
  ];
  const { members, categories } = countStatistics(
    { done: cells, turns: [] },
    NOTHING,
    here(ana, ben),
    range,
    null,
    ana,
  );
  expect(categories).toEqual([{ categoryId: null, done: 2 }]);
  expect(members.map(({ done, late, minutes, share }) => ({ done, late, minutes, share }))).toEqual([
    { done: 2, late: 1, minutes: 33, share: 0.75 },
    { done: 1, late: 1, minutes: 22, share: 0.25 },
  ]);
});

test('countStatistics gives each doer the whole duration and credit of a task that every assignee does separately', () => {
  const cells = [
    cell(ana, '2026-02-27', { doers: [ana, ben], isForEach: true, minutes: 30 }),
    cell(ana, '2026-02-27', { done: 2, minutes: 10 }),
  ];
  const { members, categories } = countStatistics(
    { done: cells, turns: [] },
    NOTHING,
    here(ana, ben),
    range,
    null,
    ana,
  );
  expect(categories).toEqual([{ categoryId: null, done: 3 }]);
  expect(members.map(({ done, minutes, share }) => ({ done, minutes, share }))).toEqual([
    { done: 3, minutes: 40, share: 0.75 },
    { done: 1, minutes: 30, share: 0.25 },
  ]);
});

test('the minutes and shares of the members add up to the totals if tasks were done together', () => {
  const ids = fc.constantFrom(ana, ben, former);
  const shared = fc.record({
    doers: fc.uniqueArray(ids, { minLength: 1 }),
    minutes: fc.nat(500),
    done: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(shared, { minLength: 1 }), (work) => {
      const done = work.map((fields) => cell(ana, '2026-02-27', fields));
      const { members, weeks } = countStatistics({ done, turns: [] }, NOTHING, here(ana), range, 'mo', ana);
      const minutes = (of: readonly { readonly minutes: number }[]) =>
        of.reduce((total, one) => total + one.minutes, 0);
      expect(minutes(members)).toBe(minutes(done));
      expect(minutes(weeks.flatMap((week) => week.members))).toBe(minutes(done));
      expect(members.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 9);
    }),
  );
});

const away = [{ from: civilDate('2026-02-27'), to: civilDate('2026-02-28') }];
test.each([
  ['up to the last day', ['2026-02-27', '2026-02-28', '2026-03-01'], [], 3],
  ['that began before the range', ['2026-02-26', '2026-02-27', '2026-02-28'], [], 3],
  ['that is not broken by an undone task on the last day', ['2026-02-28'], ['2026-03-01'], 1],
  ['across a day without tasks', ['2026-02-25', '2026-03-01'], [], 2],
  ['up to a day with an undone task', ['2026-02-25', '2026-03-01'], ['2026-02-26'], 1],
  ['across a day with an undone and a done task', ['2026-02-26', '2026-03-01'], ['2026-02-26'], 2],
  ['across an absence', ['2026-02-26', '2026-03-01'], ['2026-02-28'], 2],
  [
    'across an absence with an undone task, up to an undone task before the absence',
    ['2026-02-26'],
    ['2026-02-28', '2026-02-25'],
    1,
  ],
])('countStatistics counts a streak %s', (_name, dates, owed, streak) => {
  const { members } = countStatistics(
    { done: dates.map((date) => cell(ana, date)), turns: owed.map((date) => turn(ana, date, { owed: 1 })) },
    NOTHING,
    [{ id: ana, awayPeriods: away }],
    range,
    null,
    ana,
  );
  expect(members[0]?.streak).toBe(streak);
});
