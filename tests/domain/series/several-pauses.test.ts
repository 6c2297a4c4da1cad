import { describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { isRule, seriesDates } from '../../../domain/series/dates.js';
import { planPauses } from '../../../domain/series/plan-pauses.js';
import { planShiftByDays } from '../../../domain/series/shift-by-days.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { aLaterPause } from '../../builders/days.js';
import { D, letters, turns } from '../../builders/members.js';
import { context, date, isLive, line, seriesState, SeriesWorld } from '../../builders/series-world.js';
import { fc, runs } from '../../support/property.js';

const START = date('2026-01-01');
const NOW = context(START);
const EVERY_THIRD_DAY: RecurrenceRule = { frequency: 'daily', interval: 3 };
const TWICE_A_WEEK: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] };
const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };

const begin = (rule: RecurrenceRule): SeriesWorld => {
  const world = new SeriesWorld();
  world.begin(seriesState(rule, turns('A B C'), { start: START }), NOW);
  return world;
};
const shift = (world: SeriesWorld, id: string, days: number, from: CivilDate): void => {
  const room = { notBefore: null, endsBefore: null };
  const made = planShiftByDays(world.get(id), world.of(id), { days, from }, room, NOW);
  if (typeof made !== 'string') world.apply(id, made.plan);
};
const goingOn = (world: SeriesWorld) => [...world.series.values()].filter(({ ended }) => !ended);
const pauseAll = (world: SeriesWorld, pause: ReturnType<typeof aLaterPause>): void => {
  for (const { id } of goingOn(world)) world.pause(id, pause, NOW);
};
const endPause = (world: SeriesWorld, ended: string): void => {
  for (const { id, pauses } of goingOn(world)) {
    const left = pauses.filter((pause) => pause.id !== (ended as typeof pause.id));
    world.apply(id, planPauses(world.get(id), world.of(id), left, NOW));
  }
};
const turn = ({ date: day, seriesIndex, responsibleMemberIds }: ReturnType<SeriesWorld['of']>[number]) =>
  `${day} #${seriesIndex}${letters(responsibleMemberIds)}`;
const turnsOf = (world: SeriesWorld) => [...world.rows.values()].filter(isLive).map(turn).sort();

/**
 * Checks that every date of the rule has one row, and that every index that the rule has passed belongs to a
 * row.
 */
function expectNoTurnLost(world: SeriesWorld): void {
  for (const series of goingOn(world)) {
    if (!isRule(series.recurrence)) continue;
    const rows = world.of(series.id);
    const dates = [...seriesDates(series, START, series.horizon)].map((one) => one.date);
    const places = rows.map(({ originalDate }) => originalDate);
    expect(places).toEqual(expect.arrayContaining(dates));
    // A part of a task that ends where another one begins has fewer dates after a pause.
    if (series.endsBefore !== null) continue;
    const indexes = new Set(rows.map(({ seriesIndex }) => seriesIndex));
    const due = Array.from(
      { length: series.nextIndex - series.startIndex },
      (_, at) => at + series.startIndex,
    );
    expect(due.filter((index) => !indexes.has(index))).toEqual([]);
  }
}

describe('a pause of mode later', () => {
  test('loses no turn when a rule of another frequency replaces the rule of the series', () => {
    const world = begin(EVERY_THIRD_DAY);
    pauseAll(world, aLaterPause('2026-01-11', '2026-01-13'));
    world.edit('s1', '2026-01-10', 'this', { responsibleMemberIds: [D] }, NOW);
    world.edit('s1', '2026-01-01', 'all', { recurrence: TWICE_A_WEEK }, NOW);
    expect(line(world.of('s1').filter(isLive))).toBe('01-03#0A 01-06#1B 01-10#2D 01-17#3A 01-20#4B 01-24#5C');
  });

  test('loses no turn when a shift moves an occurrence to the date of an occurrence that was changed', () => {
    const world = begin(MONDAYS);
    pauseAll(world, aLaterPause('2026-01-20', '2026-01-26'));
    world.edit('s1', '2026-01-19', 'this', { responsibleMemberIds: [D] }, NOW);
    shift(world, 's1', 7, date('2026-01-05'));
    expect(turnsOf(world).slice(0, 4)).toEqual([
      '2026-01-12 #0A',
      '2026-01-19 #1B',
      '2026-01-19 #2D',
      '2026-02-02 #3A',
    ]);
  });

  const AFTER_RULE = (world: SeriesWorld) => {
    pauseAll(world, aLaterPause('2026-01-11', '2026-01-13'));
    world.edit('s1', '2026-01-10', 'this', { responsibleMemberIds: [D] }, NOW);
    world.edit('s1', '2026-01-01', 'all', { recurrence: TWICE_A_WEEK }, NOW);
  };
  /** The changed occurrence stays before the pause, while its date of the rule moves into it. */
  const AFTER_SHIFT = (world: SeriesWorld) => {
    pauseAll(world, aLaterPause('2026-01-18', '2026-01-18'));
    world.edit('s1', '2026-01-16', 'this', { responsibleMemberIds: [D] }, NOW);
    shift(world, 's1', 2, date('2026-01-01'));
  };
  /** The changed occurrence stands for a date after the pause. */
  const TOUCHED_AFTER = (world: SeriesWorld) => {
    pauseAll(world, aLaterPause('2026-01-04', '2026-01-06'));
    world.edit('s1', '2026-01-07', 'this', { responsibleMemberIds: [D] }, NOW);
  };
  const MOVED_INTO = (world: SeriesWorld) => {
    pauseAll(world, aLaterPause('2026-01-05', '2026-01-07'));
    world.edit('s1', '2026-01-08', 'this', { date: date('2026-01-07') }, NOW);
  };

  test.each([
    ['if the rule was replaced before', AFTER_RULE],
    ['if the dates were shifted by days before', AFTER_SHIFT],
    ['if an occurrence after the first pause was changed', TOUCHED_AFTER],
    ['if an occurrence was moved into the first pause', MOVED_INTO],
  ])('has the same dates and turns after another pause was added and removed, %s', (_when, prepare) => {
    const world = begin(EVERY_THIRD_DAY);
    prepare(world);
    const before = turnsOf(world);
    const isOutside = (one: string) => one < '2026-02-09' || one > '2026-02-16';
    pauseAll(world, { ...aLaterPause('2026-02-09', '2026-02-15', 'p2'), mode: 'skip' });
    expect(turnsOf(world).filter(isOutside)).toEqual(before.filter(isOutside));
    endPause(world, 'p2');
    expect(turnsOf(world)).toEqual(before);
    for (const mode of ['later', 'assign'] as const) {
      const assignTo = mode === 'assign' ? D : null;
      pauseAll(world, { ...aLaterPause('2026-02-09', '2026-02-15', 'p2'), mode, assignTo });
      endPause(world, 'p2');
      expect(turnsOf(world)).toEqual(before);
    }
    expectNoTurnLost(world);
  });
});

