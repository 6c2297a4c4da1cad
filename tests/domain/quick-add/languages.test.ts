import { describe, expect, test } from '@jest/globals';
import { WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../../domain/shared/civil-time.js';
import { compileGrammar } from '../../../domain/quick-add/grammar/grammar.js';
import { TOKEN_SLOTS } from '../../../domain/quick-add/grammar/slots.js';
import { DAY_PARTS, MARKER_WORDS } from '../../../domain/quick-add/languages/language.js';
import { LANGUAGES } from '../../../domain/quick-add/languages/index.js';
import { MEANINGS, PART_GROUPS } from '../../../domain/quick-add/languages/meanings.js';
import { BUILDERS } from '../../../domain/quick-add/phrases/index.js';
import { PARTS } from '../../../domain/quick-add/grammar/matcher.js';

const SLOTS = new Set<string>([...Object.keys(TOKEN_SLOTS), ...PART_GROUPS, 'fixed', 'calendar']);

describe.each(LANGUAGES.map((language) => [language.code, language] as const))(
  'the words of %s',
  (_, language) => {
    test('say every meaning, and no other', () => {
      expect(Object.keys(language.phrases).sort()).toEqual([...MEANINGS].sort());
      expect(MEANINGS.filter((meaning) => language.phrases[meaning].length === 0)).toEqual([]);
    });

    test('use only slots that can be filled', () => {
      const templates = Object.values(language.phrases)
        .flat()
        .map((phrase) => (typeof phrase === 'string' ? phrase : phrase.say));
      const slots = templates.flatMap((template) =>
        [...template.matchAll(/\{(.*?)\}/g)].map(([, slot]) => slot),
      );
      expect(slots.filter((slot) => !SLOTS.has(slot ?? ''))).toEqual([]);
      expect(() => compileGrammar(language)).not.toThrow();
    });

    test('name all weekdays, months, parts of the day and marker words', () => {
      for (const day of WEEKDAYS) {
        const { strong, weak, plural } = language.weekdays[day];
        expect(strong.length).toBeGreaterThan(0);
        expect(plural.length).toBeGreaterThan(0);
        expect(strong.filter((word) => weak.includes(word))).toEqual([]);
      }
      expect(language.months.map(({ strong, weak }) => strong.length + weak.length > 0)).toEqual(
        Array.from({ length: 12 }, () => true),
      );
      for (const part of DAY_PARTS) expect(parseCivilTime(language.dayParts[part].time)).not.toBeNull();
      for (const word of MARKER_WORDS) expect(language.markers[word].length).toBeGreaterThan(0);
      expect([...new Set(language.units.map(({ unit }) => unit))].sort()).toEqual([
        'day',
        'month',
        'week',
        'year',
      ]);
    });

    test('call nothing by two names of the same list', () => {
      const names = [
        ...Object.values(language.weekdays).flatMap(({ strong, weak, plural }) => [
          ...strong,
          ...weak,
          ...plural,
        ]),
      ];
      expect(new Set(names).size).toBe(names.length);
    });
  },
);

test('every meaning is built by one recogniser or part', () => {
  const parts = PART_GROUPS.flatMap((group) => Object.keys(PARTS[group]));
  expect([...BUILDERS.keys(), ...parts].sort()).toEqual([...MEANINGS].sort());
});
