import { describe, expect, test } from '@jest/globals';
import { processorTime } from '../../support/processor-time.js';
import { fc, runs } from '../../support/property.js';
import { inSeason, nextInSeason, readSeason, type Season } from '../../../domain/days/season.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { addDays, toDayNumber } from '../../../domain/shared/civil-date.js';
import { resolveRecurrence, firstDate, seriesDates } from '../../../domain/series/dates.js';
import { planAfterClosing } from '../../../domain/series/horizon.js';
import { turns } from '../../builders/members.js';
import {
  context,
  date,
  line,
  planOf,
  seriesState,
  SeriesWorld,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';

function season(...parts: readonly (readonly [string, string])[]): Season {
  const reading = readSeason(parts.map(([from, to]) => ({ from, to })));
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

const SUMMER = season(['04-01', '10-31']);
const WINTER = season(['12-01', '02-29']);
const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };

describe('a season', () => {
  test.each([
    [SUMMER, '2026-03-31', false],
    [SUMMER, '2026-04-01', true],
    [SUMMER, '2026-10-31', true],
    [SUMMER, '2026-11-01', false],
    [WINTER, '2026-12-31', true],
    [WINTER, '2027-01-01', true],
    [WINTER, '2027-02-28', true],
    [WINTER, '2027-03-01', false],
    [null, '2027-03-01', true],
  ])('inSeason for %j and the day %s returns %s', (of, day, isIn) => {
    expect(inSeason(of, date(day))).toBe(isIn);
  });

  test.each([
    [SUMMER, '2026-11-24', '2027-04-01'],
    [SUMMER, '2026-02-01', '2026-04-01'],
    [SUMMER, '2026-05-05', '2026-05-05'],
    [WINTER, '2026-03-01', '2026-12-01'],
    [season(['02-29', '03-05']), '2026-11-24', '2027-03-01'],
    [season(['02-29', '02-29']), '2096-03-01', '2104-02-29'],
    [season(['06-01', '06-30'], ['03-01', '03-02']), '2026-03-03', '2026-06-01'],
  ])('nextInSeason for %j and the day %s returns %s', (of, day, next) => {
    expect(nextInSeason(of, date(day))).toBe(next);
  });

  test('stores its periods in order, without duplicates', () => {
    expect(season(['06-01', '06-30'], ['03-01', '03-02'], ['06-01', '06-30'])).toEqual([
      { from: '03-01', to: '03-02' },
      { from: '06-01', to: '06-30' },
    ]);
  });

  test.each([
    [null, ''],
    [[], ''],
    [[{ from: '04-01' }], '[0].to'],
    [[{ from: '04-31', to: '10-31' }], '[0].from'],
    [[{ from: '4-1', to: '10-31' }], '[0].from'],
    [[{ from: 401, to: '10-31' }], '[0].from'],
    [['summer'], '[0]'],
    [Array.from({ length: 5 }, () => ({ from: '04-01', to: '10-31' })), ''],
  ])('is refused if it is %j', (input, field) => {
    const reading = readSeason(input);
    expect(reading.ok ? [] : reading.problems.map((problem) => problem.field)).toContain(field);
  });
});

describe('a series with a season', () => {
  const rules = fc.constantFrom<RecurrenceRule>(
    { frequency: 'daily', interval: 3 },
    { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }, { day: 'fr' }] },
    { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    { frequency: 'monthly', interval: 5, byMonthDay: [31], skip: 'forward' },
    { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
    MONDAYS,
  );
  const seasons = fc.constantFrom(SUMMER, WINTER, season(['03-10', '03-20'], ['08-01', '09-15']));

  test('has the dates of its rule that lie within the season, with the same indexes as without a season', () => {
    fc.assert(
      fc.property(rules, seasons, fc.nat(2000), fc.nat(900), (rule, of, later, length) => {
        const always = seriesState(rule, null);
        const [from, to] = [addDays(TODAY, later), addDays(TODAY, later + length)];
        const all = [...seriesDates(always, from, to)];
        const within = [...seriesDates({ ...always, season: of }, from, to)];
        expect(within).toEqual(all.filter((one) => inSeason(of, one.date)));
        expect(firstDate({ ...always, season: of }, from)).toEqual(
          [...seriesDates(always, from, addDays(to, 4000))].find((one) => inSeason(of, one.date)) ?? null,
        );
      }),
      runs(60),
    );
  });

  test('starts with index 0 on its first date within the season, and has the dates of a rule that starts on the requested day', () => {
    fc.assert(
      fc.property(rules, seasons, fc.nat(800), (rule, of, later) => {
        const day = addDays(TODAY, later);
        const always = resolveRecurrence(rule, day, 'mo', null);
        const begun = resolveRecurrence(rule, day, 'mo', of);
        if ('problems' in begun || 'problems' in always) throw new Error('A date comes of it');
        const bounds = { startIndex: 0, endsBefore: null };
        const dates = (one: typeof begun, within: Season) =>
          [...seriesDates({ ...one, ...bounds, season: within }, day, addDays(day, 1500))].map(
            (at) => at.date,
          );
        const first = firstDate({ ...begun, ...bounds }, begun.start);
        expect(first?.index).toBe(0);
        expect(dates(begun, of)).toEqual(dates(always, of));
      }),
      runs(60),
    );
  });

  test('is refused if its rule has no date in the season, and firstDate returns null for an empty season', () => {
    const yearly: RecurrenceRule = { frequency: 'yearly', byMonth: [12], byMonthDay: [24] };
    expect(resolveRecurrence(yearly, TODAY, 'mo', SUMMER)).toMatchObject({
      problems: [{ field: 'season', rule: 'noDate' }],
    });
    expect(firstDate({ ...seriesState({ frequency: 'daily' }, null), season: [] }, TODAY)).toBeNull();
  });

  test('advances its rotation on dates outside the season, too, once the series has begun', () => {
    const world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C'), { season: season(['01-12', '01-31']) }));
    // The first Monday of the year is 5 January, before the season begins.
    expect(line(world.of('s1'))).toBe('01-12#0A 01-19#1B 01-26#2C');
    world.extend('s1', date('2026-12-20'));
    expect(line(world.of('s1').slice(3))).toBe('01-18#53C 01-25#54A');
  });

  test('loses only its future dates outside the season when a season is set, and regains them when the season is removed', () => {
    const world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C', { unit: 'week' })));
    const before = world.of('s1');
    const wanted = season(['02-01', '03-10']);
    const at = context(date('2026-01-20'));
    world.edit('s1', '2026-02-02', 'all', { season: wanted }, at);
    const isPast = ({ originalDate }: StoredRow) => originalDate < '2026-01-20';
    expect(world.of('s1')).toEqual(before.filter((row) => isPast(row) || inSeason(wanted, row.originalDate)));
    world.edit('s1', '2026-02-02', 'all', { season: null }, at);
    expect(line(world.of('s1'), 99)).toBe(line(before, 99));
  });

  test('is refused if the season leaves no future date', () => {
    const world = new SeriesWorld();
    world.begin(seriesState({ ...MONDAYS, until: date('2026-03-30') }, null));
    expect(world.plan('s1', '2026-01-05', 'all', { season: SUMMER })).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'season', rule: 'noDate' }],
    });
  });

  test('continues on the first day of the next season if it repeats after completion and its next date would be out of season', () => {
    const world = new SeriesWorld();
    const weekly = { kind: 'afterCompletion', every: 1, unit: 'week' } as const;
    world.begin(seriesState(weekly, turns('A B'), { start: date('2026-10-28'), season: SUMMER }));
    const [row] = world.of('s1');
    if (row === undefined) throw new Error('It has one');
    const closed = { ...row, status: 'DONE' as const };
    const plan = planAfterClosing(world.get('s1'), [closed], closed, date('2026-10-28'), context());
    expect(plan.create).toMatchObject([{ originalDate: '2027-04-01', seriesIndex: 1 }]);
    world.edit('s1', '2026-10-28', 'all', { season: season(['05-01', '09-30']) });
    expect(line(world.of('s1'))).toBe('05-01#0A');
    expect(planOf(world.plan('s1', '2027-05-01', 'all', { date: date('2027-12-24') })).change).toMatchObject([
      { set: { date: '2028-05-01' } },
    ]);
  });

  test('finds its next date in less than 1 ms on average even if it began a hundred years ago', () => {
    const old = { ...seriesState(MONDAYS, null, { start: date('1926-01-04') }), season: SUMMER };
    const spent = processorTime(() => {
      for (let i = 0; i < 1000; i += 1) firstDate(old, addDays(TODAY, i));
    });
    expect(spent).toBeLessThan(1000);
    expect(toDayNumber(firstDate(old, TODAY)?.date ?? TODAY)).toBe(toDayNumber(date('2026-04-06')));
  });
});
