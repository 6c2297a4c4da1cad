import { describe, expect, test } from '@jest/globals';
import { FORMS } from '../../bench/quick-add-form-examples.js';
import { chooseLocale } from '../../../domain/quick-add/choose-locale.js';
import { household, read } from './household.js';

const choose = (text: string, own: string, ignore: readonly (readonly [number, number])[] = []) =>
  chooseLocale(text, own, { ...household(own), ignore });

/** Both explain as much of it, by different readings: the user's own language wins. */
const READ_BY_BOTH = ['Dîner 17h30'];

describe('the language that says more', () => {
  const examples = FORMS.filter(({ form }) => form !== 'left alone').flatMap(({ en, fr }) => [
    ['en', en, 'fr'] as const,
    ['fr', fr, 'en'] as const,
  ]);
  test.each(examples)('of %s: %s, whatever the language of the account', (locale, text, other) => {
    expect(choose(text, locale)).toBe(locale);
    const chosen = choose(text, other);
    const same =
      JSON.stringify(read(text, household(locale)).task) ===
      JSON.stringify(read(text, household(other)).task);
    if (!READ_BY_BOTH.includes(text)) expect(same ? locale : chosen).toBe(locale);
  });

  test.each([
    ['Buy mars bars', 'en', 'en'],
    ['Lait', 'en', 'en'],
    ['Milk', 'fr', 'fr'],
    ['demain', 'en', 'en'],
    ['tomorrow', 'fr', 'fr'],
    ['Appeler @Alex #Kitchen !high', 'en', 'en'],
    ['Call @Alex 19:00', 'fr-CA', 'fr-CA'],
    ['Party 3/4', 'en-US', 'en-US'],
    ['', 'fr', 'fr'],
    ['Milk tomorrow\nEggs tomorrow', 'fr', 'fr'],
  ])('of %j for an account in %s is %s', (text, own, locale) => {
    expect(choose(text, own)).toBe(locale);
  });

  test('is found from all of the text, also what was taken back', () => {
    const text = 'Piscine demain';
    expect(choose(text, 'en', [[8, 14]])).toBe('fr');
  });
});
