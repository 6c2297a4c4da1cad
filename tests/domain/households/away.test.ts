import { expect, test } from '@jest/globals';
import { awayProblems, inOrder } from '../../../domain/households/away.js';
import { civilDate } from '../../../domain/shared/civil-date.js';

const period = (from: string, to: string) => ({ from: civilDate(from), to: civilDate(to) });

test('periods of one day and longer are right; each that ends before it begins is named', () => {
  expect(awayProblems([period('2026-07-01', '2026-07-01'), period('2026-12-31', '2027-01-01')])).toEqual([]);
  const wrong = [
    period('2026-07-02', '2026-07-01'),
    period('2026-07-01', '2026-07-02'),
    period('2027-01-01', '2026-12-31'),
  ];
  expect(awayProblems(wrong).map(({ field, rule }) => [field, rule])).toEqual([
    ['awayPeriods.0.to', 'order'],
    ['awayPeriods.2.to', 'order'],
  ]);
});

test('periods are kept by first day, then last', () => {
  const [first, second, third] = [
    period('2026-01-01', '2026-01-02'),
    period('2026-01-01', '2026-02-01'),
    period('2026-03-01', '2026-03-01'),
  ];
  expect(inOrder([third, second, first])).toEqual([first, second, third]);
});
