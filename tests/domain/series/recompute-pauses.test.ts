import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { planDelete } from '../../../domain/series/delete.js';
import { planPauses } from '../../../domain/series/plan-pauses.js';
import { planShiftByDays } from '../../../domain/series/shift-by-days.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { aLaterPause } from '../../builders/days.js';
import { D, letters, shuffle, turns } from '../../builders/members.js';
import { ROTATIONS, RULES } from '../../builders/rules.js';
import { context, date, isLive, line, seriesState, SeriesWorld } from '../../builders/series-world.js';
import { fc, runs } from '../../support/property.js';

const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
const NO_ROOM = { notBefore: null, endsBefore: null };

/** Moves the series permanently by some days from a day on. */
function shift(world: SeriesWorld, id: string, days: number, from: CivilDate, at = context()): void {
  const made = planShiftByDays(world.get(id), world.of(id), { days, from }, NO_ROOM, at);
  if (typeof made !== 'string') world.apply(id, made.plan);
}

describe('dates postponed by a pause of mode later', () => {
  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
  });

  /** The series some months later. */
  const seenLater = (of: SeriesWorld) => {
    for (const { id } of [...of.series.values()]) of.extend(id, date('2026-05-01'));
    return of.seen();
  };
  /** Creates the same household twice; the test changes only the first. */
  const both = (rule: RecurrenceRule, touched: readonly string[] = []) =>
    [world, new SeriesWorld()].map((each) => {
      each.begin(seriesState(rule, turns('A B C')));
      for (const day of touched) each.edit('s1', day, 'this', { content: { title: 'Mine' } });
      each.pause('s1', aLaterPause('2026-02-01', '2026-02-21'));
      return each;
    }) as [SeriesWorld, SeriesWorld];

  test('keep their turns when the series is split before the pause', () => {
    const [split, whole] = both(MONDAYS, ['2026-02-02', '2026-02-09']);
    split.edit('s1', '2026-01-19', 'following', { content: { notes: 'Both' } });
    expect(seenLater(split)).toEqual(seenLater(whole));
    expect(line(whole.of('s1').slice(2), 6)).toBe('01-19#2C 01-26#3A 02-02#4B 02-09#5C 02-23#6A 03-02#7B');
  });

  const ENDING = { ...MONDAYS, until: date('2026-04-20') };

  test.each([['2026-01-19'], ['2026-03-09']])(
    'stay equal in number and order when a series with an end date is split on %s',
    (day) => {
      const [split, whole] = both(ENDING);
      split.edit('s1', day, 'following', { content: { notes: 'Both' } });
      expect(seenLater(split)).toEqual(seenLater(whole));
      expect(whole.seen()).toHaveLength(16);
    },
  );

  test.each([['2026-01-19'], ['2026-03-09']])(
    'stay the same when an edit with scope following on %s sends the unchanged rule and its end date',
    (day) => {
      const [split, whole] = both(ENDING);
      split.edit('s1', day, 'following', { recurrence: ENDING, content: { notes: 'Both' } });
      expect(seenLater(split)).toEqual(seenLater(whole));
    },
  );

  test.each([
    ['from a day long before the pause on', '2026-01-05', 2],
    ['from a day shortly before the pause on', '2026-01-19', 2],
    ['from a day after the pause on', '2026-02-16', 2],
    ['from a day before the pause on to earlier days', '2026-01-19', -2],
  ])('lose no turn when a shift by days moves all dates %s', (_when, from, days) => {
    world.begin(seriesState({ ...MONDAYS, until: date('2026-03-09') }, turns('A B C')));
    world.pause('s1', aLaterPause('2026-02-01', '2026-02-14'));
    const people = world.seen().map((one) => one.slice(-1));
    shift(world, 's1', days, date(from));
    expect(world.seen().map((one) => one.slice(-1))).toEqual(people);
  });

  test('keep their number and turns when the whole series moves to another weekday', () => {
    const [moved, whole] = both(ENDING);
    for (const each of [moved, whole]) each.extend('s1', date('2026-02-25'));
    moved.edit('s1', '2026-03-09', 'all', { date: date('2026-03-10') }, context(date('2026-02-25')));
    const people = (of: SeriesWorld) => seenLater(of).map((one) => one.slice(11));
    expect(people(moved)).toEqual(people(whole));
  });

  test('lose no turn when a shift by days moves edited occurrences out of the pause', () => {
    world.begin(seriesState({ frequency: 'daily', count: 60 }, turns('A B C')));
    for (const day of ['2026-02-01', '2026-02-02'])
      world.edit('s1', day, 'this', { content: { title: 'Mine' } });
    world.pause('s1', aLaterPause('2026-02-01', '2026-02-14'));
    shift(world, 's1', 10, date('2026-01-10'));
    const indexes = [...world.rows.values()].map(({ seriesId, seriesIndex }) =>
      seriesId === 's1' ? seriesIndex : seriesIndex + 5,
    );
    expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  });
});

