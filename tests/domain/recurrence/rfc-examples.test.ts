import { describe, expect, test } from '@jest/globals';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { dates, datesOf, ruleOf } from './support/dates-of-text.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { expand } from '../../../domain/recurrence/expand.js';
import { nextAfterCompletion } from '../../../domain/recurrence/rule.js';
import { nextDates } from './support/next-dates.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { processorTime } from '../../support/processor-time.js';

describe('expanding the examples of the standards', () => {
  const NEW_YORK = 'America/New_York' as TimeZone;

  describe('from RFC 5545, section 3.8.5.3', () => {
    test.each<[rule: string, start: string, expected: string]>([
      ['FREQ=DAILY;COUNT=10', '1997-09-02', '1997: 9-2 9-3 9-4 9-5 9-6 9-7 9-8 9-9 9-10 9-11'],
      ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '1997: 9-2 9-12 9-22 10-2 10-12'],
      ['FREQ=WEEKLY;COUNT=10', '1997-09-02', '1997: 9-2 9-9 9-16 9-23 9-30 10-7 10-14 10-21 10-28 11-4'],
      [
        'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
        '1997-09-02',
        '1997: 9-2 9-4 9-9 9-11 9-16 9-18 9-23 9-25 9-30 10-2',
      ],
      [
        'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
        '1997-09-02',
        '1997: 9-2 9-4 9-9 9-11 9-16 9-18 9-23 9-25 9-30 10-2',
      ],
      [
        'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
        '1997-09-01',
        '1997: 9-1 9-3 9-5 9-15 9-17 9-19 9-29 10-1 10-3 10-13 10-15 10-17 10-27 10-29 10-31 11-10 11-12 11-14 ' +
          '11-24 11-26 11-28 12-8 12-10 12-12 12-22',
      ],
      [
        'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
        '1997-09-02',
        '1997: 9-2 9-4 9-16 9-18 9-30 10-2 10-14 10-16',
      ],
      [
        'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
        '1997-09-05',
        '1997: 9-5 10-3 11-7 12-5, 1998: 1-2 2-6 3-6 4-3 5-1 6-5',
      ],
      ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997-09-05', '1997: 9-5 10-3 11-7 12-5'],
      [
        'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
        '1997-09-07',
        '1997: 9-7 9-28 11-2 11-30, 1998: 1-4 1-25 3-1 3-29 5-3 5-31',
      ],
      ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09-22', '1997: 9-22 10-20 11-17 12-22, 1998: 1-19 2-16'],
      [
        'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
        '1997-09-02',
        '1997: 9-2 9-15 10-2 10-15 11-2 11-15 12-2 12-15, 1998: 1-2 1-15',
      ],
      [
        'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
        '1997-09-30',
        '1997: 9-30 10-1 10-31 11-1 11-30 12-1 12-31, 1998: 1-1 1-31 2-1',
      ],
      [
        'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
        '1997-09-10',
        '1997: 9-10 9-11 9-12 9-13 9-14 9-15, 1999: 3-10 3-11 3-12 3-13',
      ],
      [
        'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
        '1997-06-10',
        '1997: 6-10 7-10, 1998: 6-10 7-10, 1999: 6-10 7-10, 2000: 6-10 7-10, 2001: 6-10 7-10',
      ],
      [
        'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
        '1997-03-10',
        '1997: 3-10, 1999: 1-10 2-10 3-10, 2001: 1-10 2-10 3-10, 2003: 1-10 2-10 3-10',
      ],
      ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997: 8-5 8-10 8-19 8-24'],
      ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997: 8-5 8-17 8-19 8-31'],
      ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007: 1-15 1-30 2-15 3-15 3-30'],
      ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997: 9-4 10-7 11-6'],
    ])('gives the expected dates of %s from %s', (rule, start, expected) => {
      expect(datesOf(rule, start, 1000, NEW_YORK)).toEqual(dates(expected));
    });

    test.each<[rule: string, start: string, expected: string]>([
      ['FREQ=DAILY;INTERVAL=2', '1997-09-02', '1997: 9-2 9-4 9-6 9-8 9-10'],
      [
        'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
        '1997-09-02',
        '1997: 9-2 9-16 9-30 10-14 10-28 11-11 11-25 12-9 12-23',
      ],
      ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '1997: 9-28 10-29 11-28 12-29, 1998: 1-29 2-26'],
      [
        'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
        '1997-09-02',
        '1997: 9-2 9-9 9-16 9-23 9-30 11-4 11-11 11-18 11-25',
      ],
      ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997: 3-13 3-20 3-27, 1998: 3-5 3-12 3-19 3-26'],
      [
        'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
        '1997-06-05',
        '1997: 6-5 6-12 6-19 6-26 7-3 7-10 7-17 7-24 7-31 8-7 8-14 8-21 8-28, 1998: 6-4',
      ],
      ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1997-09-02', '1998: 2-13 3-13 11-13, 1999: 8-13, 2000: 10-13'],
      [
        'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
        '1997-09-13',
        '1997: 9-13 10-11 11-8 12-13, 1998: 1-10 2-7 3-7 4-11 5-9 6-13',
      ],
      [
        'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
        '1996-11-05',
        '1996: 11-5, 2000: 11-7, 2004: 11-2',
      ],
      [
        'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
        '1997-09-29',
        '1997: 9-29 10-30 11-27 12-30, 1998: 1-29 2-26 3-30',
      ],
    ])('gives the expected first dates of %s from %s, which has no end', (rule, start, expected) => {
      const first = dates(expected);
      expect(datesOf(rule, start, first.length)).toEqual(first);
    });

    test('gives every day in January for three years, for both spellings of the rule', () => {
      const yearly = 'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA';
      const daily = 'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1';
      const found = datesOf(yearly, '1998-01-01', 1000, NEW_YORK);
      expect(found.length).toBe(93);
      expect(found[0]).toBe('1998-01-01');
      expect(found[31]).toBe('1999-01-01');
      expect(found.at(-1)).toBe('2000-01-31');
      expect(datesOf(daily, '1998-01-01', 1000, NEW_YORK)).toEqual(found);
    });

    test("ends a rule with an UNTIL in UTC on the date of that instant in the household's time zone", () => {
      const found = datesOf('FREQ=DAILY;UNTIL=19971224T000000Z', '1997-09-02', 1000, NEW_YORK);
      expect(found.length).toBe(113);
      expect(found.at(-1)).toBe('1997-12-23');
    });
  });

  describe('from RFC 7529, section 4.3', () => {
    test.each<[rule: string, start: string, expected: string]>([
      ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT;COUNT=4', '2014-01-31', '2014: 1-31 3-31 5-31 7-31'],
      ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4', '2014-01-31', '2014: 1-31 2-28 3-31 4-30'],
      ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;COUNT=4', '2014-01-31', '2014: 1-31 3-1 3-31 5-1'],
      [
        'RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;COUNT=4',
        '2016-02-29',
        '2016: 2-29, 2017: 3-1, 2018: 3-1, 2019: 3-1',
      ],
      [
        'RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD;COUNT=4',
        '2016-02-29',
        '2016: 2-29, 2017: 2-28, 2018: 2-28, 2019: 2-28',
      ],
    ])('gives the expected dates of %s from %s', (rule, start, expected) => {
      expect(datesOf(rule, start, 1000)).toEqual(dates(expected));
    });
  });
});

