import { describe, expect, test } from '@jest/globals';
import { addDays, civilDate, toDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import { parseTimeZone, toInstant, type TimeZone } from '../../../domain/shared/zone.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import {
  findRhythm,
  listPurchases,
  suggestStaples,
  PURCHASES_KEPT,
  STAPLES_LIMIT,
  withPurchases,
} from '../../../domain/shopping/staples.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { fc, runs } from '../../support/property.js';

const PARIS = parseTimeZone('Europe/Paris') as TimeZone;
const FIRST = civilDate('2026-09-05');
const on = (date: CivilDate, time = '10:00') => toInstant(PARIS, date, civilTime(time));
const day = (offset: number) => addDays(FIRST, offset);
const line = (offsets: readonly number[], fields: { name?: string; declined?: number } = {}) => ({
  ...{ name: fields.name ?? 'milk', unit: null, section: null },
  bought: offsets.map((offset) => on(day(offset))),
  declinedAt: fields.declined === undefined ? null : on(day(fields.declined)),
});
const due = (today: number, ...lines: ReturnType<typeof line>[]) =>
  suggestStaples(lines, { today: day(today), zone: PARIS });

describe('findRhythm', () => {
  test.each([
    ['every week', [0, 7, 14, 21], 7],
    ['every week, although one purchase was late', [0, 7, 16, 23, 30], 7],
    ['the upper of two usual intervals', [0, 3, 7, 10, 14], 4],
    ['none, because several purchases on one day count once', [0, 0, 7, 7, 14], null],
    ['none from three purchases', [0, 7, 14], null],
    ['none without purchases', [], null],
  ])('finds the interval between purchases: %s', (_name, offsets, expected) =>
    expect(findRhythm(offsets.map(day))).toBe(expected),
  );

  const intervals = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 11 });
  const daysOf = (gaps: readonly number[]) =>
    gaps.reduce<CivilDate[]>((days, gap) => [...days, addDays(days.at(-1) ?? FIRST, gap)], [FIRST]);

  test('returns a value between the shortest and the longest interval, regardless of the order of the days', () => {
    fc.assert(
      fc.property(intervals, fc.nat(), (gaps, turn) => {
        const days = daysOf(gaps);
        const rhythm = findRhythm(days);
        expect(rhythm).toBeGreaterThanOrEqual(Math.min(...gaps));
        expect(rhythm).toBeLessThanOrEqual(Math.max(...gaps));
        const at = turn % days.length;
        expect(findRhythm([...days.slice(at), ...days.slice(0, at)].toReversed())).toBe(rhythm);
      }),
      runs(300),
    );
  });

  test('ignores a single different interval among equal ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(4),
        (gap, odd, at) => {
          expect(findRhythm(daysOf([gap, gap, gap, gap].toSpliced(at, 0, odd)))).toBe(gap);
        },
      ),
      runs(200),
    );
  });

  test('gives an interval after which suggestStaples suggests the item, until three intervals have passed', () => {
    fc.assert(
      fc.property(intervals, fc.integer({ min: 0, max: 400 }), (gaps, later) => {
        const days = daysOf(gaps);
        const last = days.at(-1)!;
        const everyDays = findRhythm(days)!;
        const bought = days.map((date) => on(date));
        const [staple] = suggestStaples(
          [{ name: 'x', unit: null, section: null, bought, declinedAt: null }],
          {
            ...{ today: addDays(last, later), zone: PARIS },
          },
        );
        const isDue = later >= everyDays && later <= 3 * everyDays;
        expect(staple).toEqual(
          isDue
            ? {
                ...{ name: 'x', unit: null, section: null },
                ...{ everyDays, lastBoughtOn: last, dueOn: addDays(last, everyDays) },
              }
            : undefined,
        );
      }),
      runs(300),
    );
  });
});

describe('suggestStaples', () => {
  test("counts purchases for their day in the household's time zone, even late in the evening", () => {
    const late = { ...line([]), bought: [0, 7, 14, 21].map((offset) => on(day(offset), '23:30')) };
    expect(due(27, late)).toEqual([]);
    expect(due(28, late)).toMatchObject([{ lastBoughtOn: day(21), dueOn: day(28), everyDays: 7 }]);
  });

  test('suggests a declined item again after the usual interval', () => {
    const weekly = [0, 7, 14, 21];
    expect(due(29, line(weekly, { declined: 28 }))).toEqual([]);
    expect(due(34, line(weekly, { declined: 28 }))).toEqual([]);
    expect(due(35, line(weekly, { declined: 28 }))).toHaveLength(1);
    expect(due(38, line([...weekly, 31], { declined: 28 }))).toHaveLength(1);
  });

  test('returns the items that are longest overdue first, up to the limit', () => {
    const many = Array.from({ length: STAPLES_LIMIT + 5 }, (_, i) =>
      line([0, 7, 14, 21 - (i % 3)], { name: `thing ${String(i).padStart(2, '0')}` }),
    );
    const told = due(30, ...many);
    expect(told).toHaveLength(STAPLES_LIMIT);
    const days = told.map(({ dueOn }) => toDayNumber(dueOn));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });
});

describe('purchases of an item', () => {
  const item = (name: string, checkedAt: number | null) => ({ name, checkedAt }) as ShoppingItem;

  test('are recorded from ticks under the current name of the item, and removed when the tick is removed', () => {
    expect(
      listPurchases([
        { before: item('milk', null), after: item('Milks', 5) },
        { before: null, after: item('milk', 6) },
        { before: item('bread', 3), after: item('bread', null) },
        { before: item('rice', 4), after: item('rice', 4) },
        { before: item('tea', null), after: item('tea', null) },
      ]),
    ).toEqual([
      { nameKey: 'milk', came: [5, 6], went: [] },
      { nameKey: 'bread', came: [], went: [3] },
    ]);
  });

  test('are remembered once each, latest first, and forgotten when the tick is removed', () => {
    const instants = fc.array(fc.nat(40), { maxLength: 30 });
    fc.assert(
      fc.property(instants, instants, instants, (known, came, went) => {
        const kept = withPurchases(known, { came, went });
        expect(kept.length).toBeLessThanOrEqual(PURCHASES_KEPT);
        expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => b - a));
        expect(kept.filter((at) => went.includes(at))).toEqual([]);
        const all = new Set([...known, ...came].filter((at) => !went.includes(at)));
        expect(kept).toEqual([...all].toSorted((a, b) => b - a).slice(0, PURCHASES_KEPT));
        expect(withPurchases(kept, { came: kept, went: [] })).toEqual(kept);
      }),
      runs(300),
    );
  });
});