describe('a deleted occurrence', () => {
  const deleted = (world: SeriesWorld, day: string, isEmptied: boolean) => {
    const target = world.occurrence('s1', day);
    world.apply('s1', planDelete(world.get('s1'), world.of('s1'), target, 'this', context()));
    if (isEmptied) world.rows.delete(target.id);
  };
  const PAUSE = aLaterPause('2026-02-01', '2026-02-21');

  test.each([[false], [true]])(
    'stays deleted on its postponed date after a pause is added, and on its old date after the pause is removed (trash emptied: %s)',
    (isEmptied) => {
      const world = new SeriesWorld();
      world.begin(seriesState(MONDAYS, turns('A B C')));
      deleted(world, '2026-02-09', isEmptied);
      const before = line(world.of('s1').filter(isLive), 20);
      world.pause('s1', PAUSE);
      expect(line(world.of('s1').filter(isLive).slice(4), 3)).toBe('02-23#4B 03-09#6A 03-16#7B');
      world.apply('s1', planPauses(world.get('s1'), world.of('s1'), [], context()));
      expect(line(world.of('s1').filter(isLive), 20)).toBe(before);
    },
  );

  test('stays deleted if a pause postpones it beyond the last planned date, and if a pause gets its end only later', () => {
    const world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C')));
    deleted(world, '2026-03-30', true);
    deleted(world, '2026-02-16', false);
    world.pause('s1', PAUSE);
    world.extend('s1', date('2026-03-30'));
    const indexes = world
      .of('s1')
      .filter(isLive)
      .map(({ seriesIndex }) => seriesIndex);
    expect(indexes).toEqual(Array.from({ length: 22 }, (_, at) => at).filter((at) => at !== 6 && at !== 12));

    const open = new SeriesWorld();
    open.begin(seriesState(MONDAYS, turns('A B C')));
    deleted(open, '2026-02-16', false);
    open.pause('s1', { ...PAUSE, to: null });
    const at = context(date('2026-02-22'));
    open.apply('s1', planPauses(open.get('s1'), open.of('s1'), [PAUSE], at));
    expect(line(open.of('s1').filter(isLive).slice(4), 3)).toBe('02-23#4B 03-02#5C 03-16#7B');
  });
});

const BOUNDS = fc.constantFrom<Pick<RecurrenceRule, 'count' | 'until'>>(
  {},
  { count: 25 },
  { until: date('2026-03-20') },
);
const PAUSES = fc.array(fc.record({ after: fc.nat(70), days: fc.integer({ min: 1, max: 30 }) }), {
  minLength: 1,
  maxLength: 2,
});
const START = date('2026-01-01');

/** Returns a series with pauses of mode later, in which some rows were changed before. */
function paused(
  rule: RecurrenceRule,
  rotation: Parameters<typeof seriesState>[1],
  pauses: readonly { readonly after: number; readonly days: number }[],
  touched: readonly number[],
): SeriesWorld {
  const world = new SeriesWorld();
  world.begin(seriesState(rule, rotation, { start: START }), context(START));
  const rows = world.of('s1');
  for (const place of touched) {
    const row = rows[place % rows.length];
    if (row) world.edit('s1', row.originalDate, 'this', { responsibleMemberIds: [D] }, context(START));
  }
  for (const [at, { after, days }] of pauses.entries()) {
    const from = addDays(START, after);
    world.pause('s1', aLaterPause(from, addDays(from, days - 1), `p${at}`), context(START));
  }
  return world;
}
const TOUCHED = fc.array(fc.nat(90), { maxLength: 3 });

