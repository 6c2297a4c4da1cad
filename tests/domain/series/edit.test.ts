import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import { planSeriesEdit } from '../../../domain/series/edit.js';
import type { Scope } from '../../../domain/series/edit-request.js';
import type { SeriesEdit } from '../../../domain/series/resolve-edit.js';
import { A, B, D, letters, turns } from '../../builders/members.js';
import {
  context,
  date,
  isLive,
  line,
  planOf,
  seriesState,
  SeriesWorld,
  TEMPLATE,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';
import { moveRule } from '../../../domain/series/dates.js';
import { planDelete, planDeleteSeries, planRestore } from '../../../domain/series/delete.js';

describe('editing a series', () => {
  const weeklyOn = (...days: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]): RecurrenceRule => ({
    frequency: 'weekly',
    byDay: days.map((day) => ({ day })),
  });
  /** A Wednesday after the series has begun: two rows are in the past. */
  const NOW = context(date('2026-01-14'));

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState(weeklyOn('mo'), turns('A B C')));
  });
  const edit = (day: string, what: SeriesEdit, at = NOW) => world.edit('s1', day, 'all', what, at);

  describe('with scope all', () => {
    test('changes the title of future rows but not their ids, ticks and members, and changes no past rows', () => {
      world.set(world.row('s1', '2026-01-19'), { ticked: true });
      const before = world.of('s1');
      edit('2026-01-19', { content: { title: 'Pans' } });
      const after = world.of('s1');
      expect(line(after, 99)).toBe(line(before, 99));
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after.slice(0, 3).map(({ content }) => content.title)).toEqual(['Dishes', 'Dishes', 'Pans']);
      expect(after[2]).toMatchObject({
        ticked: true,
        isException: false,
        content: { ...TEMPLATE, title: 'Pans' },
      });
      expect(world.get('s1').template.title).toBe('Pans');
    });

    test.each<[string, string, SeriesEdit, string]>([
      [
        'a rule with another weekday',
        '2026-01-19',
        { recurrence: weeklyOn('th') },
        '01-05#0A 01-12#1B 01-15#2C 01-22#3A 01-29#4B 02-05#5C',
      ],
      [
        'another weekday that comes from moving one occurrence, from the first future row on',
        '2026-01-19',
        { date: date('2026-01-22') },
        '01-05#0A 01-12#1B 01-22#2C 01-29#3A 02-05#4B 02-12#5C',
      ],
      [
        'an earlier weekday that comes from moving a later occurrence',
        '2026-02-02',
        { date: date('2026-02-01') },
        '01-05#0A 01-12#1B 01-18#2C 01-25#3A 02-01#4B 02-08#5C',
      ],
      [
        'every second week, counted from the edited occurrence [T-R5]',
        '2026-01-26',
        { recurrence: { ...weeklyOn('mo'), interval: 2 } },
        '01-05#0A 01-12#1B 01-26#2C 02-09#3A 02-23#4B 03-09#5C',
      ],
      [
        'every second week, counted from an edited occurrence further ahead [T-R5]',
        '2026-02-16',
        { recurrence: { ...weeklyOn('tu'), interval: 2 } },
        '01-05#0A 01-12#1B 01-20#2C 02-03#3A 02-17#4B 03-03#5C',
      ],
      [
        'a rule with more dates',
        '2026-01-19',
        { recurrence: { frequency: 'daily' } },
        '01-05#0A 01-12#1B 01-14#2C 01-15#3A 01-16#4B 01-17#5C',
      ],
      [
        'a rule with fewer dates',
        '2026-01-19',
        { recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' } },
        '01-05#0A 01-12#1B 01-31#2C 02-28#3A 03-31#4B',
      ],
      [
        'a count that includes past occurrences [T-R7]',
        '2026-01-19',
        { recurrence: { ...weeklyOn('th'), count: 4 } },
        '01-05#0A 01-12#1B 01-15#2C 01-22#3A',
      ],
      [
        'an end date only',
        '2026-01-19',
        { recurrence: { ...weeklyOn('mo'), until: date('2026-01-26') } },
        '01-05#0A 01-12#1B 01-19#2C 01-26#3A',
      ],
      [
        'another order of turns, where the member who is due next stays due',
        '2026-01-19',
        { rotation: turns('A B C D') },
        '01-05#0A 01-12#1B 01-19#2C 01-26#3D 02-02#4A 02-09#5B',
      ],
      [
        'another order of turns with another offset, exactly as given [T-O11]',
        '2026-01-19',
        { rotation: turns('A B C D', { offset: 1 }) },
        '01-05#0A 01-12#1B 01-19#2B 01-26#3C 02-02#4D 02-09#5A',
      ],
      [
        'one member for all occurrences',
        '2026-01-19',
        { responsibleMemberIds: [D] },
        '01-05#0A 01-12#1B 01-19#2D 01-26#3D 02-02#4D 02-09#5D',
      ],
      ['no turns', '2026-01-19', { rotation: null }, '01-05#0A 01-12#1B 01-19#2 01-26#3 02-02#4 02-09#5'],
    ])(
      'gives all occurrences from today on the expected dates and members for %s',
      (_, day, what, expected) => {
        const target = world.row('s1', day).id;
        edit(day, what);
        expect(line(world.of('s1').filter(isLive))).toBe(expected);
        expect(world.rows.has(target)).toBe(true);
        const series = world.get('s1');
        world.extend('s1', addDays(NOW.today, 20));
        expect(line(world.of('s1').filter(isLive))).toMatch(new RegExp(`^${expected}`));
        expect(world.get('s1').start).toBe(series.start);
      },
    );

    describe('for an occurrence that was already changed on its own or is overdue', () => {
      const target = () => world.row('s1', '2026-01-26');

      test('changes the fields that come from the series and keeps the fields that were changed', () => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' } }, NOW);
        edit('2026-01-26', { content: { title: 'Pans', notes: 'All of them' } });
        expect(target().content).toMatchObject({ title: 'Pans', notes: 'Both' });
        expect(world.row('s1', '2026-02-02').content).toMatchObject({ title: 'Pans', notes: 'All of them' });
      });

      test('moves the occurrence with the series if it has the date of the rule', () => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' } }, NOW);
        const { id } = target();
        edit('2026-01-26', { date: date('2026-01-28') });
        expect(world.rows.get(id)).toMatchObject({ date: '2026-01-28', originalDate: '2026-01-28' });
        expect(line(world.of('s1').slice(2), 3)).toBe('01-21#2C 01-28#3A 02-04#4B');
      });

      test('keeps a date that somebody gave the occurrence', () => {
        world.edit('s1', '2026-01-26', 'this', { date: date('2026-01-27') }, NOW);
        const { id } = target();
        edit('2026-01-26', { recurrence: weeklyOn('th') });
        expect(world.rows.get(id)).toMatchObject({ date: '2026-01-27', originalDate: '2026-01-22' });
      });

      test.each([
        ['assigns the occurrence to that member', {}, D],
        ['keeps the member to whom somebody gave the occurrence before', { responsibleMemberIds: [B] }, B],
      ])('if the edit names a new assignee, %s', (_, own, expected) => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' }, ...own }, NOW);
        edit('2026-01-26', { responsibleMemberIds: [D] });
        expect(target().responsibleMemberIds).toEqual([expected]);
      });

      test('also changes an overdue occurrence if the edit is made on it', () => {
        edit('2026-01-12', { content: { title: 'Pans' } });
        expect(world.row('s1', '2026-01-12').content.title).toBe('Pans');
        expect(world.row('s1', '2026-01-05').content.title).toBe('Dishes');
      });
    });

    test('keeps an exception, a done and a deleted occurrence when the weekday changes and later dates are planned [T-O6]', () => {
      world.edit('s1', '2026-01-19', 'this', { content: { title: 'Mine' }, date: date('2026-01-20') }, NOW);
      world.set(world.row('s1', '2026-01-26'), { status: 'DONE' });
      world.set(world.row('s1', '2026-02-02'), { status: 'CANCELLED', deleted: true });
      const kept = ['2026-01-19', '2026-01-26', '2026-02-02'].map((day) => world.row('s1', day));
      edit('2026-02-09', { recurrence: weeklyOn('we') });
      edit('2026-02-11', { recurrence: weeklyOn('mo', 'we') });
      world.extend('s1', date('2026-01-28'));
      const own = ({ id, date: day, status, deleted, content }: StoredRow) => ({
        id,
        day,
        status,
        deleted,
        content,
      });
      expect(kept.map(({ id }) => own(world.rows.get(id)!))).toEqual(kept.map(own));
      expect(line(world.of('s1'), 8)).toBe(
        '01-05#0A 01-12#1B 01-20#2C 01-19#3A 01-26#4A 01-26#5C 01-28#6A 02-02#4B',
      );
    });

    test('never fills the date of a deleted occurrence, even after the trash was emptied [T-O6]', () => {
      const row = world.row('s1', '2026-02-02');
      world.set(row, { status: 'CANCELLED', deleted: true });
      world.series.set('s1', { ...world.get('s1'), excludedDates: [date('2026-02-02')] });
      world.rows.delete(row.id);
      edit('2026-01-19', { recurrence: weeklyOn('mo', 'th') });
      edit('2026-01-19', { recurrence: weeklyOn('mo') });
      expect(world.of('s1').map(({ originalDate }) => originalDate)).not.toContain('2026-02-02');
    });

    test('changes nothing when the same edit is repeated [T-O3]', () => {
      edit('2026-01-19', { recurrence: weeklyOn('th'), rotation: turns('A B C D') });
      const series = world.get('s1');
      const rotation = turns('A B C D', { offset: 2 });
      expect(series.segments.at(-1)?.rotation).toEqual(rotation);
      const again = { recurrence: weeklyOn('th'), rotation };
      const plan = planOf(world.plan('s1', '2026-01-22', 'all', again, NOW));
      expect(plan).toEqual({ series: null, newSeries: null, create: [], change: [], remove: [] });
    });

    test('keeps the next due member of weekly turns when the date moves to another week', () => {
      world.begin(seriesState(weeklyOn('mo'), turns('A B C', { unit: 'week' })));
      expect(letters(world.row('s2', '2026-01-19').responsibleMemberIds)).toBe('C');
      world.edit('s2', '2026-01-19', 'all', { date: date('2026-01-18') }, NOW);
      expect(line(world.of('s2').slice(2), 4)).toBe('01-18#2C 01-25#3A 02-01#4B 02-08#5C');
    });

    test('does not start a future series before its start date', () => {
      world.begin(seriesState(weeklyOn('mo'), null, { start: date('2026-03-02') }));
      world.edit('s2', '2026-03-02', 'all', { recurrence: weeklyOn('th') }, NOW);
      expect(line(world.of('s2'), 2)).toBe('03-05#0 03-12#1');
    });

    test('keeps only the next row when a rule becomes a repetition after completion, and plans more rows when changed back', () => {
      edit('2026-01-26', { recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' } });
      expect(line(world.of('s1'), 9)).toBe('01-05#0A 01-12#1B 01-19#2C');
      expect(world.get('s1').nextIndex).toBe(3);
      edit('2026-01-19', { recurrence: weeklyOn('fr') });
      expect(line(world.of('s1'), 5)).toBe('01-05#0A 01-12#1B 01-16#2C 01-23#3A 01-30#4B');
    });

    test('plans a row when the series itself is edited and has no open row', () => {
      world.begin(seriesState({ frequency: 'yearly' }, turns('A B')), context(date('2025-01-05')));
      world.set(world.row('s2', TODAY), { status: 'DONE' });
      const edited = planSeriesEdit(
        world.get('s2'),
        world.of('s2'),
        { recurrence: { frequency: 'yearly', byMonth: [2], byMonthDay: [1] } },
        NOW,
      );
      expect(planOf(edited)).toMatchObject({
        create: [{ seriesIndex: 1, originalDate: '2026-02-01', responsibleMemberIds: [B] }],
        series: { start: '2026-02-01', startIndex: 1, nextIndex: 2 },
      });
    });

    test.each<[string, string, SeriesEdit, string]>([
      ['2026-01-19', 'no date', { date: null }, 'date'],
      [
        '2026-01-19',
        'an end date before the occurrence',
        { recurrence: { ...weeklyOn('mo'), until: TODAY } },
        'recurrence.until',
      ],
      [
        '2026-01-19',
        'a count that is already used up',
        { recurrence: { ...weeklyOn('th'), count: 2 } },
        'recurrence',
      ],
    ])('refuses an edit of the occurrence on %s with %s', (day, _, what, field) => {
      const refusal = world.plan('s1', day, 'all', what, NOW);
      expect(refusal).toMatchObject({ kind: 'refused', problems: [{ field }] });
    });

    test('ends the series if the edit of a past occurrence sets an end date in the past', () => {
      edit('2026-01-12', { recurrence: { ...weeklyOn('mo'), until: date('2026-01-12') } });
      expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B');
    });
  });

  describe('with recurrence null', () => {
    test('turns the edited occurrence into a one-off task and ends the series', () => {
      world.edit('s1', '2026-01-26', 'this', { content: { title: 'Mine' } }, NOW);
      const target = world.row('s1', '2026-01-19').id;
      edit('2026-01-19', { recurrence: null, content: { title: 'Once' } });
      expect(world.rows.get(target)).toMatchObject({
        seriesId: null,
        seriesIndex: null,
        originalDate: null,
        date: '2026-01-19',
        responsibleMemberIds: [expect.anything()],
        content: { title: 'Once' },
      });
      expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B 01-26#3A');
      expect(world.of('s1').filter((row) => isLive(row) && (row.date ?? '') >= NOW.today)).toEqual([]);
      expect(world.get('s1').ended).toBe(true);
      world.extend('s1', date('2026-03-01'));
      expect(world.of('s1')).toHaveLength(3);
    });

    test('ends the series before the edited occurrence if the scope is following', () => {
      world.edit('s1', '2026-02-02', 'following', { recurrence: null }, NOW);
      world.extend('s1', date('2026-03-01'));
      expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B 01-19#2C 01-26#3A');
    });
  });

  test('with scope this makes an exception and refuses fields that belong to the series', () => {
    edit('2026-01-19', {});
    world.edit('s1', '2026-01-19', 'this', { date: date('2026-01-21'), responsibleMemberIds: [A] }, NOW);
    expect(world.row('s1', '2026-01-19')).toMatchObject({
      isException: true,
      date: '2026-01-21',
      originalDate: '2026-01-19',
      seriesIndex: 2,
      responsibleMemberIds: [A],
      turnReason: 'MANUAL',
      content: TEMPLATE,
    });
    for (const what of [{ recurrence: null }, { rotation: null }, { missed: 'keep' as const }])
      expect(world.plan('s1', '2026-01-26', 'this', what, NOW)).toMatchObject({
        problems: [{ rule: 'scope', field: Object.keys(what)[0] }],
      });
  });

  describe('with a rule of another weekday and an exception in the same week', () => {
    test.each(['2026-01-19', '2026-01-26', '2026-02-09'])(
      'plans no second row in the week of the exception that was moved from %s',
      (day) => {
        world.edit('s1', day, 'this', { date: addDays(date(day), 3) }, NOW);
        const moved = world.row('s1', day);
        edit('2026-02-16', { recurrence: weeklyOn('tu') });
        const live = world.of('s1').filter(isLive);
        const indexes = live.map(({ seriesIndex }) => seriesIndex);
        expect(new Set(indexes).size).toBe(indexes.length);
        const weekOf = live.filter((row) => Math.abs(daysBetween(row.date!, moved.date!)) < 4);
        expect(weekOf.map(({ id }) => id)).toEqual([moved.id]);
        // The exception now stands for the Tuesday of its week.
        expect(world.rows.get(moved.id)).toEqual({
          ...moved,
          originalDate: addDays(moved.originalDate, 1),
          version: 3,
        });
      },
    );

    test('plans no second row on a date of the new rule on which an exception lies', () => {
      world.edit('s1', '2026-01-19', 'this', { content: { title: 'Mine' } }, NOW);
      edit('2026-02-16', { recurrence: weeklyOn('mo', 'th') });
      expect(line(world.of('s1').slice(2), 4)).toBe('01-15#2C 01-19#3A 01-22#4B 01-26#5C');
    });
  });

  const daysBetween = (one: string, other: string) => (Date.parse(one) - Date.parse(other)) / 86_400_000;
});

