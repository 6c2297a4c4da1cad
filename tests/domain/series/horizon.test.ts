import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import { comingDates } from '../../../domain/series/dates.js';
import { horizonOn, planFirstRows, planHorizon } from '../../../domain/series/horizon.js';
import { NOTHING_TO_DO } from '../../../domain/series/plan.js';
import { livingIndexes } from '../../../domain/series/series.js';
import { A, B, turns } from '../../builders/members.js';
import { context, date, line, SeriesWorld, seriesState, TODAY } from '../../builders/series-world.js';

const weekly = { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] } as const;

describe('the first rows of a series', () => {
  test('reach 90 days ahead, the 90th included', () => {
    const plan = planFirstRows(
      seriesState({ frequency: 'daily' }, turns('A B')),
      horizonOn(TODAY),
      context(),
    );
    expect(plan.create).toHaveLength(91);
    expect(plan.create[1]).toEqual({
      seriesIndex: 1,
      originalDate: '2026-01-06',
      responsibleMemberIds: [B],
      turnReason: 'ROTATION',
      turnOf: null,
    });
    expect(plan.create.at(-1)?.originalDate).toBe('2026-04-05');
    expect(plan.series).toEqual({ start: '2026-01-05', horizon: '2026-04-06', nextIndex: 91 });
  });

  test('begin on the first date of the rule', () => {
    const series = { ...seriesState(weekly, null), start: TODAY, horizon: TODAY };
    expect(planFirstRows(series, horizonOn(TODAY), context()).series?.start).toBe('2026-01-06');
  });

  test('of a start in the past are all from it on', () => {
    const series = seriesState(weekly, turns('A B'), { start: date('2025-12-23') });
    const plan = planFirstRows(series, horizonOn(date('2026-01-05')), context());
    expect(plan.create.slice(0, 5).map((row) => [row.originalDate, row.seriesIndex])).toEqual([
      ['2025-12-23', 0],
      ['2025-12-26', 1],
      ['2025-12-30', 2],
      ['2026-01-02', 3],
      ['2026-01-06', 4],
    ]);
  });

  test('T-R13 T-R12 of a start long ago are the first one and those from 90 days back on', () => {
    const series = seriesState({ frequency: 'daily' }, turns('A B C'), { start: date('1996-01-01') });
    const plan = planFirstRows(series, horizonOn(TODAY), context());
    expect(plan.create).toHaveLength(1 + 90 + 91);
    expect(plan.create.slice(0, 2).map((row) => [row.originalDate, row.seriesIndex])).toEqual([
      ['1996-01-01', 0],
      ['2025-10-07', 10_872],
    ]);
    expect(plan.create.at(-1)).toMatchObject({ originalDate: '2026-04-05', seriesIndex: 11_052 });
  });

  test('T-R16 of a start beyond the horizon are the first one', () => {
    const rare = seriesState({ frequency: 'yearly' }, null, { start: date('2026-12-24') });
    const plan = planFirstRows(rare, horizonOn(TODAY), context());
    expect(plan.create.map(({ originalDate }) => originalDate)).toEqual(['2026-12-24']);
    expect(plan.series).toMatchObject({ horizon: '2026-12-25', nextIndex: 1 });
  });

  test('T-R7 stop at the count and at the until date, which is included', () => {
    const dates = (rule: object) =>
      planFirstRows(
        seriesState({ frequency: 'daily', ...rule }, null),
        horizonOn(TODAY),
        context(),
      ).create.map(({ originalDate }) => originalDate);
    expect(dates({ count: 2 })).toEqual(['2026-01-05', '2026-01-06']);
    expect(dates({ until: date('2026-01-06') })).toEqual(['2026-01-05', '2026-01-06']);
  });

  test('after completion there is one', () => {
    const series = seriesState({ kind: 'afterCompletion', every: 5, unit: 'day' }, turns('A B'));
    const plan = planFirstRows(series, horizonOn(TODAY), context());
    expect(plan.create).toEqual([
      {
        seriesIndex: 0,
        originalDate: TODAY,
        responsibleMemberIds: [A],
        turnReason: 'ROTATION',
        turnOf: null,
      },
    ]);
    expect(plan.series).toMatchObject({ nextIndex: 1 });
  });
});

describe('the horizon', () => {
  test('T-O3 is planned the same twice at once, and not at all once it is reached or the clock runs back', () => {
    const world = new SeriesWorld();
    const { id } = world.begin(seriesState({ frequency: 'daily' }, turns('A B')));
    const later = context(addDays(TODAY, 1));
    const plan = (at = later) =>
      planHorizon(world.get(id), horizonOn(at.today), livingIndexes(world.of(id)), at);
    const [one, other] = [plan(), plan()];
    expect(one).toEqual(other);
    expect(one.create).toHaveLength(1);
    world.apply(id, one);
    expect(plan()).toBe(NOTHING_TO_DO);
    expect(plan(context())).toBe(NOTHING_TO_DO);
  });

  test('T-O3 T-R12 extended day by day equals extended at once', () => {
    const rules = fc.constantFrom(
      { frequency: 'daily', interval: 3 } as const,
      weekly,
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' } as const,
      { frequency: 'daily', count: 100 } as const,
      { frequency: 'yearly' } as const,
    );
    fc.assert(
      fc.property(rules, fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), (rule, steps) => {
        const state = seriesState(rule, turns('A B C'));
        const [stepwise, atOnce] = [new SeriesWorld(), new SeriesWorld()];
        const ids = [stepwise.begin(state).id, atOnce.begin(state).id];
        let today = TODAY;
        for (const step of steps) stepwise.extend(ids[0] ?? '', (today = addDays(today, step)));
        atOnce.extend(ids[1] ?? '', today);
        expect(line(stepwise.of('s1'), 999)).toBe(line(atOnce.of('s1'), 999));
        expect(stepwise.get('s1')).toEqual(atOnce.get('s1'));
      }),
      runs(60),
    );
  });

  test('T-O6 a deleted date is not created again, and keeps its index', () => {
    const state = seriesState({ frequency: 'daily' }, turns('A B C'), {
      excludedDates: [date('2026-01-06')],
    });
    const world = new SeriesWorld();
    world.begin(state);
    expect(line(world.of('s1'), 3)).toBe('01-05#0A 01-07#2C 01-08#3A');
  });

  test('T-R16 a rare series still tells its next dates', () => {
    const rare = seriesState({ frequency: 'yearly' }, turns('A B'));
    expect(comingDates(rare, addDays(TODAY, 1), 2)).toEqual(['2027-01-05', '2028-01-05']);
    expect(comingDates({ ...rare, ended: true }, TODAY, 2)).toEqual([]);
  });
});
