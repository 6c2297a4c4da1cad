import { describe, expect, test } from '@jest/globals';
import { PAUSE_MODES, type SeriesPause } from '../../../domain/days/pause.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { AwayPeriods } from '../../../domain/rotation/away.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import { planEditAll } from '../../../domain/series/edit-many.js';
import { planAfterClosing } from '../../../domain/series/horizon.js';
import { forgetPauses } from '../../../domain/series/recompute-pauses.js';
import { pauseOf } from '../../../domain/series/plan-pauses.js';
import { toSeriesRow } from '../../../domain/series/plan.js';
import { turnOfRow } from '../../../domain/series/turns.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { aLaterPause } from '../../builders/days.js';
import { A, B, D, turns } from '../../builders/members.js';
import { ROTATIONS, RULES } from '../../builders/rules.js';
import { context, date, isLive, planOf, seriesState, SeriesWorld } from '../../builders/series-world.js';
import { fc, runs } from '../../support/property.js';

const START = date('2026-01-01');

/** A household that never forgets pauses, for comparison. */
class Remembering extends SeriesWorld {
  override pause(id: string, pause: SeriesPause, at = context()): void {
    const [series, rows] = [this.get(id), this.of(id)];
    const pauses = [...series.pauses, pauseOf(series, rows, pause, at)];
    this.apply(id, planOf(planEditAll(series, rows, null, { pauses }, at)));
  }
}

const PAUSE = fc.record({
  /** Days since the previous pause was entered. */
  wait: fc.integer({ min: 0, max: 60 }),
  after: fc.nat(20),
  days: fc.integer({ min: 1, max: 25 }),
  mode: fc.constantFrom(...PAUSE_MODES, 'later' as const),
  touched: fc.option(fc.nat(40)),
});
const AWAY = fc.array(
  fc.record({
    who: fc.constantFrom(A, B),
    from: fc.nat(300),
    days: fc.option(fc.integer({ min: 1, max: 60 })),
  }),
  { maxLength: 2 },
);
const BOUNDS = fc.constantFrom({}, { count: 60 }, { until: date('2026-09-20') });
const SEASON = fc.constantFrom(null, [{ from: '02-10', to: '11-20' }] as never);

/** All stored fields of the rows that a response shows. */
const told = (world: SeriesWorld, from = '') =>
  [...world.rows.values()]
    .filter((row) => (row.date ?? '') >= from)
    .map(({ originalDate, originalTime, date: on, seriesIndex, responsibleMemberIds, turnReason, turnOf }) =>
      JSON.stringify([on, originalDate, originalTime, seriesIndex, responsibleMemberIds, turnReason, turnOf]),
    )
    .sort();

