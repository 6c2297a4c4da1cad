import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import {
  addMonths,
  civilDate,
  fromDayNumber,
  parseCivilDate,
  toDayNumber,
  toWeekday,
} from '../../../domain/shared/civil-date.js';

describe('a civil date', () => {
  test.each([
    '2026-02-30',
    '2026-W05',
    '2026',
    '20260101',
    '+002026-01-01',
    '0000-01-01',
    '9999-01-01',
    '2025-02-29',
    '',
  ])('%p is refused', (text) => expect(parseCivilDate(text)).toBeNull());

  test('counts days as the proleptic Gregorian calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        const date = fromDayNumber(day);
        expect(toDayNumber(date)).toBe(day);
        expect(new Date(day * 86_400_000).toISOString().slice(0, 10)).toBe(date);
      }),
    );
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 13, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months is %s', (from, months, to) => expect(addMonths(civilDate(from), months)).toBe(to));

  test('2026-11-21 is a Saturday', () => expect(toWeekday(civilDate('2026-11-21'))).toBe('sa'));
});