describe('moveRule, which moves all dates of a rule with one date', () => {
  test.each<[RecurrenceRule, string, string, Partial<RecurrenceRule> | null]>([
    [{ frequency: 'daily', interval: 3 }, '2026-01-05', '2026-01-06', {}],
    [{ frequency: 'daily', byDay: [{ day: 'mo' }] }, '2026-01-05', '2026-01-06', null],
    [
      { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'sa' }] },
      '2026-01-05',
      '2026-01-06',
      { byDay: [{ day: 'tu' }, { day: 'su' }] },
    ],
    [{ frequency: 'weekly', byDay: [{ day: 'su' }] }, '2026-01-11', '2026-01-12', { byDay: [{ day: 'mo' }] }],
    [{ frequency: 'weekly', byDay: [{ day: 'mo' }] }, '2026-01-05', '2026-01-04', { byDay: [{ day: 'su' }] }],
    [{ frequency: 'monthly', byMonthDay: [5] }, '2026-01-05', '2026-01-20', { byMonthDay: [20] }],
    [{ frequency: 'monthly', byMonthDay: [-1] }, '2026-01-31', '2026-01-30', { byMonthDay: [-2] }],
    [{ frequency: 'monthly', byMonthDay: [-1] }, '2026-11-30', '2026-12-07', { byMonthDay: [7] }],
    [{ frequency: 'monthly', byMonthDay: [1, 15] }, '2026-01-01', '2026-01-02', null],
    [
      { frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] },
      '2026-01-05',
      '2026-01-13',
      { byDay: [{ day: 'tu', nthOfPeriod: 2 }] },
    ],
    [
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      '2026-01-30',
      '2026-01-22',
      { byDay: [{ day: 'th', nthOfPeriod: -2 }] },
    ],
    [
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      '2026-01-30',
      '2026-02-06',
      { byDay: [{ day: 'fr', nthOfPeriod: 1 }] },
    ],
    [{ frequency: 'monthly', byDay: [{ day: 'fr' }] }, '2026-01-30', '2026-01-22', null],
    [{ frequency: 'monthly', byDay: [{ day: 'fr' }], bySetPosition: [1] }, '2026-01-30', '2026-01-22', null],
    [
      { frequency: 'yearly', byMonth: [1], byMonthDay: [5] },
      '2026-01-05',
      '2026-02-06',
      { byMonth: [2], byMonthDay: [6] },
    ],
    [{ frequency: 'yearly', byMonth: [1, 7], byMonthDay: [5] }, '2026-01-05', '2026-02-06', null],
  ])('returns the expected rule or null for %j when the date %s becomes %s', (rule, from, to, expected) => {
    expect(moveRule(rule, date(from), date(to))).toEqual(expected === null ? null : { ...rule, ...expected });
  });
});