describe('random series with any rule, end, turns and pauses', () => {
  test('lose and repeat no turn, keep the members of unchanged rows, and have no unchanged row within a pause [D5]', () => {
    fc.assert(
      fc.property(RULES, BOUNDS, ROTATIONS, PAUSES, TOUCHED, (rule, bounds, rotation, pauses, touched) => {
        const bounded = rule.count === undefined ? { ...rule, ...bounds } : rule;
        const isBounded = bounded.count !== undefined || bounded.until !== undefined;
        const [never, held] = [[], pauses].map((each) => paused(bounded, rotation, each, touched));
        for (const each of [never, held]) each!.extend('s1', addDays(START, isBounded ? 8_000 : 200));
        const indexes = (of: SeriesWorld | undefined) =>
          of!
            .of('s1')
            .map(({ seriesIndex }) => seriesIndex)
            .sort((a, b) => a - b);
        const [expected, now] = [indexes(never), indexes(held)];
        expect(new Set(now).size).toBe(now.length);
        if (touched.length === 0) expect(now).toEqual(expected.slice(0, now.length));
        if (touched.length === 0 && isBounded) expect(now.length).toBe(expected.length);
        const isByIndex =
          rotation.kind === 'shuffle' || (rotation.kind === 'turns' && rotation.unit === 'occurrence');
        const people = (of: SeriesWorld | undefined) =>
          new Map(of!.of('s1').map((row) => [row.seriesIndex, letters(row.responsibleMemberIds)]));
        const [before, after] = [people(never), people(held)];
        for (const [index, who] of after) if (isByIndex) expect(who).toBe(before.get(index) ?? who);
        for (const { after: begins, days } of pauses)
          for (const { date: on, isException } of held!.of('s1')) {
            const isWithin = on! >= addDays(START, begins) && on! < addDays(START, begins + days);
            expect(isWithin && !isException).toBe(false);
          }
      }),
      runs(120),
    );
  });

  test('have the same dates and members, now and later, after a split that changes nothing [D5]', () => {
    fc.assert(
      fc.property(
        RULES,
        BOUNDS,
        ROTATIONS,
        PAUSES,
        TOUCHED,
        fc.nat(500),
        fc.nat(300),
        (rule, bounds, rotation, pauses, touched, place, extended) => {
          const bounded = rule.count === undefined ? { ...rule, ...bounds } : rule;
          const [whole, split] = [0, 1].map(() => paused(bounded, rotation, pauses, touched)) as [
            SeriesWorld,
            SeriesWorld,
          ];
          const rows = split.of('s1').filter(isLive);
          const target = rows[place % rows.length];
          split.edit('s1', target?.originalDate ?? '', 'following', {}, context(START));
          for (const each of [whole, split])
            for (const { id } of [...each.series.values()]) each.extend(id, addDays(START, extended));
          expect(split.seen()).toEqual(whole.seen());
        },
      ),
      runs(100),
    );
  });

  const BY_INDEX = fc.constantFrom(
    turns('A B C'),
    turns('A A BC', { length: 2, offset: 1 }),
    shuffle('ABCD'),
  );
  const DAYS = fc.integer({ min: -20, max: 20 }).filter((days) => days !== 0);

  test('keep the order of turns when their dates move by some days, lose no date when dates move to later days, and move no date into a pause [D5]', () => {
    fc.assert(
      fc.property(
        RULES,
        BOUNDS,
        BY_INDEX,
        PAUSES,
        DAYS,
        fc.nat(80),
        (rule, bounds, rotation, pauses, days, from) => {
          const bounded = rule.count === undefined ? { ...rule, ...bounds } : rule;
          const isBounded = bounded.count !== undefined || bounded.until !== undefined;
          const [whole, moved] = [0, 1].map(() => paused(bounded, rotation, pauses, [])) as [
            SeriesWorld,
            SeriesWorld,
          ];
          const before = moved.seen();
          shift(moved, 's1', days, addDays(START, from), context(START));
          for (const each of [whole, moved])
            for (const { id } of [...each.series.values()])
              each.extend(id, addDays(START, isBounded ? 8_000 : 200));
          const turnsOf = (each: SeriesWorld) => each.seen().map((one) => one.slice(11));
          const [expected, now] = [turnsOf(whole), turnsOf(moved)];
          const most = Math.min(expected.length, now.length);
          expect(now.slice(0, most)).toEqual(expected.slice(0, most));
          // Dates that would lie before a row that stays are left out.
          if (isBounded && days > 0) expect(now.length).toBe(expected.length);
          for (const { after, days: length } of pauses)
            for (const one of moved.seen()) {
              const day = date(one.slice(0, 10));
              if (before.some((was) => was.startsWith(day))) continue;
              expect(day >= addDays(START, after) && day < addDays(START, after + length)).toBe(false);
            }
        },
      ),
      runs(100),
    );
  });
});
