import { describe, expect, test } from '@jest/globals';
import type { Member, Occurrence } from '../../../web/src/data/household.js';
import { toColumns, toPassDays } from '../../../web/src/features/wall/columns.js';
import { isNight } from '../../../web/src/features/wall/hours.js';

const TODAY = '2026-11-21';
const DAY = { today: TODAY, until: '2026-11-26', zone: 'Europe/Paris', recent: new Set<string>() };

const member = (id: string, more: Partial<Member> = {}): Member =>
  ({ id, group: 'ADULT', activeFrom: null, activeUntil: null, awayPeriods: [], ...more }) as Member;
const row = (id: string, responsibleMemberIds: string[], more: Partial<Occurrence> = {}): Occurrence =>
  ({
    ...{
      id,
      responsibleMemberIds,
      visibility: 'SHARED',
      status: 'TODO',
      date: TODAY,
      time: null,
      seriesId: null,
    },
    ...{ priority: 'NORMAL', completion: 'any', doneBy: [], completedForIds: [], completedAt: null },
    ...more,
  }) as unknown as Occurrence;

const ANA = member('ana');
const BEN = member('ben', { awayPeriods: [{ id: 'a', from: '2026-11-20', to: '2026-11-25' }] as never });
const columnsOf = (rows: Occurrence[], members = [ANA, BEN], recent = DAY.recent) =>
  Object.fromEntries(
    toColumns(rows, members, { ...DAY, recent }).map((column) => [
      column.member?.id ?? 'anyone',
      { ...column, ids: column.cells.map((cell) => cell.row.id) },
    ]),
  );

describe('the columns of the wall', () => {
  test('contain the tasks of each assignee for today and overdue ones, and no personal tasks', () => {
    const columns = columnsOf([
      row('beds', ['ana', 'ben']),
      row('late', ['ben'], { date: '2026-11-19' }),
      row('present', ['ana'], { visibility: 'PERSONAL' }),
      row('anyones', []),
      row('left', ['who left']),
      row('someday', ['ana'], { date: null }),
      row('skipped', ['ana'], { status: 'SKIPPED' }),
      row('tomorrow', ['ana'], { date: '2026-11-22' }),
      row('much later', ['ana'], { date: '2026-11-27' }),
    ]);
    expect(columns['ana']).toMatchObject({ ids: ['beds'], away: undefined });
    expect(columns['ana']?.coming.map(({ id }) => id)).toEqual(['tomorrow']);
    expect(columns['ben']).toMatchObject({ ids: ['late', 'beds'], away: { to: '2026-11-25' } });
    expect(columns['ben']?.cells[0]?.isLate).toBe(true);
    expect(columns['anyone']?.ids).toEqual(['anyones', 'left']);
  });

  test('list completed tasks last, except tasks ticked just now, and still show overdue tasks that were completed today', () => {
    const done = { status: 'DONE', completedAt: '2026-11-21T09:00:00Z' } as const;
    const rows = [
      row('a', ['ana'], done),
      row('b', ['ana']),
      row('c', ['ana'], { ...done, date: '2026-11-19' }),
      row('d', ['ana'], { ...done, date: '2026-11-19', completedAt: '2026-11-20T09:00:00Z' }),
    ];
    expect(columnsOf(rows)['ana']?.ids).toEqual(['b', 'c', 'a']);
    expect(columnsOf(rows, [ANA], new Set(['a']))['ana']?.ids).toEqual(['a', 'b', 'c']);
  });

  test('show of each series the date of today, only the oldest overdue date, and earlier dates that were ticked just now', () => {
    const bins = (id: string, date: string, more: Partial<Occurrence> = {}) =>
      row(id, ['ana'], { seriesId: 'bins', date, ...more });
    const done = { status: 'DONE', completedAt: '2026-11-21T09:00:00Z' } as const;
    const { ids, cells } = columnsOf(
      [
        bins('first', '2026-10-31', done),
        bins('second', '2026-11-07'),
        bins('third', '2026-11-14'),
        row('tap', ['ana'], { date: '2026-11-15' }),
        bins('today', TODAY),
      ],
      [ANA],
      new Set(['first']),
    )['ana']!;
    expect(ids).toEqual(['first', 'second', 'tap', 'today']);
    expect(cells.map(({ behind }) => behind)).toEqual([0, 1, 0, 0]);
  });

  test("show each member's own tick if every assignee ticks separately", () => {
    const teeth = row('teeth', ['ana', 'ben'], {
      completion: 'all',
      doneBy: [{ memberId: 'ana', at: '2026-11-21T09:00:00Z' }],
    });
    const columns = columnsOf([teeth]);
    expect([columns['ana']?.cells[0]?.isDone, columns['ben']?.cells[0]?.isDone]).toEqual([true, false]);
  });

  test('exist for a pet only if it has tasks, and not for a guest without tasks before their stay', () => {
    const people = [
      ANA,
      member('rex', { group: 'PET' }),
      member('zoé', { group: 'GUEST', activeFrom: '2026-12-01' }),
    ];
    expect(Object.keys(columnsOf([], people))).toEqual(['ana']);
    expect(Object.keys(columnsOf([row('walk', ['rex'])], people))).toEqual(['ana', 'rex']);
  });

  test('separate the guest’s own and unassigned tasks from the tasks of other members, in the view of a guest link', () => {
    const zoe = member('zoé', { group: 'GUEST' });
    const rows = [row('story', ['zoé']), row('dishes', []), row('bins', ['ben'])];
    const { own, others } = toPassDays(rows, zoe, DAY);
    expect([own, others].map((cells) => cells.map((cell) => cell.row.id))).toEqual([
      ['dishes', 'story'],
      ['bins'],
    ]);
    expect(toPassDays(rows, member('granny'), DAY).others).toEqual([]);
  });

  test('show for each assignee the oldest overdue date of a series and how many overdue dates follow, in the view of a guest link', () => {
    const bins = (id: string, date: string, who: string) => row(id, [who], { seriesId: 'bins', date });
    const { own } = toPassDays(
      [
        bins('first', '2026-10-31', 'ana'),
        bins('second', '2026-11-07', 'ben'),
        bins('third', '2026-11-14', 'ana'),
      ],
      member('granny'),
      DAY,
    );
    expect(own.map((cell) => [cell.row.id, cell.behind])).toEqual([
      ['first', 1],
      ['second', 0],
    ]);
  });
});

test.each([
  ['21:59', false],
  ['22:00', true],
  ['05:59', true],
  ['06:00', false],
])('isNight returns for the time %s: %s', (time, is) => {
  expect(isNight(time, { from: '22:00', to: '06:00' })).toBe(is);
  expect(isNight(time, null)).toBe(false);
  expect(isNight(time, { from: '06:00', to: '22:00' })).toBe(!is);
});