describe('moving a series by a day after a change of its rule, if a row of the earlier rule is in the trash', () => {
  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState({ frequency: 'weekly', byDay: [{ day: 'mo' }] }, turns('A B')));
  });
  const everyFourDays: RecurrenceRule = { frequency: 'daily', interval: 4 };
  const remove = (day: string, scope: Scope) =>
    world.apply(
      's1',
      planDelete(world.get('s1'), world.of('s1'), world.occurrence('s1', day), scope, context()),
    );
  const moveByADay = () => world.edit('s1', '2026-01-05', 'all', { date: date('2026-01-06') });
  const live = () => line(world.of('s1').filter(isLive), 4);

  test('moves a row in the trash if the current rule created it, but not a row of the earlier rule with the same index', () => {
    remove('2026-01-12', 'following');
    world.edit('s1', '2026-01-05', 'all', { recurrence: everyFourDays });
    remove('2026-01-09', 'this');
    const [former, now] = ['2026-01-12', '2026-01-09'].map((day) => world.row('s1', day));
    expect([former?.seriesIndex, now?.seriesIndex]).toEqual([1, 1]);
    moveByADay();
    expect(live()).toBe('01-06#0A 01-14#2A 01-18#3B 01-22#4A');
    expect([former, now].map((row) => row && world.rows.get(row.id)?.originalDate)).toEqual([
      '2026-01-12',
      '2026-01-10',
    ]);
  });

  test('moves all rows outside the trash, including one with the same index as the row in the trash', () => {
    remove('2026-01-12', 'this');
    world.edit('s1', '2026-01-05', 'all', { recurrence: everyFourDays });
    const kept = world.row('s1', '2026-01-09');
    expect([kept.seriesIndex, world.row('s1', '2026-01-12').seriesIndex]).toEqual([1, 1]);
    moveByADay();
    expect(live()).toBe('01-06#0A 01-10#1B 01-14#2A 01-18#3B');
    expect(world.rows.get(kept.id)?.date).toBe('2026-01-10');
  });
});