const STEPS = fc.array(
  fc.record({
    what: fc.constantFrom('assign', 'move', 'finish', 'tick', 'rule', 'move all', 'shift', 'title'),
    place: fc.nat(8),
    days: fc.integer({ min: -5, max: 10 }),
    rule: fc.constantFrom(MONDAYS, EVERY_THIRD_DAY, TWICE_A_WEEK),
    scope: fc.constantFrom('all' as const, 'following' as const),
  }),
  { maxLength: 3, size: 'max' },
);
type Step = typeof STEPS extends fc.Arbitrary<(infer One)[]> ? One : never;

function take(world: SeriesWorld, { what, place, days, rule, scope }: Step): void {
  const rows = [...world.rows.values()]
    .filter(isLive)
    .sort((one, other) => (one.originalDate < other.originalDate ? -1 : 1));
  const row = rows[place % Math.max(rows.length, 1)];
  if (!row?.seriesId) return;
  const { seriesId: id, originalDate } = row;
  const day = addDays(row.date ?? originalDate, days);
  const edit = (reach: 'this' | typeof scope, said: object) => {
    const planned = world.plan(id, originalDate, reach, said, NOW);
    if (planned.kind === 'plan') world.apply(id, planned.plan);
  };
  switch (what) {
    case 'assign':
      return edit('this', { responsibleMemberIds: [D] });
    case 'move':
      return edit('this', { date: day });
    case 'finish':
      return world.set(row, { status: 'DONE' });
    case 'tick':
      return world.set(row, { isTouched: true, ticked: true });
    case 'rule':
      return edit(scope, { recurrence: rule });
    case 'move all':
      return edit(scope, { date: day });
    case 'shift':
      return shift(world, id, days === 0 ? 7 : days, originalDate);
    case 'title':
      return edit(scope, { content: { title: 'Pans' } });
  }
}

describe('a series with a pause of mode later and other changes before and after it', () => {
  const DAYS = fc.integer({ min: 1, max: 14 });

  test('keeps its dates outside a second pause of mode skip or assign, and has all its dates again after the second pause was removed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(MONDAYS, EVERY_THIRD_DAY, TWICE_A_WEEK),
        fc.tuple(STEPS, STEPS),
        fc.record({ wait: fc.nat(40), days: DAYS }),
        fc.record({ wait: fc.integer({ min: 1, max: 20 }), days: DAYS }),
        fc.constantFrom('skip' as const, 'later' as const, 'assign' as const),
        (rule, [before, between], later, other, mode) => {
          const world = begin(rule);
          for (const step of before) take(world, step);
          const from = addDays(START, later.wait);
          const to = addDays(from, later.days - 1);
          pauseAll(world, aLaterPause(from, to));
          for (const step of between) take(world, step);
          const was = turnsOf(world);
          const [first, last] = [addDays(to, other.wait), addDays(to, other.wait + other.days - 1)];
          const isOutside = (one: string) => one.slice(0, 10) < first || one.slice(0, 10) > last;
          const assignTo = mode === 'assign' ? D : null;
          pauseAll(world, { ...aLaterPause(first, last, 'p2'), mode, assignTo });
          if (mode !== 'later') expect(turnsOf(world).filter(isOutside)).toEqual(was.filter(isOutside));
          endPause(world, 'p2');
          expect(turnsOf(world)).toEqual(was);
          expectNoTurnLost(world);
        },
      ),
      runs(200),
    );
  });
});
