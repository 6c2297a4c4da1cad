import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { processorTime } from '../../support/processor-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { civilDate, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { nextAfterCompletion, type RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';
import { ruleOf } from './support/dates-of-text.js';

describe('reading a recurrence', () => {
  function problemsOf(input: unknown): string[] {
    const read = readRecurrence(input);
    return read.ok ? [] : read.problems.map(({ field, rule }) => `${field} ${rule}`.trim());
  }

  const monday = { day: 'mo' };

  describe('that is valid', () => {
    test.each<[input: unknown, value: object]>([
      [{ frequency: 'daily' }, { frequency: 'daily' }],
      [
        { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }], colour: 'red', until: '2026-12-31' },
        { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }], until: '2026-12-31' },
      ],
      [{ frequency: 'weekly', rscale: 'gregorian' }, { frequency: 'weekly' }],
      [
        { kind: 'afterCompletion', every: 5, unit: 'day' },
        { kind: 'afterCompletion', every: 5, unit: 'day' },
      ],
      [
        ' rrule:freq=weekly;byday=tu,th;wkst=su; ',
        { frequency: 'weekly', firstDayOfWeek: 'su', byDay: [{ day: 'tu' }, { day: 'th' }] },
      ],
      [
        'FREQ=MONTHLY;BYDAY=+1MO,-5SU',
        {
          frequency: 'monthly',
          byDay: [
            { day: 'mo', nthOfPeriod: 1 },
            { day: 'su', nthOfPeriod: -5 },
          ],
        },
      ],
      ['RRULE:FREQ=MONTH\r\n LY;COUNT=3', { frequency: 'monthly', count: 3 }],
      ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD', { frequency: 'yearly', skip: 'forward' }],
      [
        'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
        { frequency: 'monthly', byMonthDay: [30], skip: 'backward' },
      ],
      ['FREQ=DAILY;UNTIL=20261231T225959Z', { frequency: 'daily', until: '2026-12-31' }],
      [
        'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
        { frequency: 'yearly', byMonth: [2], byMonthDay: [29], byDay: [monday] },
      ],
    ])('reads the expected rule from %j', (input, value) =>
      expect(readRecurrence(input)).toEqual({ ok: true, value }),
    );

    test.each([
      ['20261231T235959Z', 'Europe/Paris', '2027-01-01'],
      ['20270101T075959Z', 'America/Los_Angeles', '2026-12-31'],
      ['20261231T235959', 'Europe/Paris', '2026-12-31'],
      ['20261231', 'Pacific/Kiritimati', '2026-12-31'],
    ])('converts UNTIL=%s in %s to the date %s', (until, zone, date) => {
      const value = { frequency: 'daily', until: date };
      expect(readRecurrence(`FREQ=DAILY;UNTIL=${until}`, zone as TimeZone)).toEqual({ ok: true, value });
    });
  });

  describe('that is invalid', () => {
    test.each<[input: unknown, ...problems: string[]]>([
      [{ frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 6 }] }, 'byDay[0].nthOfPeriod max'],
      [
        { frequency: 'monthly', byDay: [monday, { day: 'mo', nthOfPeriod: 0 }] },
        'byDay[1].nthOfPeriod notZero',
      ],
      [{ frequency: 'weekly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] }, 'byDay[0].nthOfPeriod conflict'],
      [
        { frequency: 'monthly', byMonthDay: [1], byDay: [{ day: 'mo', nthOfPeriod: 1 }] },
        'byDay[0].nthOfPeriod conflict',
      ],
      [
        { frequency: 'weekly', byDay: [7, { day: 'mo', nthOfPeriod: 1 }] },
        'byDay[0] isObject',
        'byDay[1].nthOfPeriod conflict',
      ],
      [{ frequency: 'daily', byMonthDay: [1] }, 'byMonthDay conflict'],
      [{ frequency: 'weekly', byDay: [monday], bySetPosition: [1] }, 'bySetPosition conflict'],
      [{ frequency: 'monthly', bySetPosition: [1] }, 'bySetPosition conflict'],
      [{ frequency: 'yearly', byDay: [monday] }, 'byDay conflict'],
      [{ frequency: 'yearly', byMonthDay: [1] }, 'byMonthDay conflict'],
      [{ frequency: 'daily', count: 1, until: '2026-01-01' }, 'until conflict'],
      [{ frequency: 'yearly', byMonth: [2], byMonthDay: [30] }, 'byMonthDay noDate'],
      [{ frequency: 'monthly', byMonth: [4, 6], byMonthDay: [31] }, 'byMonthDay noDate'],
      [{ frequency: 'monthly', byDay: [monday], bySetPosition: [6] }, 'bySetPosition noDate'],
      [{ frequency: 'monthly', byMonthDay: Array(367).fill(1) }, 'byMonthDay arrayMaxSize'],
      [{ frequency: 'monthly', byMonth: [] }, 'byMonth arrayNotEmpty'],
      [{ frequency: 'daily', times: [] }, 'times arrayNotEmpty'],
      [{ frequency: 'daily', times: Array(9).fill('08:00') }, 'times arrayMaxSize'],
      [
        { frequency: 'daily', times: ['24:00', 8, null] },
        'times[0] isTime',
        'times[1] isTime',
        'times[2] isTime',
      ],
      ['FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,10,20', 'times arrayMaxSize'],
      ['FREQ=DAILY;BYHOUR=24;BYMINUTE=0', 'times[0] isTime'],
      [{ frequency: 'monthly', byMonth: { length: 1 } }, 'byMonth isArray'],
      [
        { frequency: 'monthly', byMonth: [1, 13, '2', 0.5, null] },
        'byMonth[1] max',
        'byMonth[2] isInt',
        'byMonth[3] isInt',
        'byMonth[4] isInt',
      ],
      [{ frequency: 'daily', until: '2026-02-30' }, 'until isDate'],
      [{ frequency: 'daily', until: 20260101 }, 'until isDate'],
      [{ frequency: 'daily', byHour: [8] }, 'byHour unsupported'],
      [{ frequency: 'yearly', rscale: 'hebrew' }, 'rscale unsupported'],
      [
        { interval: 0, firstDayOfWeek: 'monday', skip: 'later' },
        'frequency isIn',
        'interval min',
        'firstDayOfWeek isIn',
        'skip isIn',
      ],
      [{ kind: 'afterCompletion', every: 0, unit: 'hour' }, 'every min', 'unit isIn'],
      [{ kind: 'whenever' }, 'kind isIn', 'every isInt', 'unit isIn'],
      ['FREQ=HOURLY', 'frequency isIn'],
      [
        'FREQ=DAILY;BYHOUR=8;BYMINUTE=0;BYSECOND=0',
        'byHour unsupported',
        'byMinute unsupported',
        'bySecond unsupported',
      ],
      ['FREQ=YEARLY;BYWEEKNO=20', 'byWeekNo unsupported'],
      ['FREQ=YEARLY;BYYEARDAY=1,100', 'byYearDay unsupported'],
      ['FREQ=WEEKLY;BYDAY=XX', 'byDay[0].day isIn'],
      ['FREQ=MONTHLY;BYMONTHDAY=1,x', 'byMonthDay[1] isInt'],
      ['FREQ=DAILY;UNTIL=tomorrow', 'until isDate'],
      ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31,-31', 'byMonthDay noDate'],
      ['FREQ=DAILY;UNTIL=20260230T000000Z', 'until isDate'],
      ['FREQ=DAILY;FREQ=DAILY', 'frequency conflict'],
      ['RSCALE=CHINESE;FREQ=YEARLY', 'rscale unsupported'],
      ['every monday', 'syntax', 'frequency isIn'],
      [null, 'isObject'],
      [[{ frequency: 'daily' }], 'isObject'],
      [42, 'isObject'],
    ])('reports the expected invalid fields of %j', (input, ...problems) =>
      expect(problemsOf(input)).toEqual(problems),
    );

    test.each([
      ['RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'several RRULEs'],
      ['RRULE:FREQ=DAILY\r\nRDATE:20260101', 'RDATE'],
      ['DTSTART;TZID=Europe/Paris:20260101T080000\nRRULE:FREQ=DAILY', 'DTSTART'],
      ['FREQ=DAILY;X-MOOD=GOOD', 'X-MOOD'],
      ['FREQ=DAILY;BYEASTER=0', 'BYEASTER'],
      ['FREQ=DAILY;BYHOUR=8', 'BYHOUR'],
    ])('refuses %j with a message that names %s', (text, name) => {
      expect(JSON.stringify(readRecurrence(text))).toContain(name);
      expect(readRecurrence(text).ok).toBe(false);
    });
  });

  function nested(depth: number): unknown {
    let value: unknown = 'mo';
    for (let level = 0; level < depth; level += 1) value = { day: value, byDay: [value] };
    return value;
  }

  describe('of extreme size or form', () => {
    const monthly = { frequency: 'monthly' };
    const many = Array.from({ length: 366 }, (_, place) => (place % 31) + 1);
    test.each<[name: string, input: unknown]>([
      ['10 kB of one letter', 'A'.repeat(10_000)],
      ['10 kB of semicolons', ';'.repeat(10_000)],
      ['10 kB of line ends', '\r\n '.repeat(3_333)],
      ['10 kB of spaces between line ends', `X${' '.repeat(9_000)}Y\n`],
      ['10 kB of parts', 'FREQ=DAILY;'.repeat(909)],
      ['10 kB of properties', 'RDATE:1\n'.repeat(1_250)],
      ['10 kB of days', `FREQ=MONTHLY;BYDAY=${'9MO,'.repeat(2_400)}`],
      ['10 kB of digits', `FREQ=DAILY;INTERVAL=${'9'.repeat(9_900)}`],
      ['a megabyte', 'FREQ=DAILY;'.repeat(100_000)],
      ['a million entries', { ...monthly, byMonthDay: Array(1_000_000).fill(1) }],
      ['a sparse list of four billion entries', { ...monthly, byMonthDay: new Array(4_294_967_295) }],
      ['a sparse list', { ...monthly, byMonthDay: new Array(366) }],
      [
        '366 wrong entries in each list',
        {
          ...monthly,
          byDay: Array(366).fill(7),
          byMonth: Array(366).fill(NaN),
          byMonthDay: Array(366).fill({}),
          bySetPosition: Array(366).fill([]),
        },
      ],
      [
        'values that are not numbers',
        { ...monthly, interval: NaN, count: -Infinity, byMonth: [NaN, -0, 1e300] },
      ],
      ['a deep object', nested(5_000)],
      ['a deep object as a day', { frequency: 'weekly', byDay: [nested(5_000)] }],
      [
        'a hundred thousand unknown fields',
        Object.fromEntries(many.flatMap((_, a) => Array.from({ length: 270 }, (__, b) => [`x${a}_${b}`, 1]))),
      ],
      ['a date of ten million characters', { frequency: 'daily', until: '2'.repeat(10_000_000) }],
      [
        'the costliest rule that never gives a date',
        {
          frequency: 'yearly',
          byMonth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
          byMonthDay: many,
          byDay: Array(366).fill(monday),
          bySetPosition: [...many.map((day) => day + 200), 366].slice(0, 366),
        },
      ],
      [
        'the costliest monthly rule that never gives a date',
        {
          ...monthly,
          byMonthDay: many,
          byDay: Array(366).fill(monday),
          bySetPosition: Array.from({ length: 361 }, (_, place) => place + 6),
        },
      ],
      ['every form of 30 February', { ...monthly, byMonth: [2], byMonthDay: [30, 31, -30, -31] }],
      [
        'symbols and big numbers',
        { frequency: Symbol('daily'), interval: 5n, byDay: [() => 1, Symbol('mo')] },
      ],
      ['an object without prototype', Object.assign(Object.create(null) as object, { frequency: 'daily' })],
      ['a __proto__ field', JSON.parse('{"frequency":"daily","__proto__":{"interval":0}}')],
    ])('takes less than 50 ms of processor time for %s', (_, input) => {
      expect(processorTime(() => readRecurrence(input))).toBeLessThan(50);
      const read = readRecurrence(input);
      if (!read.ok) expect(read.problems.length).toBeGreaterThan(0);
      if (!read.ok) expect(JSON.stringify(read.problems).length).toBeLessThan(20_000);
    });

    test('never throws and never takes more than 50 ms of processor time for random input', () => {
      const word = fc.constantFrom(
        'FREQ',
        'BYDAY',
        'UNTIL',
        'COUNT',
        '=',
        ';',
        ':',
        ',',
        '\n',
        'MONTHLY',
        '-1',
        'MO',
        '99999999',
        'RRULE',
      );
      const text = fc
        .array(fc.oneof(word, fc.string({ maxLength: 5 })), { maxLength: 40 })
        .map((parts) => parts.join(''));
      const fields = fc.dictionary(
        fc.constantFrom(
          'frequency',
          'interval',
          'byDay',
          'byMonth',
          'byMonthDay',
          'bySetPosition',
          'skip',
          'count',
          'until',
          'kind',
          'every',
        ),
        fc.oneof(fc.anything(), fc.constantFrom<unknown>('monthly', 'yearly', 1, [1], [31], [monday])),
      );
      fc.assert(
        fc.property(fc.oneof(fc.anything(), text, fields), (input) => {
          expect(processorTime(() => readRecurrence(input))).toBeLessThan(50);
          const read = readRecurrence(input);
          expect(read.ok || read.problems.length > 0).toBe(true);
        }),
        runs(600),
      );
    });
  });
});