describe('deleting an occurrence or a series', () => {
  const NOW = context(date('2026-01-14'));

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState({ frequency: 'weekly', byDay: [{ day: 'mo' }] }, turns('A B C')));
  });
  const remove = (day: string, scope: Scope, id = 's1') =>
    world.apply(id, planDelete(world.get(id), world.of(id), world.occurrence(id, day), scope, NOW));
  const live = (id = 's1') => world.of(id).filter(isLive);

  test('with scope this uses up the turn and moves no other date', () => {
    remove('2026-01-19', 'this');
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-26#3A 02-02#4B 02-09#5C 02-16#6A');
    expect(world.row('s1', '2026-01-19')).toMatchObject({ status: 'CANCELLED', deleted: true });
    expect(world.get('s1').excludedDates).toEqual(['2026-01-19']);
  });

  test('with scope this never creates the date again, even after the trash was emptied and later dates were planned [T-O6]', () => {
    remove('2026-01-19', 'this');
    world.rows.delete(world.row('s1', '2026-01-19').id);
    world.extend('s1', date('2026-03-01'));
    world.edit('s1', '2026-01-26', 'all', { recurrence: { frequency: 'daily' } }, NOW);
    expect(live().map(({ originalDate }) => originalDate)).not.toContain('2026-01-19');
  });

  test('with scope following deletes all open occurrences from that date on, including exceptions, and plans no more', () => {
    world.edit('s1', '2026-02-02', 'this', { content: { title: 'Mine' } }, NOW);
    world.set(world.row('s1', '2026-02-09'), { status: 'DONE' });
    remove('2026-01-26', 'following');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C');
    expect(world.row('s1', '2026-02-09')).toMatchObject({ status: 'DONE', deleted: false });
    expect(world.get('s1')).toMatchObject({ recurrence: { until: '2026-01-25' }, ended: false });
  });

  test('with scope following ends the series if the occurrence is the first of the series', () => {
    remove('2026-01-05', 'following');
    expect(live()).toEqual([]);
    expect(world.get('s1').ended).toBe(true);
  });

  test('with scope all deletes the occurrence and all occurrences from today on, and keeps other past occurrences', () => {
    remove('2026-01-12', 'all');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A');
    expect(world.get('s1').ended).toBe(true);
  });

  test('deletes the future occurrences if the request names only the series', () => {
    world.apply('s1', planDeleteSeries(world.get('s1'), world.of('s1'), null, NOW));
    expect(line(live())).toBe('01-05#0A 01-12#1B');
  });

  test('in a series that repeats after completion creates the next occurrence with scope this, and ends the series with scope all', () => {
    world.begin(seriesState({ kind: 'afterCompletion', every: 3, unit: 'day' }, turns('A B')));
    remove('2026-01-05', 'this', 's2');
    expect(line(live('s2'))).toBe('01-17#1B');
    remove('2026-01-17', 'all', 's2');
    expect(live('s2')).toEqual([]);
    expect(world.get('s2').ended).toBe(true);
  });
});

