import { describe, expect, test } from '@jest/globals';
import { seedOf } from '../../support/seed.js';
import { isFullTier } from '../../support/tier.js';
import { generate, isRight, LANGUAGES, type Generated } from './generated-sentences.js';
import { household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

const COUNT = isFullTier ? 20_000 : 1_000;
/** How many failing sentences are shown. */
const SHOWN = 10;

/** The lowest share of the sentences with a meaning that must be read right. The others are reported. */
const READ_RIGHT = 0.9;

const seeds = Array.from({ length: COUNT }, (_, at) => seedOf('PROPERTY_SEED') * COUNT + at);

describe.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
  'reading generated sentences (%s)',
  (locale) => {
    const context = household(locale);
    const results = seeds.map((seed) => {
      const sentence = generate(locale, seed);
      return { sentence, ...read(sentence.text, context) };
    });
    const rightly = ({ sentence, task }: (typeof results)[number]) => isRight(task, sentence);
    const meant = ({ sentence }: (typeof results)[number]) => sentence.meaning !== null;

    test(`reads each of ${COUNT} sentences right or reports it in a warning`, () => {
      const wrong = results.filter((one) => !rightly(one) && one.warnings.length === 0);
      expect(wrong.slice(0, SHOWN).map(({ sentence, task }) => ({ ...sentence, task }))).toEqual([]);
    });

    test('reads nothing of the timing if a part of it has no meaning for quick add', () => {
      const isHalfRead = ({ sentence, task, warnings }: (typeof results)[number]) =>
        sentence.unreadable && !isWithdrawn(sentence.text, { kind: 'task', task, warnings, spans: [] });
      expect(
        results
          .filter(isHalfRead)
          .slice(0, SHOWN)
          .map(({ sentence, task }) => ({ ...sentence, task })),
      ).toEqual([]);
      expect(results.filter(({ sentence }) => sentence.unreadable).length).toBeGreaterThan(COUNT / 10);
    });

    test(`reads at least ${READ_RIGHT * 100} % of the sentences that have a meaning`, () => {
      const share = results.filter(rightly).length / results.filter(meant).length;
      expect(share).toBeGreaterThan(READ_RIGHT);
    });

    test('marks the words of each warning', () => {
      const isUnmarked = ({ sentence, warnings }: (typeof results)[number]) =>
        warnings.some(({ start, end }) => start < 0 || end <= start || end > sentence.text.length);
      expect(results.filter(isUnmarked).map(({ sentence }) => sentence.text)).toEqual([]);
    });

    test('is tested with more than 90 % different sentences, and with every phrase that quick add cannot read', () => {
      const texts = new Set(results.map(({ sentence }: { sentence: Generated }) => sentence.text));
      expect(texts.size).toBeGreaterThan(COUNT * 0.9);
      for (const phrase of LANGUAGES[locale].unreadable)
        expect([...texts].some((text) => text.includes(phrase))).toBe(true);
    });
  },
);