describe('cases in which other planners make mistakes', () => {
  test.each<[name: string, rule: unknown, start: string, expected: string]>([
    [
      'the 31st moves to the last day of a short month, not into the next month [T-R1]',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
      '2026-01-31',
      '2026: 1-31 2-28 3-31 4-30 5-31 6-30',
    ],
    [
      'the 31st moves to the last day of a short month also with BYSETPOS of RFC 5545 [T-R1]',
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      '2026-01-31',
      '2026: 1-31 2-28 3-31 4-30 5-31 6-30',
    ],
    [
      'a monthly rule on the 31st without clamping leaves out short months [T-R1]',
      'FREQ=MONTHLY',
      '2026-01-31',
      '2026: 1-31 3-31 5-31 7-31 8-31 10-31',
    ],
    [
      'the day of the month does not drift after a short month [T-R2]',
      { frequency: 'monthly', byMonthDay: [30], skip: 'backward' },
      '2026-01-30',
      '2026: 1-30 2-28 3-30 4-30 5-30',
    ],
    [
      'the last Friday exists in February, too [T-R3]',
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      '2026-01-30',
      '2026: 1-30 2-27 3-27 4-24 5-29 6-26 7-31 8-28 9-25 10-30 11-27 12-25',
    ],
    [
      'the second Tuesday of each month is found [T-R4]',
      'FREQ=MONTHLY;BYDAY=2TU',
      '2026-01-13',
      '2026: 1-13 2-10 3-10 4-14',
    ],
    [
      'the fifth Monday is used only in months that have one [T-R4]',
      'FREQ=MONTHLY;BYDAY=5MO',
      '2026-01-01',
      '2026: 3-30 6-29 8-31 11-30',
    ],
    [
      'the last Monday is found in every month [T-R4]',
      'FREQ=MONTHLY;BYDAY=-1MO',
      '2026-01-01',
      '2026: 1-26 2-23 3-30 4-27',
    ],
    [
      'a rule for every two weeks counts weeks from Monday [T-R5]',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,FR,SU;WKST=MO',
      '2026-01-01',
      '2026: 1-1 1-2 1-4 1-15 1-16 1-18 1-29 1-30',
    ],
    [
      'a rule for every two weeks counts weeks from Sunday [T-R5]',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,FR,SU;WKST=SU',
      '2026-01-01',
      '2026: 1-1 1-2 1-11 1-15 1-16 1-25',
    ],
    [
      'Tuesday and Sunday are in the same week if weeks begin on Monday [T-R5]',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO',
      '2026-01-06',
      '2026: 1-6 1-11 1-20 1-25 2-3',
    ],
    [
      'Tuesday and Sunday are in different weeks if weeks begin on Sunday [T-R5]',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      '2026-01-06',
      '2026: 1-6 1-18 1-20 2-1',
    ],
    ['a weekly rule can be on Sundays [T-R6]', 'FREQ=WEEKLY;BYDAY=SU', '2026-01-01', '2026: 1-4 1-11 1-18'],
    [
      'Sunday can be the start of the week [T-R6]',
      'FREQ=WEEKLY;WKST=SU',
      '2026-01-04',
      '2026: 1-4 1-11 1-18',
    ],
    [
      '29 February comes every four years [T-R8]',
      'FREQ=YEARLY',
      '2024-02-29',
      '2024: 2-29, 2028: 2-29, 2032: 2-29',
    ],
    [
      '29 February can move to 28 February in other years [T-R8]',
      { frequency: 'yearly', skip: 'backward' },
      '2024-02-29',
      '2024: 2-29, 2025: 2-28, 2026: 2-28, 2027: 2-28, 2028: 2-29',
    ],
    ['29 February does not exist in 2100 [T-R8]', 'FREQ=YEARLY', '2096-02-29', '2096: 2-29, 2104: 2-29'],
  ])('the expected dates are found: %s', (_, rule, start, expected) => {
    const first = dates(expected);
    expect(datesOf(rule, start, first.length)).toEqual(first);
  });

  test('the week start of the household is copied into a rule that depends on it [T-R5]', () => {
    const rule = ruleOf({ frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }, { day: 'su' }] });
    const canonical = canonicalRule(rule, civilDate('2026-01-06'), 'su');
    expect(canonical).toMatchObject({ ok: true, value: { rule: { firstDayOfWeek: 'su' } } });
  });

  test.each(['FREQ=DAILY;UNTIL=20260105', 'RRULE:FREQ=DAILY;UNTIL=20260105T120000'])(
    'UNTIL is inclusive, as a date and as a date and time (%s) [T-R7]',
    (rule) => expect(datesOf(rule, '2026-01-03', 9)).toEqual(dates('2026: 1-3 1-4 1-5')),
  );

  test('COUNT includes excluded dates, which keep their index [T-R7]', () => {
    const start = civilDate('2026-01-05');
    const excluded = new Set([civilDate('2026-01-06'), civilDate('2026-01-09')]);
    const found = [...expand(ruleOf('FREQ=DAILY;COUNT=5'), start, start, civilDate('2027-01-01'), excluded)];
    expect(found).toEqual([
      { date: '2026-01-05', index: 0 },
      { date: '2026-01-07', index: 2 },
      { date: '2026-01-08', index: 3 },
    ]);
  });

  test('after a late completion, the next date is one interval after it if the series repeats after completion, otherwise the next date of the rule [T-R12]', () => {
    const weekly = { kind: 'afterCompletion', every: 1, unit: 'week' } as const;
    expect(nextAfterCompletion(weekly, civilDate('2026-03-10'))).toBe('2026-03-17');
    const next = nextDates(ruleOf('FREQ=WEEKLY'), civilDate('2026-01-01'), civilDate('2026-03-09'), 1);
    expect(next).toEqual([{ date: '2026-03-12', index: 10 }]);
  });

  test('nextDates returns only dates after the given one, so the date of an occurrence that was done early is not used again [T-R12]', () => {
    const next = nextDates(ruleOf('FREQ=WEEKLY'), civilDate('2026-01-01'), civilDate('2026-01-08'), 1);
    expect(next).toEqual([{ date: '2026-01-15', index: 2 }]);
  });

  test.each([
    'FREQ=SECONDLY',
    'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=0.5',
    'FREQ=DAILY;COUNT=0',
  ])('the rule %s is refused [T-R13, T-R14]', (rule) => expect(readRecurrence(rule).ok).toBe(false));

  test.each([0, -1, 1000, 1.5, NaN, Infinity, '2', null])(
    'an interval of %p is refused [T-R14]',
    (interval) =>
      expect(readRecurrence({ frequency: 'daily', interval })).toMatchObject({
        ok: false,
        problems: [{ field: 'interval' }],
      }),
  );

  test('finding the next date of a series from the year 1 in the year 9998 takes less than 250 ms [T-R13]', () => {
    const rules = ['FREQ=DAILY', 'FREQ=DAILY;BYMONTH=2', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=YEARLY'].map(
      (text) => ruleOf(text),
    );
    const [first, end] = [civilDate('0001-01-31'), civilDate('9998-01-01')];
    // Counting date by date would take minutes. The limit leaves room for a busy machine.
    for (const rule of rules) expect(processorTime(() => nextDates(rule, first, end, 1))).toBeLessThan(250);
  });

  test('a rule for every four years on 29 February has a next date [T-R16]', () => {
    const next = nextDates(
      ruleOf('FREQ=YEARLY;INTERVAL=4'),
      civilDate('2024-02-29'),
      civilDate('2026-01-01'),
      1,
    );
    expect(next).toEqual([{ date: '2028-02-29', index: 1 }]);
  });
});
