import { beforeEach, describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { comingDates } from '../../../domain/series/dates.js';
import {
  horizonOn,
  planFirstRows,
  planHorizon,
  planMissed,
  planAfterClosing,
  planAfterReopening,
} from '../../../domain/series/horizon.js';
import { NOTHING_TO_DO } from '../../../domain/series/plan.js';
import { livingIndexes } from '../../../domain/series/series.js';
import { A, B, turns } from '../../builders/members.js';
import {
  context,
  date,
  line,
  SeriesWorld,
  seriesState,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { DAY } from '../../builders/instants.js';

describe('planning the rows of a series up to the horizon, 90 days ahead', () => {
  const weekly = { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] } as const;

  describe('for a new series', () => {
    test('creates rows up to the 90th day ahead, inclusive', () => {
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

    test('begins on the first date of the rule', () => {
      const series = { ...seriesState(weekly, null), start: TODAY, horizon: TODAY };
      expect(planFirstRows(series, horizonOn(TODAY), context()).series?.start).toBe('2026-01-06');
    });

    test('creates all rows since a start in the recent past', () => {
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

    test('creates the first row and the rows of the last 90 days if the start is long ago [T-R13, T-R12]', () => {
      const series = seriesState({ frequency: 'daily' }, turns('A B C'), { start: date('1996-01-01') });
      const plan = planFirstRows(series, horizonOn(TODAY), context());
      expect(plan.create).toHaveLength(1 + 90 + 91);
      expect(plan.create.slice(0, 2).map((row) => [row.originalDate, row.seriesIndex])).toEqual([
        ['1996-01-01', 0],
        ['2025-10-07', 10_872],
      ]);
      expect(plan.create.at(-1)).toMatchObject({ originalDate: '2026-04-05', seriesIndex: 11_052 });
    });

    test('creates the first row if the start lies beyond the horizon [T-R16]', () => {
      const rare = seriesState({ frequency: 'yearly' }, null, { start: date('2026-12-24') });
      const plan = planFirstRows(rare, horizonOn(TODAY), context());
      expect(plan.create.map(({ originalDate }) => originalDate)).toEqual(['2026-12-24']);
      expect(plan.series).toMatchObject({ horizon: '2026-12-25', nextIndex: 1 });
    });

    test('stops at the count and at the until date, inclusive [T-R7]', () => {
      const dates = (rule: object) =>
        planFirstRows(
          seriesState({ frequency: 'daily', ...rule }, null),
          horizonOn(TODAY),
          context(),
        ).create.map(({ originalDate }) => originalDate);
      expect(dates({ count: 2 })).toEqual(['2026-01-05', '2026-01-06']);
      expect(dates({ until: date('2026-01-06') })).toEqual(['2026-01-05', '2026-01-06']);
    });

    test('creates one row if the series repeats after completion', () => {
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

  describe('as days go by', () => {
    test('gives the same plan twice, and an empty plan after it was applied or if the clock was set back [T-O3]', () => {
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

    test('gives the same rows if it runs on several days as if it runs only on the last of them [T-O3, T-R12]', () => {
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

    test('does not create a deleted date again and does not use its index for another date [T-O6]', () => {
      const state = seriesState({ frequency: 'daily' }, turns('A B C'), {
        excludedDates: [date('2026-01-06')],
      });
      const world = new SeriesWorld();
      world.begin(state);
      expect(line(world.of('s1'), 3)).toBe('01-05#0A 01-07#2C 01-08#3A');
    });

    test('gives the next dates of a yearly series beyond the horizon [T-R16]', () => {
      const rare = seriesState({ frequency: 'yearly' }, turns('A B'));
      expect(comingDates(rare, addDays(TODAY, 1), 2)).toEqual(['2027-01-05', '2028-01-05']);
      expect(comingDates({ ...rare, ended: true }, TODAY, 2)).toEqual([]);
    });
  });
});

describe('planMissed', () => {
  const PARIS = 'Europe/Paris' as TimeZone;
  /** The 9th of January in Paris, although still the 8th in UTC. */
  const LATE_ON_8TH = Date.UTC(2026, 0, 8, 23, 30);

  function missedOn(
    today: string,
    patches: Record<string, Partial<StoredRow>> = {},
    missed: 'keep' | 'keepLatest' = 'keepLatest',
  ) {
    const world = new SeriesWorld();
    world.begin(seriesState({ frequency: 'daily', count: 6 }, turns('A B'), { missed }));
    for (const [day, patch] of Object.entries(patches)) world.set(world.row('s1', `2026-01-${day}`), patch);
    const changes = planMissed(world.get('s1'), world.of('s1'), date(today), PARIS);
    for (const { set } of changes) expect(set).toEqual({ status: 'SKIPPED', skippedReason: 'MISSED' });
    return changes.map(({ id }) => world.rows.get(id)?.originalDate.slice(8)).join(' ');
  }

  test.each<[string, string, Record<string, Partial<StoredRow>>, string]>([
    ['skips no occurrence on the day of the first one [T-R12]', '2026-01-05', {}, ''],
    ['skips a missed occurrence when a newer occurrence is due [T-R12]', '2026-01-06', {}, '05'],
    [
      'leaves only the latest due occurrence open after several missed days [T-R12]',
      '2026-01-09',
      {},
      '05 06 07 08',
    ],
    ['never skips the last occurrence of a series', '2026-06-01', {}, '05 06 07 08 09'],
    [
      'does not skip done and deleted occurrences',
      '2026-01-08',
      { '05': { status: 'DONE' }, '06': { status: 'CANCELLED', deleted: true } },
      '07',
    ],
    [
      'does not skip a missed occurrence if the newer one is done',
      '2026-01-06',
      { '06': { status: 'DONE' } },
      '',
    ],
    [
      'uses the date to which an exception was moved',
      '2026-01-07',
      { '05': { date: date('2026-01-07'), isException: true } },
      '06',
    ],
    [
      'does not skip an occurrence that was reopened after the newest one became due',
      '2026-01-09',
      { '06': { statusAt: LATE_ON_8TH } },
      '05 07 08',
    ],
    [
      'skips a reopened occurrence when another occurrence becomes due on a later day',
      '2026-01-09',
      { '06': { statusAt: LATE_ON_8TH - DAY } },
      '05 06 07 08',
    ],
    [
      'never skips an occurrence without a date',
      '2026-01-07',
      { '05': { date: null, isException: true } },
      '06',
    ],
  ])('chooses the expected occurrences of a daily series: it %s', (_, today, patches, expected) =>
    expect(missedOn(today, patches)).toBe(expected),
  );

  test('skips no occurrence if the series has the policy missed=keep', () =>
    expect(missedOn('2026-01-09', {}, 'keep')).toBe(''));
});

describe('a series that repeats after completion', () => {
  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState({ kind: 'afterCompletion', every: 5, unit: 'day' }, turns('A B C')));
  });

  function close(row: StoredRow, on: CivilDate, status: 'DONE' | 'SKIPPED' = 'DONE') {
    world.set(row, { status });
    const closed = world.row('s1', row.originalDate);
    const plan = planAfterClosing(world.get('s1'), world.of('s1'), closed, on, context(on));
    world.apply('s1', plan);
    return plan;
  }
  function reopen(day: string) {
    world.set(world.row('s1', day), { status: 'TODO' });
    const plan = planAfterReopening(world.get('s1'), world.of('s1'), world.row('s1', day));
    world.apply('s1', plan);
    return plan;
  }
  const open = () => world.of('s1').filter(({ status }) => status === 'TODO');

  test('counts the next date from the day of completion, however late, and gives the next member the turn [T-R12]', () => {
    close(world.row('s1', TODAY), date('2026-02-20'));
    expect(line(open())).toBe('02-25#1B');
    expect(open()[0]?.ticked).toBe(false);
  });

  test('also creates the next occurrence after a skip, which uses up the turn [T-O12]', () => {
    close(world.row('s1', TODAY), date('2026-01-06'), 'SKIPPED');
    expect(line(open())).toBe('01-11#1B');
  });

  test('does not repeat the same date when an occurrence is done early [T-R12]', () => {
    close(world.row('s1', TODAY), date('2025-12-31'));
    expect(line(open())).toBe('01-06#1B');
  });

  test.each<[string, 'month' | 'year', string]>([
    ['2026-01-31', 'month', '2026-02-28'],
    ['2024-02-29', 'year', '2025-02-28'],
  ])('that is done on %s is due again one %s later, on %s [T-R1]', (on, unit, expected) => {
    world.begin(
      seriesState({ kind: 'afterCompletion', every: 1, unit }, null, { start: date('2020-01-01') }),
    );
    const plan = planAfterClosing(
      world.get('s2'),
      world.of('s2'),
      world.row('s2', '2020-01-01'),
      date(on),
      context(),
    );
    expect(plan.create.map(({ originalDate }) => originalDate)).toEqual([expected]);
  });

  test('creates one next occurrence if an occurrence is completed twice [T-O2]', () => {
    close(world.row('s1', TODAY), TODAY);
    expect(close(world.row('s1', TODAY), TODAY)).toBe(NOTHING_TO_DO);
    expect(open()).toHaveLength(1);
  });

  test('removes the next occurrence when the last one is reopened and creates it again on completion [T-O2]', () => {
    close(world.row('s1', TODAY), TODAY);
    reopen(TODAY);
    expect(line(open())).toBe('01-05#0A');
    close(world.row('s1', TODAY), date('2026-01-07'));
    expect(line(open())).toBe('01-12#1B');
  });

  test('keeps a next occurrence that has ticks when the last one is reopened, and creates no third occurrence [T-O2]', () => {
    close(world.row('s1', TODAY), TODAY);
    world.set(world.row('s1', '2026-01-10'), { ticked: true });
    expect(reopen(TODAY)).toBe(NOTHING_TO_DO);
    expect(line(open())).toBe('01-05#0A 01-10#1B');
    expect(close(world.row('s1', TODAY), TODAY)).toBe(NOTHING_TO_DO);
    close(world.row('s1', '2026-01-10'), date('2026-01-10'));
    expect(line(open())).toBe('01-15#2C');
  });

  test('keeps later occurrences when an older occurrence is reopened [T-O2]', () => {
    close(world.row('s1', TODAY), TODAY);
    close(world.row('s1', '2026-01-10'), date('2026-01-10'));
    expect(reopen(TODAY)).toBe(NOTHING_TO_DO);
    expect(line(open())).toBe('01-05#0A 01-15#2C');
  });

  test('plans no next occurrence on completion if the series has ended, or if it has a rule with fixed dates instead', () => {
    const row = world.row('s1', TODAY);
    expect(planAfterClosing({ ...world.get('s1'), ended: true }, [row], row, TODAY, context())).toBe(
      NOTHING_TO_DO,
    );
    const daily = seriesState({ frequency: 'daily' }, null);
    expect(planAfterClosing(daily, [row], row, TODAY, context())).toBe(NOTHING_TO_DO);
    expect(planAfterReopening(daily, [row], row)).toBe(NOTHING_TO_DO);
  });

  test('always has exactly one open occurrence. Each completion or skip advances the index and the assignee', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ skip: fc.boolean(), after: fc.nat(9) }), { maxLength: 20 }),
        (steps) => {
          world = new SeriesWorld();
          world.begin(seriesState({ kind: 'afterCompletion', every: 2, unit: 'day' }, turns('A B C')));
          steps.forEach(({ skip, after }, place) => {
            const row = open()[0] as StoredRow;
            const on = date(`2026-03-${String(after + place + 1).padStart(2, '0')}`);
            close(row, on, skip ? 'SKIPPED' : 'DONE');
            expect(open()).toHaveLength(1);
            expect(open()[0]).toMatchObject({
              seriesIndex: place + 1,
              responsibleMemberIds: ['ABC'.charAt((place + 1) % 3)],
            });
          });
        },
      ),
    );
  });
});
