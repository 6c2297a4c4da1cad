import { describe, expect, test } from '@jest/globals';
import type { Member, Occurrence } from '../../../web/src/data/household.ts';
import {
  daysOfMonth,
  findOwner,
  groupByDay,
  listPeople,
  planMove,
  readDate,
  selectDays,
  startOfMonth,
  startOfWeek,
} from '../../../web/src/data/plan.ts';

const occurrence = (more: Partial<Occurrence>) =>
  ({
    id: '1',
    title: 'Task',
    date: '2026-11-24',
    time: null,
    softDue: null,
    priority: 'NORMAL',
    status: 'TODO',
    responsibleMemberIds: [],
    ...more,
  }) as Occurrence;
const member = (id: string, more: Partial<Member> = {}) =>
  ({
    ...{ id, group: 'ADULT', takesTurns: true, activeFrom: null, activeUntil: null, leftAt: null },
    ...more,
  }) as Member;
const PEOPLE = [member('ana'), member('ben')];

describe('the days of a plan', () => {
  test.each([
    ['2026-11-29', 'MO', '2026-11-23'],
    ['2026-11-29', 'SU', '2026-11-29'],
    ['2026-11-23', 'MO', '2026-11-23'],
    ['2027-01-01', 'SA', '2026-12-26'],
  ] as const)(
    'contain for the date %s, if weeks begin on %s, the week from %s on',
    (date, weekStart, begin) => {
      expect(startOfWeek(date, weekStart)).toBe(begin);
    },
  );

  test.each([
    ['2026-11-01', 'MO', '2026-10-26', '2026-12-06'],
    ['2027-02-01', 'MO', '2027-02-01', '2027-02-28'],
    ['2027-02-01', 'SU', '2027-01-31', '2027-03-06'],
  ] as const)(
    'contain for the month of %s whole weeks, if weeks begin on %s',
    (month, weekStart, first, last) => {
      const days = daysOfMonth(month, weekStart);
      expect([days[0], days.at(-1), days.length % 7]).toEqual([first, last, 0]);
    },
  );

  test('continue over the end of a year', () => {
    expect([startOfMonth('2026-12-31', 1), startOfMonth('2027-01-31', -1)]).toEqual([
      '2027-01-01',
      '2026-12-01',
    ]);
  });

  test.each(['2026-02-31', '2026-1-1', 'next week', '2026-13-01', undefined])(
    'cannot be read from the text %s, which is not a date',
    (text) => {
      expect(readDate(text)).toBeNull();
    },
  );

  test('exclude tasks that are skipped, undated or on other days, and list all-day tasks first', () => {
    const rows = [
      occurrence({ id: 'timed', time: '08:00' }),
      occurrence({ id: 'whole', status: 'DONE' }),
      occurrence({ id: 'skipped', status: 'SKIPPED' }),
      occurrence({ id: 'undated', date: null }),
      occurrence({ id: 'later', date: '2026-11-30' }),
    ];
    const found = selectDays(rows, '2026-11-23', '2026-11-29');
    expect(found.map(({ id }) => id)).toEqual(['whole', 'timed']);
    expect([...groupByDay(found).keys()]).toEqual(['2026-11-24']);
  });
});

describe('the members of a plan', () => {
  test('have one row each for tasks that only they are assigned to. Tasks with several or no present assignees share another row', () => {
    const owners = [['ana'], ['ana', 'ben'], [], ['gone']].map((responsibleMemberIds) =>
      findOwner(occurrence({ responsibleMemberIds }), PEOPLE),
    );
    expect(owners).toEqual(['ana', null, null, null]);
  });

  test('are members who take turns or have tasks on these days, even if they have left', () => {
    const all = [
      ...PEOPLE,
      member('cat', { group: 'PET' }),
      member('dan', { takesTurns: false }),
      member('guest', { group: 'GUEST', activeUntil: '2026-11-20' }),
      member('busy', { takesTurns: false }),
      member('left', { leftAt: '2026-11-25T09:00:00.000Z' }),
      member('gone', { leftAt: '2026-11-25T09:00:00.000Z' }),
    ];
    const rows = ['busy', 'left'].map((id) => occurrence({ responsibleMemberIds: [id] }));
    expect(listPeople(all, rows, '2026-11-23', '2026-11-29').map(({ id }) => id)).toEqual([
      'ana',
      'ben',
      'busy',
      'left',
    ]);
  });
});

describe('planMove', () => {
  const row = occurrence({ responsibleMemberIds: ['ana'] });
  test.each([
    [{ date: '2026-11-24' }, null],
    [{ date: '2026-11-24', memberId: 'ana' }, null],
    [{ date: '2026-11-26' }, { date: '2026-11-26' }],
    [{ date: '2026-11-24', memberId: 'ben' }, { responsibleMemberIds: ['ben'] }],
    [
      { date: '2026-11-26', memberId: null },
      { date: '2026-11-26', responsibleMemberIds: [] },
    ],
  ])('returns for a task that is dropped on %j the change %j', (place, set) => {
    expect(planMove(row, PEOPLE, place)).toEqual(set);
  });

  test('keeps several assignees together on another day', () => {
    const together = occurrence({ responsibleMemberIds: ['ana', 'ben'] });
    expect(planMove(together, PEOPLE, { date: '2026-11-26', memberId: null })).toEqual({
      date: '2026-11-26',
    });
  });
});