describe('pauses that ended long ago', () => {
  test('are removed from the series without changing any past or future date or turn', () => {
    let forgotten = 0;
    fc.assert(
      fc.property(
        RULES,
        BOUNDS,
        SEASON,
        ROTATIONS,
        fc.array(PAUSE, { minLength: 2, maxLength: 6 }),
        AWAY,
        (rule, bounds, season, rotation, pauses, absences) => {
          const bounded = rule.count === undefined ? { ...rule, ...bounds } : rule;
          const away: AwayPeriods = Map.groupBy(
            absences.map(({ who, from, days }) => ({
              ...{ who, from: addDays(START, from) },
              to: days === null ? null : addDays(START, from + days),
            })),
            ({ who }) => who,
          );
          const worlds = [new SeriesWorld(), new Remembering()];
          const on = (today: CivilDate) => context(today, { away });
          for (const world of worlds)
            world.begin(seriesState(bounded, rotation, { start: START, season }), on(START));
          fc.pre(!worlds[0]!.get('s1').ended);
          let today = START;
          for (const [at, { wait, after, days, mode, touched }] of pauses.entries()) {
            today = addDays(today, wait);
            const from = addDays(today, after);
            const fact: SeriesPause = {
              ...aLaterPause(from, addDays(from, days - 1), `p${at}`),
              ...{ mode, assignTo: mode === 'assign' ? D : null },
            };
            for (const world of worlds) {
              world.extend('s1', today, on(today));
              const coming = world.of('s1').filter((row) => isLive(row) && (row.date ?? '') >= today);
              const row = touched === null ? undefined : coming[touched % Math.max(1, coming.length)];
              if (row) world.edit('s1', row.originalDate, 'this', { responsibleMemberIds: [D] }, on(today));
              world.pause('s1', fact, on(today));
            }
          }
          const [forgetting, remembering] = worlds.map((world) => {
            world.extend('s1', addDays(today, 200), on(addDays(today, 200)));
            return world;
          }) as [SeriesWorld, SeriesWorld];
          forgotten += remembering.get('s1').pauses.length - forgetting.get('s1').pauses.length;
          expect(told(forgetting)).toEqual(told(remembering));
          // Planning the turns again gives the same result.
          for (const row of forgetting.of('s1').filter((one) => isLive(one) && (one.date ?? '') >= today)) {
            const [one, other] = [forgetting, remembering].map((world) =>
              turnOfRow(world.get('s1'), row, on(today)),
            );
            expect(one).toEqual(other);
          }
        },
      ),
      runs(100),
    );
    // If no pause had been forgotten, the comparison would prove nothing.
    expect(forgotten).toBeGreaterThan(30);
  });

  test.each<[string, Recurrence, Rotation]>([
    ['daily', { frequency: 'daily' }, turns('A B C')],
    ['weekly, by weeks', { frequency: 'weekly', byDay: [{ day: 'mo' }] }, turns('A B C', { unit: 'week' })],
    ['monthly', { frequency: 'monthly', byMonthDay: [31], skip: 'backward' }, turns('A B C')],
    ['every other year', { frequency: 'yearly', interval: 2, byMonth: [6], byMonthDay: [30] }, turns('A B')],
    ['after completion', { kind: 'afterCompletion', every: 5, unit: 'day' }, turns('A B C')],
  ])('do not accumulate over the years in a series that repeats %s', (_name, recurrence, rotation) => {
    const world = new SeriesWorld();
    world.begin(seriesState(recurrence, rotation, { start: START }), context(START));
    let most = 0;
    for (let month = 0; month < 48; month += 1) {
      const today = addDays(START, month * 30);
      world.extend('s1', today);
      if (!('frequency' in recurrence)) complete(world, today);
      for (const mode of PAUSE_MODES) {
        const days = aLaterPause(addDays(today, 3), addDays(today, 9), `${mode}${month}`);
        const assignTo = mode === 'assign' ? D : null;
        world.pause('s1', { ...days, mode, assignTo }, context(today));
      }
      most = Math.max(most, world.get('s1').pauses.length);
    }
    // The pauses of this month and of the previous month, which is still relevant.
    expect(most).toBeLessThanOrEqual(6);
  });

  test('are kept while a current absence began before the pause ended, or a date that the pause moved is still open', () => {
    const today = addDays(START, 90);
    const weekly = { frequency: 'weekly', byDay: [{ day: 'mo' }] } as const;
    const [from, to] = [addDays(START, 30), addDays(START, 45)];
    const pauses = [aLaterPause(from, to)];
    const series = seriesState(weekly, turns('A B C'), { start: START, pauses, horizon: addDays(today, 91) });
    const since = (day: CivilDate) => context(today, { away: new Map([[A, [{ from: day, to: null }]]]) });
    expect(forgetPauses(series, [], context(today)).pauses).toEqual([]);
    expect(forgetPauses(series, [], since(addDays(to, 10))).pauses).toEqual([]);
    expect(forgetPauses(series, [], since(from)).pauses).toEqual(pauses);
    // The absence of a member who takes no turns does not matter.
    const elsewhere = context(today, { away: new Map([[D, [{ from, to: null }]]]) });
    expect(forgetPauses(series, [], elsewhere).pauses).toEqual([]);
    const each = { kind: 'afterCompletion', every: 5, unit: 'day' } as const;
    const world = new SeriesWorld();
    world.begin(seriesState(each, null, { start: addDays(from, 2) }), context(START));
    world.pause('s1', aLaterPause(from, to), context(START));
    const [open] = world.of('s1');
    expect(open?.date).toBe(addDays(to, 1));
    expect(forgetPauses(world.get('s1'), world.of('s1'), context(today)).pauses).toHaveLength(1);
  });
});

/** Completes the open occurrence today. */
function complete(world: SeriesWorld, today: CivilDate): void {
  const [row] = world.of('s1').filter(isLive);
  if (row === undefined) return;
  world.set(row, { status: 'DONE' });
  const closed = toSeriesRow(world.occurrence('s1', row.originalDate), null)!;
  world.apply('s1', planAfterClosing(world.get('s1'), world.of('s1'), closed, today, context(today)));
}
