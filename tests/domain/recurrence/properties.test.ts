import { createRequire } from 'node:module';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import type * as RRule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { fc, runs } from '../../support/property.js';
import { addDays, addMonths, civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { expand, type RuleDate } from '../../../domain/recurrence/expand.js';
import { nextDates } from './support/next-dates.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';
import { ruleOf } from './support/dates-of-text.js';
import { referenceDates } from './support/reference-dates.js';
import { countCandidates } from '../../../domain/recurrence/dates-per-month.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';

describe('expanding rules', () => {
  /**
   * Joins the dates to one text, because comparing thousands of small objects dominates the time of such a
   * test.
   */
  const list = (dates: Iterable<RuleDate>) =>
    [...dates].map(({ date, index }) => `${index} ${date}`).join('\n');
  const numbered = (dates: readonly string[]) =>
    dates.map((date, index) => ({ date: civilDate(date), index }));
  const days = (most: number) => fc.integer({ min: 0, max: most });
  const weekStart = fc.constantFrom('mo' as const, 'su' as const, 'sa' as const);

  jest.setTimeout(180_000);

  describe('that are random', () => {
    test('gives the dates of a day-by-day reference implementation, numbered from the start', () => {
      fc.assert(
        fc.property(arbitraryRule, arbitraryStart, days(3000), (rule, start, span) => {
          const end = addDays(start, span);
          const expected = numbered(referenceDates(rule, start, end));
          expect(list(expand(rule, start, start, end))).toBe(list(expected));
        }),
        runs(200),
      );
    });

    test('gives the same dates in any window as when it counts all dates from the start', () => {
      fc.assert(
        fc.property(arbitraryRule, arbitraryStart, days(12_000), days(900), (rule, start, age, length) => {
          const from = addDays(start, age - 400);
          const to = addDays(from, length);
          const walk = numbered(referenceDates(rule, start, to));
          const expected = walk.filter(({ date }) => date >= from);
          expect(list(expand(rule, start, from, to))).toBe(list(expected));
        }),
        runs(150),
      );
    });

    test('gives the same dates in two halves of a window as in the whole window', () => {
      fc.assert(
        fc.property(
          arbitraryRule,
          arbitraryStart,
          days(40_000),
          days(700),
          days(700),
          (rule, start, age, a, b) => {
            const [from, middle, to] = [
              addDays(start, age),
              addDays(start, age + a),
              addDays(start, age + a + b),
            ];
            const halves = [...expand(rule, start, from, middle), ...expand(rule, start, middle, to)];
            expect(list(halves)).toBe(list(expand(rule, start, from, to)));
          },
        ),
        runs(200),
      );
    });

    test('gives each date once and in order, with consecutive indexes that count excluded dates too', () => {
      fc.assert(
        fc.property(arbitraryRule, arbitraryStart, fc.uniqueArray(days(20)), (rule, start, gaps) => {
          const found = nextDates(rule, start, addDays(start, -1), 25);
          for (const [place, { date, index }] of found.entries()) {
            expect(index).toBe(place);
            if (place > 0) expect(date > found[place - 1]!.date).toBe(true);
          }
          const excluded = new Set(found.filter((_, place) => gaps.includes(place)).map(({ date }) => date));
          const kept = nextDates(rule, start, addDays(start, -1), found.length - excluded.size, excluded);
          expect(kept).toEqual(found.filter(({ date }) => !excluded.has(date)));
        }),
        runs(150),
      );
    });

    test('keeps the canonical form of the rule when it is computed again or converted to text and back', () => {
      let begun = 0;
      let drawn = 0;
      fc.assert(
        fc.property(arbitraryRule, arbitraryStart, weekStart, (rule, start, household) => {
          drawn += 1;
          const canonical = canonicalRule(rule, start, household);
          if (!canonical.ok) return;
          begun += 1;
          const { value } = canonical;
          expect(canonicalRule(value.rule, value.start, household)).toEqual(canonical);
          expect(nextDates(value.rule, value.start, addDays(value.start, -1), 1)).toEqual([
            { date: value.start, index: 0 },
          ]);
          const text = toRRule(value.rule);
          expect(readRecurrence(text)).toEqual({ ok: true, value: value.rule });
          expect(readRecurrence(`RRULE:${text.toLowerCase()}`)).toEqual({ ok: true, value: value.rule });
          expect(readRecurrence(value.rule)).toEqual({ ok: true, value: value.rule });
        }),
        runs(400),
      );
      expect(begun / drawn).toBeGreaterThan(0.65);
    });

    test('gives the same dates for the canonical form of a rule if the start is one of its dates', () => {
      fc.assert(
        fc.property(arbitraryRule, arbitraryStart, weekStart, (rule, start, household) => {
          const placed = { ...rule, firstDayOfWeek: rule.firstDayOfWeek ?? household };
          const canonical = canonicalRule(placed, start, household);
          if (!canonical.ok || canonical.value.start !== start) return;
          const end = addDays(start, 2500);
          const inCanonicalForm = expand(canonical.value.rule, start, start, end);
          expect(list(inCanonicalForm)).toBe(list(expand(placed, start, start, end)));
        }),
        runs(200),
      );
    });
  });

  /** Rules that give different numbers of dates in some months or years, and some that only seem to. */
  test.each([
    'FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD',
    'FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD;INTERVAL=2',
    'FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD',
    'FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=FORWARD',
    'FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD;INTERVAL=3',
    'FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD;BYMONTH=2,3,4',
    'FREQ=MONTHLY;BYMONTHDAY=15,31;SKIP=BACKWARD',
    'FREQ=MONTHLY;BYMONTHDAY=28,31;SKIP=BACKWARD',
    'FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD',
    'FREQ=MONTHLY;BYMONTHDAY=28,-1',
    'FREQ=MONTHLY;BYMONTHDAY=-28,-29',
    'FREQ=MONTHLY;BYMONTHDAY=1,28',
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=MONTHLY;BYDAY=4FR,-1FR',
    'FREQ=MONTHLY;BYDAY=1FR,-1FR',
    'FREQ=MONTHLY;BYDAY=2FR,-1MO;BYMONTH=1,5;INTERVAL=4',
    'FREQ=MONTHLY;BYDAY=5MO,1TU',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=8,-1',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2,-8',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1,-8',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=9',
    'FREQ=MONTHLY;BYMONTHDAY=27,28,29;BYSETPOS=-3',
    'FREQ=MONTHLY;BYMONTHDAY=31,-31;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31,-31,-30;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=4,5;BYMONTHDAY=30,-31;BYSETPOS=2',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=3',
    'FREQ=YEARLY;BYMONTH=2,4;BYDAY=MO;BYSETPOS=8,-1',
    'FREQ=YEARLY;BYMONTH=2,4;BYDAY=MO;BYSETPOS=-8',
    'FREQ=YEARLY;BYMONTH=4,5;BYMONTHDAY=1,31;SKIP=FORWARD',
    'FREQ=YEARLY;BYMONTH=2,5;BYMONTHDAY=28,29;SKIP=BACKWARD',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU;BYMONTH=1,2,7',
    'FREQ=DAILY;INTERVAL=5;BYDAY=SA,SU;BYMONTH=12,1',
  ])('computes the same indexes for the dates of %s as the reference implementation counts', (text) => {
    const rule = ruleOf(text);
    const start = civilDate('2027-05-01');
    const walk = numbered(referenceDates(rule, start, '2043-01-01'));
    for (let month = 0; month < 180; month += 1) {
      const from = addMonths(start, month);
      const to = addMonths(from, 7);
      const expected = walk.filter(({ date }) => date >= from && date < to);
      expect(list(expand(rule, start, from, to))).toBe(list(expected));
    }
  });

  test.each([
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;INTERVAL=7;BYDAY=5MO',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  ])('counts the dates of %s correctly over more than 400 years', (text) => {
    const [start, end] = [civilDate('1604-02-29'), civilDate('2451-07-01')];
    const dates = referenceDates(ruleOf(text), start, end);
    const [next] = nextDates(ruleOf(text), start, addDays(end, -1), 1);
    expect(next?.index).toBe(dates.length);
  });

  test('handles the first and the last date of the calendar', () => {
    const [first, last] = [civilDate('0001-01-01'), civilDate('9998-12-31')];
    expect(nextDates({ frequency: 'daily', interval: 999 }, first, civilDate('9998-06-01'), 9)).toHaveLength(
      0,
    );
    expect(nextDates({ frequency: 'monthly' }, first, civilDate('9998-11-01'), 9)).toEqual([
      { date: '9998-12-01', index: 9998 * 12 - 1 },
    ]);
    expect([...expand({ frequency: 'yearly' }, last, first, last)]).toEqual([]);
  });
});

describe(`comparing random rules with other libraries, PROPERTY_SEED=${fc.readConfigureGlobal().seed}`, () => {
  // The ES module of this package imports files without their extension, which Node refuses.
  const { rrulestr } = createRequire(import.meta.url)('rrule') as typeof RRule;

  const { numRuns: RULES } = runs(600);
  /** The slower library is asked for a third of the rules. */
  const { numRuns: SLOWLY } = runs(200);
  const LEAST_COMPARED = 0.65;
  const DAYS = { daily: 150, weekly: 350, monthly: 1200, yearly: 4500 };
  const FAR = civilDate('9998-12-31');

  const samples = fc
    .sample(fc.tuple(arbitraryRule, arbitraryStart), RULES)
    .map(([rule, start]) => ({ rule: bounded(rule, start), start }));

  /** Limits a rule, because other libraries search to the end of time for a date that never comes. */
  function bounded({ count, ...rule }: RecurrenceRule, start: CivilDate): RecurrenceRule {
    const last = addDays(start, DAYS[rule.frequency]);
    const found = [...expand(rule, start, start, last)].length;
    if (count !== undefined && found > 0) return { ...rule, count: Math.min(count, found) };
    return { ...rule, until: rule.until !== undefined && rule.until < last ? rule.until : last };
  }

  /** Returns true if RFC 5545 cannot express the rule, so that RFC 7529 is needed. */
  const usesSkip = (rule: RecurrenceRule) => toRRule(rule).startsWith('RSCALE');

  /**
   * Returns a known reason why rrule 2.8.1 gives other dates than RFC 5545 requires, or undefined if it must
   * agree.
   */
  function knownOfRRule(rule: RecurrenceRule): string | undefined {
    const { byDay = [], bySetPosition: positions = [] } = rule;
    if (usesSkip(rule)) return 'does not know RFC 7529';
    const ordinals = byDay.filter(({ nthOfPeriod }) => nthOfPeriod !== undefined).length;
    if (ordinals > 0 && ordinals < byDay.length)
      return 'BYDAY=SA,1MO wants both at once (dateutil too), not either';
    const fewest =
      countCandidates(rule).atLeast * (rule.frequency === 'yearly' ? new Set(rule.byMonth).size : 1);
    if (positions.some((position) => position < -Math.max(fewest, 1)))
      return 'the -9th of four is the first: slice(-9)[0]';
    if (positions.length > 1)
      return 'positions in the order written, doubles too, until the first past the end';
    return undefined;
  }

  /**
   * Returns a known reason why rrule-temporal 2.2.7 gives other dates than RFC 7529 requires, or undefined if
   * it must agree.
   */
  function knownOfTemporal(rule: RecurrenceRule): string | undefined {
    if (!usesSkip(rule)) return undefined;
    if (rule.byDay !== undefined || rule.bySetPosition !== undefined)
      return 'moves days after BYDAY and BYSETPOS, RFC 7529 section 4.1 before';
    if (rule.byMonthDay !== undefined && rule.byMonthDay.length > 1)
      return 'moves a day only in months that have no other day of the list';
    if (rule.byMonthDay?.some((day) => day < -28))
      return 'moves -31 in April to its end or past it, but that day would lie before its first';
    if (rule.skip === 'forward' && rule.frequency === 'monthly' && rule.byMonthDay !== undefined)
      return 'BYMONTHDAY=30;SKIP=FORWARD gives no 1 March, which the same rule without BYMONTHDAY gives';
    return undefined;
  }

  const lines = (rule: RecurrenceRule, start: CivilDate) =>
    `DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${toRRule(rule)}`.replace(
      /(UNTIL=\d{8})/,
      '$1T000000Z',
    );

  const rruleDates = (text: string) =>
    rrulestr(text)
      .all()
      .map((date) => date.toISOString().slice(0, 10));

  const temporalDates = (text: string) =>
    new RRuleTemporal({ rruleString: text, maxIterations: 1_000_000 })
      .all()
      .map((date) => date.toString().slice(0, 10));

  const summary: object[] = [];
  afterAll(() => console.log(`PROPERTY_SEED=${fc.readConfigureGlobal().seed}`, summary));

  test.each([
    ['rrule', rruleDates, knownOfRRule, RULES],
    ['rrule-temporal', temporalDates, knownOfTemporal, SLOWLY],
  ] as const)(
    'the library %s gives the same dates, except for rules with a known difference',
    (library, datesOf, known, rules) => {
      const explained: Record<string, number> = {};
      let compared = 0;
      let dates = 0;
      for (const { rule, start } of samples.slice(0, rules)) {
        const reason = known(rule);
        if (reason !== undefined) {
          explained[reason] = (explained[reason] ?? 0) + 1;
          continue;
        }
        const text = lines(rule, start);
        const ours = [...expand(rule, start, start, FAR)].map(({ date }) => date);
        expect({ text, dates: ours }).toEqual({ text, dates: datesOf(text) });
        compared += 1;
        dates += ours.length;
      }
      summary.push({ library, compared, dates, explained });
      expect(compared).toBeGreaterThanOrEqual(rules * LEAST_COMPARED);
    },
    120_000,
  );
});
