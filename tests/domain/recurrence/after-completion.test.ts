import { expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { nextAfterCompletion } from '../../../domain/recurrence/rule.js';

test.each([
  ['2026-03-28', 5, 'day', '2026-04-02'],
  ['2026-03-28', 2, 'week', '2026-04-11'],
  ['2026-01-31', 1, 'month', '2026-02-28'],
  ['2024-01-31', 1, 'month', '2024-02-29'],
  ['2026-11-30', 3, 'month', '2027-02-28'],
  ['2024-02-29', 1, 'year', '2025-02-28'],
  ['2024-02-29', 4, 'year', '2028-02-29'],
] as const)('done on %s, %i %s later is %s', (done, every, unit, next) => {
  expect(nextAfterCompletion({ kind: 'afterCompletion', every, unit }, civilDate(done))).toBe(next);
});
