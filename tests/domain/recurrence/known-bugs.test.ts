import { describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { expand } from '../../../domain/recurrence/expand.js';
import { nextAfterCompletion } from '../../../domain/recurrence/rule.js';
import { nextDates } from './support/next-dates.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { dates, datesOf, ruleOf } from './support/dates-of-text.js';
import { processorTime } from '../../support/processor-time.js';

describe('what went wrong in other planners', () => {
  test.each<[name: string, rule: unknown, start: string, expected: string]>([
    [
      'T-R1 the 31st clamped does not overflow',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
      '2026-01-31',
      '2026: 1-31 2-28 3-31 4-30 5-31 6-30',
    ],
    [
      'T-R1 the same in RFC 5545 text',
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      '2026-01-31',
      '2026: 1-31 2-28 3-31 4-30 5-31 6-30',
    ],
    [
      'T-R1 the plain rule leaves short months out',
      'FREQ=MONTHLY',
      '2026-01-31',
      '2026: 1-31 3-31 5-31 7-31 8-31 10-31',
    ],
    [
      'T-R2 a clamp does not make the day drift',
      { frequency: 'monthly', byMonthDay: [30], skip: 'backward' },
      '2026-01-30',
      '2026: 1-30 2-28 3-30 4-30 5-30',
    ],
    [
      'T-R3 the last Friday is there in February too',
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      '2026-01-30',
      '2026: 1-30 2-27 3-27 4-24 5-29 6-26 7-31 8-28 9-25 10-30 11-27 12-25',
    ],
    ['T-R4 the second Tuesday', 'FREQ=MONTHLY;BYDAY=2TU', '2026-01-13', '2026: 1-13 2-10 3-10 4-14'],
    [
      'T-R4 the fifth Monday where there is one',
      'FREQ=MONTHLY;BYDAY=5MO',
      '2026-01-01',
      '2026: 3-30 6-29 8-31 11-30',
    ],
    ['T-R4 or the last Monday', 'FREQ=MONTHLY;BYDAY=-1MO', '2026-01-01', '2026: 1-26 2-23 3-30 4-27'],
    [
      'T-R5 every two weeks, the week beginning on Monday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,FR,SU;WKST=MO',
      '2026-01-01',
      '2026: 1-1 1-2 1-4 1-15 1-16 1-18 1-29 1-30',
    ],
    [
      'T-R5 every two weeks, the week beginning on Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,FR,SU;WKST=SU',
      '2026-01-01',
      '2026: 1-1 1-2 1-11 1-15 1-16 1-25',
    ],
    [
      'T-R5 Tuesday and Sunday, Monday weeks',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO',
      '2026-01-06',
      '2026: 1-6 1-11 1-20 1-25 2-3',
    ],
    [
      'T-R5 Tuesday and Sunday, Sunday weeks',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      '2026-01-06',
      '2026: 1-6 1-18 1-20 2-1',
    ],
    ['T-R6 Sunday is a day like the others', 'FREQ=WEEKLY;BYDAY=SU', '2026-01-01', '2026: 1-4 1-11 1-18'],
    ['T-R6 Sunday as the start of the week', 'FREQ=WEEKLY;WKST=SU', '2026-01-04', '2026: 1-4 1-11 1-18'],
    ['T-R8 29 February', 'FREQ=YEARLY', '2024-02-29', '2024: 2-29, 2028: 2-29, 2032: 2-29'],
    [
      'T-R8 29 February, clamped',
      { frequency: 'yearly', skip: 'backward' },
      '2024-02-29',
      '2024: 2-29, 2025: 2-28, 2026: 2-28, 2027: 2-28, 2028: 2-29',
    ],
    ['T-R8 no 29 February in 2100', 'FREQ=YEARLY', '2096-02-29', '2096: 2-29, 2104: 2-29'],
  ])('%s', (_, rule, start, expected) => {
    const first = dates(expected);
    expect(datesOf(rule, start, first.length)).toEqual(first);
  });

  test('T-R5 the week start of the household is copied into a rule that depends on it', () => {
    const rule = ruleOf({ frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }, { day: 'su' }] });
    const canonical = canonicalRule(rule, civilDate('2026-01-06'), 'su');
    expect(canonical).toMatchObject({ ok: true, value: { rule: { firstDayOfWeek: 'su' } } });
  });

  test.each(['FREQ=DAILY;UNTIL=20260105', 'RRULE:FREQ=DAILY;UNTIL=20260105T120000'])(
    'T-R7 UNTIL is inclusive, as a date and as a date and time (%s)',
    (rule) => expect(datesOf(rule, '2026-01-03', 9)).toEqual(dates('2026: 1-3 1-4 1-5')),
  );

  test('T-R7 COUNT counts excluded dates, which keep their index', () => {
    const start = civilDate('2026-01-05');
    const excluded = new Set([civilDate('2026-01-06'), civilDate('2026-01-09')]);
    const found = [...expand(ruleOf('FREQ=DAILY;COUNT=5'), start, start, civilDate('2027-01-01'), excluded)];
    expect(found).toEqual([
      { date: '2026-01-05', index: 0 },
      { date: '2026-01-07', index: 2 },
      { date: '2026-01-08', index: 3 },
    ]);
  });

  test('T-R12 late by more than a cycle: the next date counts from the completion, or is the next of the rule', () => {
    const weekly = { kind: 'afterCompletion', every: 1, unit: 'week' } as const;
    expect(nextAfterCompletion(weekly, civilDate('2026-03-10'))).toBe('2026-03-17');
    const next = nextDates(ruleOf('FREQ=WEEKLY'), civilDate('2026-01-01'), civilDate('2026-03-09'), 1);
    expect(next).toEqual([{ date: '2026-03-12', index: 10 }]);
  });

  test('T-R12 done early: the date that was just done is not offered again', () => {
    const next = nextDates(ruleOf('FREQ=WEEKLY'), civilDate('2026-01-01'), civilDate('2026-01-08'), 1);
    expect(next).toEqual([{ date: '2026-01-15', index: 2 }]);
  });

  test.each([
    'FREQ=SECONDLY',
    'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=0.5',
    'FREQ=DAILY;COUNT=0',
  ])('T-R13 T-R14 %s is refused', (rule) => expect(readRecurrence(rule).ok).toBe(false));

  test.each([0, -1, 1000, 1.5, NaN, Infinity, '2', null])('T-R14 an interval of %p is refused', (interval) =>
    expect(readRecurrence({ frequency: 'daily', interval })).toMatchObject({
      ok: false,
      problems: [{ field: 'interval' }],
    }),
  );

  test('T-R13 the oldest series there can be, at the end of the calendar, costs milliseconds', () => {
    const rules = ['FREQ=DAILY', 'FREQ=DAILY;BYMONTH=2', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=YEARLY'].map(
      (text) => ruleOf(text),
    );
    const [first, end] = [civilDate('0001-01-31'), civilDate('9998-01-01')];
    // Counted one by one it would be minutes; a busy machine takes its share of the processor's caches.
    for (const rule of rules) expect(processorTime(() => nextDates(rule, first, end, 1))).toBeLessThan(250);
  });

  test('T-R16 a rare series still has a next date', () => {
    const next = nextDates(
      ruleOf('FREQ=YEARLY;INTERVAL=4'),
      civilDate('2024-02-29'),
      civilDate('2026-01-01'),
      1,
    );
    expect(next).toEqual([{ date: '2028-02-29', index: 1 }]);
  });
});
