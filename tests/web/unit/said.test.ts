import { expect, test } from '@jest/globals';
import { setLanguage, withWords, type Language } from '../../../web/src/i18n/t.ts';
import { daysText } from '../../../web/src/ui/days-text.ts';
import { durationText } from '../../../web/src/ui/duration-text.ts';
import { defineBrowserGlobals } from '../../support/browser-globals.js';

const TODAY = '2026-11-26';

defineBrowserGlobals();

test.each<[Language, string, string | null, string]>([
  ['en', '2026-12-16', '2026-12-30', '16–30 December'],
  ['en', '2027-01-14', '2027-01-20', '14–20 January 2027'],
  ['en', '2026-12-28', '2027-01-03', '28 December 2026–3 January 2027'],
  ['en', '2027-01-14', '2027-01-14', 'Thu 14 Jan 2027'],
  ['en', '2027-01-14', null, 'from Thu 14 Jan 2027, until further notice'],
  ['en', '2026-02-01', null, 'since Sun 1 Feb, until further notice'],
  ['fr', '2026-12-16', '2026-12-30', '16–30 décembre'],
  ['fr', '2027-01-14', '2027-01-20', '14–20 janvier 2027'],
  ['fr', '2026-12-28', '2027-01-03', '28 décembre 2026–3 janvier 2027'],
])('daysText in %s writes the days from %s to %s as: %s', async (language, from, to, expected) => {
  await withWords(setLanguage(language));
  // The spaces come from the Unicode tables, which change.
  expect(daysText({ from, to }, TODAY).replace(/\s*–\s*/, '–')).toBe(expected);
});

test.each<[Language, number, string]>([
  ['en', 45, '45 min'],
  ['en', 480, '8 h'],
  ['en', 483, '8 h 03 min'],
  ['fr', 483, '8 h 03'],
  ['fr', 90, '1 h 30'],
])('durationText in %s writes %d minutes as: %s', async (language, minutes, expected) => {
  await withWords(setLanguage(language));
  expect(durationText(minutes).replaceAll(/\s/g, ' ')).toBe(expected);
});