describe('restoring a deleted occurrence', () => {
  const NOW = context(date('2026-01-14'));
  const MONDAYS = { frequency: 'weekly', byDay: [{ day: 'mo' }] } as const;
  const THURSDAYS = { frequency: 'weekly', byDay: [{ day: 'th' }] } as const;

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C')));
  });
  const remove = (day: string) =>
    world.apply('s1', planDelete(world.get('s1'), world.of('s1'), world.occurrence('s1', day), 'this', NOW));
  const restoring = (day: string) => {
    const target = { ...world.row('s1', day), status: 'TODO' as const, deleted: false };
    return planRestore(world.get('s1'), world.of('s1'), target);
  };
  const restore = (day: string) => {
    const planned = restoring(day);
    if (planned === null) throw new Error('refused');
    world.set(world.row('s1', day), { status: 'TODO', deleted: false });
    world.apply('s1', planned);
  };
  const live = () => world.of('s1').filter(isLive);

  test('makes the deleted date a date of the series again', () => {
    remove('2026-01-26');
    remove('2026-01-19');
    restore('2026-01-19');
    expect(world.get('s1').excludedDates).toEqual(['2026-01-26']);
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C 02-02#4B 02-09#5C 02-16#6A');
  });

  test('removes the row that a new rule created in place of the deleted occurrence', () => {
    remove('2026-01-26');
    world.edit('s1', '2026-01-19', 'all', { recurrence: THURSDAYS }, NOW);
    restore('2026-01-26');
    const indexes = live().map(({ seriesIndex }) => seriesIndex);
    expect(new Set(indexes).size).toBe(indexes.length);
    expect(live().filter(({ seriesIndex }) => seriesIndex === 3)).toMatchObject([{ date: '2026-01-26' }]);
  });

  test.each([
    ['is done', { status: 'DONE' }],
    ['was changed on its own', { isException: true }],
  ] as const)('is refused if the row that a new rule created for the same index %s', (_, touched) => {
    remove('2026-01-26');
    world.edit('s1', '2026-01-19', 'all', { recurrence: THURSDAYS }, NOW);
    const twin = live().find(({ seriesIndex }) => seriesIndex === 3)!;
    world.set(twin, touched);
    expect(restoring('2026-01-26')).toBeNull();
  });
});