describe('repeating after completion', () => {
  test.each([
    ['2026-03-28', 5, 'day', '2026-04-02'],
    ['2026-03-28', 2, 'week', '2026-04-11'],
    ['2026-01-31', 1, 'month', '2026-02-28'],
    ['2024-01-31', 1, 'month', '2024-02-29'],
    ['2026-11-30', 3, 'month', '2027-02-28'],
    ['2024-02-29', 1, 'year', '2025-02-28'],
    ['2024-02-29', 4, 'year', '2028-02-29'],
  ] as const)(
    'gives after a completion on %s the next date %i %s later, which is %s',
    (done, every, unit, next) => {
      expect(nextAfterCompletion({ kind: 'afterCompletion', every, unit }, civilDate(done))).toBe(next);
    },
  );
});

describe('writing rules', () => {
  function canonical(input: unknown, start: string) {
    const read = canonicalRule(ruleOf(input), civilDate(start), 'mo');
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.value;
  }

  describe('with canonicalRule', () => {
    test.each<[input: unknown, start: string, rule: RecurrenceRule, begun: string]>([
      ['FREQ=WEEKLY', '2026-01-01', { frequency: 'weekly', byDay: [{ day: 'th' }] }, '2026-01-01'],
      ['FREQ=MONTHLY;INTERVAL=1', '2026-01-31', { frequency: 'monthly', byMonthDay: [31] }, '2026-01-31'],
      ['FREQ=YEARLY', '2026-01-31', { frequency: 'yearly', byMonth: [1], byMonthDay: [31] }, '2026-01-31'],
      [
        'FREQ=YEARLY;BYMONTH=3',
        '2026-01-31',
        { frequency: 'yearly', byMonth: [3], byMonthDay: [31] },
        '2026-03-31',
      ],
      [
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
        '2026-01-01',
        { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
        '2026-01-06',
      ],
      [
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,SU',
        '2026-01-01',
        { frequency: 'weekly', interval: 2, firstDayOfWeek: 'mo', byDay: [{ day: 'tu' }, { day: 'su' }] },
        '2026-01-04',
      ],
      [
        'FREQ=WEEKLY;BYDAY=TU,MO;WKST=SU',
        '2026-01-05',
        { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'tu' }] },
        '2026-01-05',
      ],
      ['FREQ=DAILY;BYDAY=SU,MO,TU,WE,TH,FR,SA', '2026-01-05', { frequency: 'daily' }, '2026-01-05'],
      [
        'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
        '2026-01-01',
        { frequency: 'daily', interval: 7, byDay: [{ day: 'mo' }] },
        '2026-01-05',
      ],
      [
        { frequency: 'monthly', byMonthDay: [28, 31, 30, 29], bySetPosition: [-1] },
        '2026-02-01',
        { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
        '2026-02-28',
      ],
      [
        { frequency: 'monthly', byMonthDay: [28, 29], byMonth: [1], bySetPosition: [-1], skip: 'forward' },
        '1990-01-01',
        { frequency: 'monthly', byMonthDay: [29], byMonth: [1] },
        '1990-01-29',
      ],
      [
        {
          frequency: 'monthly',
          byMonthDay: [28, 29, 30, 31],
          byDay: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => ({ day })),
          bySetPosition: [-1],
        },
        '2026-02-01',
        { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
        '2026-02-28',
      ],
      [
        { frequency: 'monthly', byMonthDay: [15, 1, 15], skip: 'backward' },
        '2026-01-02',
        { frequency: 'monthly', byMonthDay: [1, 15] },
        '2026-01-15',
      ],
      [
        { frequency: 'yearly', byMonth: [12, 3], byMonthDay: [31], skip: 'forward' },
        '2026-01-02',
        { frequency: 'yearly', byMonth: [3, 12], byMonthDay: [31] },
        '2026-03-31',
      ],
      [
        { frequency: 'monthly', skip: 'omit', byMonth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
        '2026-01-02',
        { frequency: 'monthly', byMonthDay: [2] },
        '2026-01-02',
      ],
      [
        { frequency: 'monthly', byMonthDay: [31], skip: 'forward', interval: 2 },
        '2026-04-15',
        { frequency: 'monthly', byMonthDay: [31], skip: 'forward', interval: 2 },
        '2026-05-01',
      ],
    ])(
      'returns the canonical form and first date of %j for a series that starts on %s',
      (input, start, rule, begun) => {
        expect(canonical(input, start)).toEqual({ rule, start: begun });
      },
    );

    test('finds a Monday on 29 February that comes only after 40 years, because 2100 is not a leap year', () => {
      const text = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO';
      expect(canonical(text, '2072-03-01')).toMatchObject({ start: '2112-02-29' });
    });

    test.each<[input: unknown, start: string, field: string]>([
      ['FREQ=DAILY;UNTIL=20251231', '2026-01-01', 'until'],
      ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260105', '2026-01-01', 'until'],
      ['FREQ=YEARLY;BYMONTH=2', '2026-01-31', ''],
      ['FREQ=YEARLY', '9998-12-31', ''],
    ])('refuses %j for a series that starts on %s, because the rule has no date', (input, start, field) => {
      expect(canonicalRule(ruleOf(input), civilDate(start), 'mo')).toMatchObject({
        ok: false,
        problems: [{ field, rule: 'noDate' }],
      });
    });
  });

  /**
   * Returns the same rule with its lists reversed and doubled, its defaults written out, and parts added that
   * have no effect.
   */
  function rewritten(rule: RecurrenceRule): RecurrenceRule {
    const { frequency, byDay, byMonthDay, byMonth, bySetPosition } = rule;
    const doubled = <T>(list: readonly T[]) => [...list, ...list].reverse();
    const isFiltered = frequency === 'daily' || byMonthDay !== undefined;
    const days = byDay ?? (isFiltered ? WEEKDAYS.map((day) => ({ day })) : undefined);
    const months = byMonth ?? (frequency === 'yearly' ? undefined : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const isLong = months?.every((month) => [1, 3, 5, 7, 8, 10, 12].includes(month)) ?? false;
    return {
      ...rule,
      interval: rule.interval ?? 1,
      skip: isLong ? 'forward' : (rule.skip ?? 'omit'),
      ...(days && { byDay: doubled(days) }),
      ...(byMonthDay && { byMonthDay: doubled(byMonthDay) }),
      ...(months && { byMonth: doubled(months) }),
      ...(bySetPosition && { bySetPosition: doubled(bySetPosition) }),
    };
  }

  test('gives the same canonical form if the lists of a rule are reversed and doubled and its defaults are written out', () => {
    fc.assert(
      fc.property(arbitraryRule, arbitraryStart, (rule, start) => {
        const json = (written: RecurrenceRule) => JSON.stringify(canonicalRule(written, start, 'mo'));
        expect(json(rewritten(rule))).toBe(json(rule));
      }),
      runs(200),
    );
  });

  describe('with toRRule', () => {
    test.each([
      ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
      [
        'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD',
        'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
      ],
      [
        'FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD',
        'RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD',
      ],
      ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD', 'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD'],
      ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT', 'FREQ=MONTHLY;BYMONTHDAY=31'],
      [
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20261231',
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20261231',
      ],
      ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3'],
    ])('writes the rule %s as %s', (input, text) => expect(toRRule(ruleOf(input))).toBe(text));
  });
});
