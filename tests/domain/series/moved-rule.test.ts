import { describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { movedRule } from '../../../domain/series/dates.js';
import { date } from '../../builders/series-world.js';

describe('a date moved with all the others', () => {
  test.each<[RecurrenceRule, string, string, Partial<RecurrenceRule> | null]>([
    [{ frequency: 'daily', interval: 3 }, '2026-01-05', '2026-01-06', {}],
    [{ frequency: 'daily', byDay: [{ day: 'mo' }] }, '2026-01-05', '2026-01-06', null],
    [
      { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'sa' }] },
      '2026-01-05',
      '2026-01-06',
      { byDay: [{ day: 'tu' }, { day: 'su' }] },
    ],
    [{ frequency: 'weekly', byDay: [{ day: 'su' }] }, '2026-01-11', '2026-01-12', { byDay: [{ day: 'mo' }] }],
    [{ frequency: 'weekly', byDay: [{ day: 'mo' }] }, '2026-01-05', '2026-01-04', { byDay: [{ day: 'su' }] }],
    [{ frequency: 'monthly', byMonthDay: [5] }, '2026-01-05', '2026-01-20', { byMonthDay: [20] }],
    [{ frequency: 'monthly', byMonthDay: [-1] }, '2026-01-31', '2026-01-30', { byMonthDay: [-2] }],
    [{ frequency: 'monthly', byMonthDay: [1, 15] }, '2026-01-01', '2026-01-02', null],
    [
      { frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] },
      '2026-01-05',
      '2026-01-13',
      { byDay: [{ day: 'tu', nthOfPeriod: 2 }] },
    ],
    [
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      '2026-01-30',
      '2026-01-22',
      { byDay: [{ day: 'th', nthOfPeriod: -2 }] },
    ],
    [{ frequency: 'monthly', byDay: [{ day: 'fr' }] }, '2026-01-30', '2026-01-22', null],
    [{ frequency: 'monthly', byDay: [{ day: 'fr' }], bySetPosition: [1] }, '2026-01-30', '2026-01-22', null],
    [
      { frequency: 'yearly', byMonth: [1], byMonthDay: [5] },
      '2026-01-05',
      '2026-02-06',
      { byMonth: [2], byMonthDay: [6] },
    ],
    [{ frequency: 'yearly', byMonth: [1, 7], byMonthDay: [5] }, '2026-01-05', '2026-02-06', null],
  ])('%j from %s to %s', (rule, from, to, expected) => {
    expect(movedRule(rule, date(from), date(to))).toEqual(
      expected === null ? null : { ...rule, ...expected },
    );
  });
});
