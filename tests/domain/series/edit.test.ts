import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import { planSeriesEdit, type Scope } from '../../../domain/series/edit.js';
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
import { movedRule } from '../../../domain/series/dates.js';
import { planDelete, planDeleteSeries, planRestore } from '../../../domain/series/delete.js';

describe('edits', () => {
  const weeklyOn = (...days: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]): RecurrenceRule => ({
    frequency: 'weekly',
    byDay: days.map((day) => ({ day })),
  });
  /** A Wednesday, two weeks on: two rows lie in the past. */
  const NOW = context(date('2026-01-14'));

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState(weeklyOn('mo'), turns('A B C')));
  });
  const edit = (day: string, what: SeriesEdit, at = NOW) => world.edit('s1', day, 'all', what, at);

  describe('scope all', () => {
    test('a new title changes future rows, keeps their ids, ticks and people, and leaves past ones', () => {
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
        'another day, by the rule',
        '2026-01-19',
        { recurrence: weeklyOn('th') },
        '01-05#0A 01-12#1B 01-15#2C 01-22#3A 01-29#4B 02-05#5C',
      ],
      [
        'another day, by the date of one occurrence: the first one moved is the first one there',
        '2026-01-19',
        { date: date('2026-01-22') },
        '01-05#0A 01-12#1B 01-22#2C 01-29#3A 02-05#4B 02-12#5C',
      ],
      [
        'an earlier day by the date of a later occurrence',
        '2026-02-02',
        { date: date('2026-02-01') },
        '01-05#0A 01-12#1B 01-18#2C 01-25#3A 02-01#4B 02-08#5C',
      ],
      [
        'T-R5 every second week counts from the edited occurrence',
        '2026-01-26',
        { recurrence: { ...weeklyOn('mo'), interval: 2 } },
        '01-05#0A 01-12#1B 01-26#2C 02-09#3A 02-23#4B 03-09#5C',
      ],
      [
        'T-R5 also when it lies further ahead than the first',
        '2026-02-16',
        { recurrence: { ...weeklyOn('tu'), interval: 2 } },
        '01-05#0A 01-12#1B 01-20#2C 02-03#3A 02-17#4B 03-03#5C',
      ],
      [
        'more dates than before',
        '2026-01-19',
        { recurrence: { frequency: 'daily' } },
        '01-05#0A 01-12#1B 01-14#2C 01-15#3A 01-16#4B 01-17#5C',
      ],
      [
        'fewer dates than before',
        '2026-01-19',
        { recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' } },
        '01-05#0A 01-12#1B 01-31#2C 02-28#3A 03-31#4B',
      ],
      [
        'T-R7 a count counts the past ones too',
        '2026-01-19',
        { recurrence: { ...weeklyOn('th'), count: 4 } },
        '01-05#0A 01-12#1B 01-15#2C 01-22#3A',
      ],
      [
        'an end only',
        '2026-01-19',
        { recurrence: { ...weeklyOn('mo'), until: date('2026-01-26') } },
        '01-05#0A 01-12#1B 01-19#2C 01-26#3A',
      ],
      [
        'another order: who is due stays due',
        '2026-01-19',
        { rotation: turns('A B C D') },
        '01-05#0A 01-12#1B 01-19#2C 01-26#3D 02-02#4A 02-09#5B',
      ],
      [
        'T-O11 another order with another offset: as it is written',
        '2026-01-19',
        { rotation: turns('A B C D', { offset: 1 }) },
        '01-05#0A 01-12#1B 01-19#2B 01-26#3C 02-02#4D 02-09#5A',
      ],
      [
        'one person for all',
        '2026-01-19',
        { responsibleMemberIds: [D] },
        '01-05#0A 01-12#1B 01-19#2D 01-26#3D 02-02#4D 02-09#5D',
      ],
      ['no turns', '2026-01-19', { rotation: null }, '01-05#0A 01-12#1B 01-19#2 01-26#3 02-02#4 02-09#5'],
    ])('%s', (_, day, what, expected) => {
      const target = world.row('s1', day).id;
      edit(day, what);
      expect(line(world.of('s1').filter(isLive))).toBe(expected);
      expect(world.rows.has(target)).toBe(true);
      const series = world.get('s1');
      world.extend('s1', addDays(NOW.today, 20));
      expect(line(world.of('s1').filter(isLive))).toMatch(new RegExp(`^${expected}`));
      expect(world.get('s1').start).toBe(series.start);
    });

    describe('addressed to an occurrence that was changed on its own', () => {
      const target = () => world.row('s1', '2026-01-26');

      test('changes what that occurrence still has from its series, and nothing of its own', () => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' } }, NOW);
        edit('2026-01-26', { content: { title: 'Pans', notes: 'All of them' } });
        expect(target().content).toMatchObject({ title: 'Pans', notes: 'Both' });
        expect(world.row('s1', '2026-02-02').content).toMatchObject({ title: 'Pans', notes: 'All of them' });
      });

      test('moves it with the others when its date is that of the rule', () => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' } }, NOW);
        const { id } = target();
        edit('2026-01-26', { date: date('2026-01-28') });
        expect(world.rows.get(id)).toMatchObject({ date: '2026-01-28', originalDate: '2026-01-28' });
        expect(line(world.of('s1').slice(2), 3)).toBe('01-21#2C 01-28#3A 02-04#4B');
      });

      test('leaves it on a date of its own', () => {
        world.edit('s1', '2026-01-26', 'this', { date: date('2026-01-27') }, NOW);
        const { id } = target();
        edit('2026-01-26', { recurrence: weeklyOn('th') });
        expect(world.rows.get(id)).toMatchObject({ date: '2026-01-27', originalDate: '2026-01-22' });
      });

      test.each([
        ['gives it to whom the edit names', {}, D],
        ['leaves it with whom somebody gave it to', { responsibleMemberIds: [B] }, B],
      ])('%s', (_, own, expected) => {
        world.edit('s1', '2026-01-26', 'this', { content: { notes: 'Both' }, ...own }, NOW);
        edit('2026-01-26', { responsibleMemberIds: [D] });
        expect(target().responsibleMemberIds).toEqual([expected]);
      });

      test('changes an overdue one too', () => {
        edit('2026-01-12', { content: { title: 'Pans' } });
        expect(world.row('s1', '2026-01-12').content.title).toBe('Pans');
        expect(world.row('s1', '2026-01-05').content.title).toBe('Dishes');
      });
    });

    test('T-O6 an exception, a done and a deleted occurrence survive another day and the next horizon', () => {
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

    test('T-O6 nothing takes the place of a deleted occurrence once the trash is emptied', () => {
      const row = world.row('s1', '2026-02-02');
      world.set(row, { status: 'CANCELLED', deleted: true });
      world.series.set('s1', { ...world.get('s1'), excludedDates: [date('2026-02-02')] });
      world.rows.delete(row.id);
      edit('2026-01-19', { recurrence: weeklyOn('mo', 'th') });
      edit('2026-01-19', { recurrence: weeklyOn('mo') });
      expect(world.of('s1').map(({ originalDate }) => originalDate)).not.toContain('2026-02-02');
    });

    test('T-O3 the same edit twice changes nothing the second time', () => {
      edit('2026-01-19', { recurrence: weeklyOn('th'), rotation: turns('A B C D') });
      const series = world.get('s1');
      const rotation = turns('A B C D', { offset: 2 });
      expect(series.segments.at(-1)?.rotation).toEqual(rotation);
      const again = { recurrence: weeklyOn('th'), rotation };
      const plan = planOf(world.plan('s1', '2026-01-22', 'all', again, NOW));
      expect(plan).toEqual({ series: null, newSeries: null, create: [], change: [], remove: [] });
    });

    test('turns by week: the next due person stays the same when the day crosses into another week', () => {
      world.begin(seriesState(weeklyOn('mo'), turns('A B C', { unit: 'week' })));
      expect(letters(world.row('s2', '2026-01-19').responsibleMemberIds)).toBe('C');
      world.edit('s2', '2026-01-19', 'all', { date: date('2026-01-18') }, NOW);
      expect(line(world.of('s2').slice(2), 4)).toBe('01-18#2C 01-25#3A 02-01#4B 02-08#5C');
    });

    test('a series that has yet to begin does not begin before its start', () => {
      world.begin(seriesState(weeklyOn('mo'), null, { start: date('2026-03-02') }));
      world.edit('s2', '2026-03-02', 'all', { recurrence: weeklyOn('th') }, NOW);
      expect(line(world.of('s2'), 2)).toBe('03-05#0 03-12#1');
    });

    test('a rule becomes after completion: the next one stays, the others go; and back', () => {
      edit('2026-01-26', { recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' } });
      expect(line(world.of('s1'), 9)).toBe('01-05#0A 01-12#1B 01-19#2C');
      expect(world.get('s1').nextIndex).toBe(3);
      edit('2026-01-19', { recurrence: weeklyOn('fr') });
      expect(line(world.of('s1'), 5)).toBe('01-05#0A 01-12#1B 01-16#2C 01-23#3A 01-30#4B');
    });

    test('a series without a row in sight is edited by itself', () => {
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
      ['2026-01-19', 'the date away', { date: null }, 'date'],
      [
        '2026-01-19',
        'an end before the occurrence',
        { recurrence: { ...weeklyOn('mo'), until: TODAY } },
        'recurrence.until',
      ],
      [
        '2026-01-19',
        'a count that is used up',
        { recurrence: { ...weeklyOn('th'), count: 2 } },
        'recurrence',
      ],
    ])('refuses on %s %s', (day, _, what, field) => {
      const refusal = world.plan('s1', day, 'all', what, NOW);
      expect(refusal).toMatchObject({ kind: 'refused', problems: [{ field }] });
    });

    test('a past occurrence may end the series', () => {
      edit('2026-01-12', { recurrence: { ...weeklyOn('mo'), until: date('2026-01-12') } });
      expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B');
    });
  });

  describe('recurrence null', () => {
    test('turns the series into one task: this one', () => {
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

    test('of this and following leaves what comes before', () => {
      world.edit('s1', '2026-02-02', 'following', { recurrence: null }, NOW);
      world.extend('s1', date('2026-03-01'));
      expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B 01-19#2C 01-26#3A');
    });
  });

  test('scope this makes an exception and refuses what belongs to the series', () => {
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

  describe('an exception keeps its index, and no row is made for it', () => {
    test.each(['2026-01-19', '2026-01-26', '2026-02-09'])(
      'on another weekday the week of the one moved from %s has no second day',
      (day) => {
        world.edit('s1', day, 'this', { date: addDays(date(day), 3) }, NOW);
        const moved = world.row('s1', day);
        edit('2026-02-16', { recurrence: weeklyOn('tu') });
        const live = world.of('s1').filter(isLive);
        const indexes = live.map(({ seriesIndex }) => seriesIndex);
        expect(new Set(indexes).size).toBe(indexes.length);
        const weekOf = live.filter((row) => Math.abs(daysBetween(row.date!, moved.date!)) < 4);
        expect(weekOf.map(({ id }) => id)).toEqual([moved.id]);
        // It stands for the Tuesday of its week.
        expect(world.rows.get(moved.id)).toEqual({
          ...moved,
          originalDate: addDays(moved.originalDate, 1),
          version: 3,
        });
      },
    );

    test('one that lies on a date of the new rule stands for that date', () => {
      world.edit('s1', '2026-01-19', 'this', { content: { title: 'Mine' } }, NOW);
      edit('2026-02-16', { recurrence: weeklyOn('mo', 'th') });
      expect(line(world.of('s1').slice(2), 4)).toBe('01-15#2C 01-19#3A 01-22#4B 01-26#5C');
    });
  });

  const daysBetween = (one: string, other: string) => (Date.parse(one) - Date.parse(other)) / 86_400_000;
});

describe('a date moved with all the others', () => {
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
  ])('%j from %s to %s', (rule, from, to, expected) => {
    expect(movedRule(rule, date(from), date(to))).toEqual(
      expected === null ? null : { ...rule, ...expected },
    );
  });
});

describe('a series moved by a day while rows in the trash share an index', () => {
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

  test('moves only the deleted date of the rule that holds now', () => {
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

  test('keeps the row that the edit names, and every other one', () => {
    remove('2026-01-12', 'this');
    world.edit('s1', '2026-01-05', 'all', { recurrence: everyFourDays });
    const kept = world.row('s1', '2026-01-09');
    expect([kept.seriesIndex, world.row('s1', '2026-01-12').seriesIndex]).toEqual([1, 1]);
    moveByADay();
    expect(live()).toBe('01-06#0A 01-10#1B 01-14#2A 01-18#3B');
    expect(world.rows.get(kept.id)?.date).toBe('2026-01-10');
  });
});

describe('deleting', () => {
  const NOW = context(date('2026-01-14'));

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState({ frequency: 'weekly', byDay: [{ day: 'mo' }] }, turns('A B C')));
  });
  const remove = (day: string, scope: Scope, id = 's1') =>
    world.apply(id, planDelete(world.get(id), world.of(id), world.occurrence(id, day), scope, NOW));
  const live = (id = 's1') => world.of(id).filter(isLive);

  test('this: the turn is used up, no other date moves', () => {
    remove('2026-01-19', 'this');
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-26#3A 02-02#4B 02-09#5C 02-16#6A');
    expect(world.row('s1', '2026-01-19')).toMatchObject({ status: 'CANCELLED', deleted: true });
    expect(world.get('s1').excludedDates).toEqual(['2026-01-19']);
  });

  test('T-O6 this, then the trash is emptied and the horizon extended: it does not come back', () => {
    remove('2026-01-19', 'this');
    world.rows.delete(world.row('s1', '2026-01-19').id);
    world.extend('s1', date('2026-03-01'));
    world.edit('s1', '2026-01-26', 'all', { recurrence: { frequency: 'daily' } }, NOW);
    expect(live().map(({ originalDate }) => originalDate)).not.toContain('2026-01-19');
  });

  test('following: every open one from there on goes, exceptions too, and none comes', () => {
    world.edit('s1', '2026-02-02', 'this', { content: { title: 'Mine' } }, NOW);
    world.set(world.row('s1', '2026-02-09'), { status: 'DONE' });
    remove('2026-01-26', 'following');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C');
    expect(world.row('s1', '2026-02-09')).toMatchObject({ status: 'DONE', deleted: false });
    expect(world.get('s1')).toMatchObject({ recurrence: { until: '2026-01-25' }, ended: false });
  });

  test('following, from the first: the series ends', () => {
    remove('2026-01-05', 'following');
    expect(live()).toEqual([]);
    expect(world.get('s1').ended).toBe(true);
  });

  test('all: from today on, and the occurrence itself; what is past stays', () => {
    remove('2026-01-12', 'all');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A');
    expect(world.get('s1').ended).toBe(true);
  });

  test('the series itself', () => {
    world.apply('s1', planDeleteSeries(world.get('s1'), world.of('s1'), null, NOW));
    expect(line(live())).toBe('01-05#0A 01-12#1B');
  });

  test('the open one after completion brings the next; all ends the series', () => {
    world.begin(seriesState({ kind: 'afterCompletion', every: 3, unit: 'day' }, turns('A B')));
    remove('2026-01-05', 'this', 's2');
    expect(line(live('s2'))).toBe('01-17#1B');
    remove('2026-01-17', 'all', 's2');
    expect(live('s2')).toEqual([]);
    expect(world.get('s2').ended).toBe(true);
  });
});

describe('restoring', () => {
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

  test('takes the date back among those of the series', () => {
    remove('2026-01-26');
    remove('2026-01-19');
    restore('2026-01-19');
    expect(world.get('s1').excludedDates).toEqual(['2026-01-26']);
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C 02-02#4B 02-09#5C 02-16#6A');
  });

  test('after the rule moved, the row that the new rule made for its index goes', () => {
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
  ] as const)('is refused where the row that took its place %s', (_, touched) => {
    remove('2026-01-26');
    world.edit('s1', '2026-01-19', 'all', { recurrence: THURSDAYS }, NOW);
    const twin = live().find(({ seriesIndex }) => seriesIndex === 3)!;
    world.set(twin, touched);
    expect(restoring('2026-01-26')).toBeNull();
  });
});
