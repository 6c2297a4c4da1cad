import { describe, expect, test } from '@jest/globals';
import { parse } from '../../../domain/quick-add/parse.js';
import { household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

describe('reading a date that may not exist', () => {
  test.each([
    ['en', 'Party 30 February'],
    ['en', 'Party 29 February 2027'],
    ['en', 'Party on February 29, 2027'],
    ['en', 'Party on the 29th of February 2027 at 5pm'],
    ['en', 'Party Feb 29th 2027'],
    ['en', 'Party June 31'],
    ['en', 'Party 29/02/2027'],
    ['en', 'Party 2027-02-29'],
    ['en', 'Party 31.04.2027'],
    ['en', 'Yoga every monday until 29 February 2027'],
    ['en', 'Yoga every monday until 2027-02-30'],
    ['en', 'Party friday 29 February 2027'],
    ['fr', 'Fête le 30 février'],
    ['fr', 'Fête le 29 février 2027'],
    ['fr', 'Fête le lundi 29 fév. 2027 à 17h'],
    ['fr', 'Fête 31 avril'],
    ['fr', 'Fête le 29/02/2027'],
    ['fr', 'Fête le 29.02.2027'],
    ['fr', 'Yoga chaque lundi jusqu’au 29 février 2027'],
  ] as const)('keeps a date that does not exist in the title, with a warning (%s): %s', (locale, text) => {
    const result = parse(text, household(locale));
    if (result.kind !== 'task') throw new Error('is one sentence');
    expect(result.task).toMatchObject({ title: text, date: null, time: null, recurrence: null });
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'NOT_UNDERSTOOD' }));
  });

  test.each([
    ['en', 'Party the 31st of next month'],
    ['en', 'Party next month on the 30th'],
    ['fr', 'Fête le 31 du mois prochain'],
    ['fr', 'Fête le mois prochain, le 30'],
  ])(
    'keeps a day that the next month does not have in the title, with a warning (%s): %s',
    (locale, text) => {
      const inJanuary = household(locale, '2027-01-20T09:00:00Z');
      expect(isWithdrawn(text, read(text, inJanuary))).toBe(true);
    },
  );

  test.each([
    ['en', 'Party 29 February 2028', '2028-02-29'],
    ['en', 'Party 29 February', '2028-02-29'],
    ['fr', 'Fête le 29 février 2028', '2028-02-29'],
    ['en', 'Party 2027-02-28', '2027-02-28'],
  ] as const)('reads a date that exists without a warning (%s): %s', (locale, text, date) => {
    const result = parse(text, household(locale));
    expect(result).toMatchObject({ task: { date }, warnings: [] });
  });
});
