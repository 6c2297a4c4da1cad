import { describe, expect, test } from '@jest/globals';
import { chooseLocale } from '../../../domain/quick-add/choose-locale.js';
import { findGrammar, LANGUAGES } from '../../../domain/quick-add/languages/index.js';
import { MEANINGS, type Meaning as Family } from '../../../domain/quick-add/languages/meanings.js';
import { seedOf } from '../../support/seed.js';
import { isFullTier } from '../../support/tier.js';
import { generate, isReported, isRight } from './generated-sentences.js';
import { household, read } from './household.js';

const COUNT = isFullTier ? 20_000 : 500;
/** How many failing sentences are shown. */
const SHOWN = 10;

/** With 20,000 sentences, the slowest test takes about 20 seconds on a free machine. */
const TIMEOUT_MS = 300_000;

/** The lowest share of the sentences with a meaning that must be read right. The others must be reported. */
const READ_RIGHT = 0.97;

const first = seedOf('PROPERTY_SEED') * COUNT;
const seeds = Array.from({ length: COUNT }, (_, at) => first + at);

/**
 * Returns true for families whose words are read as nothing. Their meaning depends on the words around them, so no
 * sentence can be put together from them alone. The tests about titles and words that are left over contain them.
 */
const isContext = (family: Family) => family.startsWith('guard.') || family.startsWith('hint.');

type Failure = { readonly seed: number; readonly text: string };

/** Shows the first failing sentences. Each can be repeated with its seed: `generate(locale, seed)`. */
function expectNone(failures: readonly Failure[]): void {
  expect(failures.slice(0, SHOWN)).toEqual([]);
}

describe.each(LANGUAGES.map(({ code }) => code))('reading generated sentences (%s)', (code) => {
  const sentences = seeds.map((seed) => ({ seed, ...generate(code, seed) }));

  /** Reads each sentence, with the language of the sentence or with the one that is chosen for an account. */
  const readAll = (account: string | null) =>
    sentences.map((sentence) => {
      const { text } = sentence;
      const locale = account === null ? code : chooseLocale(text, account, household(account));
      const { task, warnings } = read(text, household(locale));
      const isSupported = warnings.every((warning) => warning.code !== 'LANGUAGE_NOT_SUPPORTED');
      const isKnown = isRight(task, sentence) || isReported(task, warnings, sentence);
      // "2027/05/02 @ 2" and "mar 16" may be of both languages. For a French account, they are 2:00 and a Tuesday.
      const words = sentence.pieces.flatMap(({ text: piece }) => piece.toLowerCase().match(/\p{L}+/gu) ?? []);
      const isOfOther = locale !== code && words.every((word) => findGrammar(locale).phraseWords.has(word));
      return { sentence, locale, task, warnings, isAccepted: isKnown || isOfOther || !isSupported };
    });

  const fixed = readAll(null);

  test(`reads each of ${COUNT} sentences right, or reads nothing of the timing and marks words of it`, () => {
    const wrong = fixed.filter(({ isAccepted }) => !isAccepted);
    expectNone(wrong.map(({ sentence, task, warnings }) => ({ ...sentence, task, warnings })));
  });

  test.each(['en', 'fr', 'de'])(
    'reads each sentence right or reports it if the language is chosen automatically (account in %s)',
    (account) => {
      const results = readAll(account);
      const wrong = results.filter(({ isAccepted }) => !isAccepted);
      expectNone(
        wrong.map(({ sentence, locale, task, warnings }) => ({ ...sentence, locale, task, warnings })),
      );
      const chosen = results.filter(({ locale }) => locale === code).length;
      expect(chosen).toBeGreaterThan(COUNT * 0.95);
    },
    TIMEOUT_MS,
  );

  test(`reads at least ${READ_RIGHT * 100} % of the sentences that have a meaning`, () => {
    const meant = fixed.filter(({ sentence }) => sentence.meaning !== null);
    const right = meant.filter(({ sentence, task }) => isRight(task, sentence));
    expect(right.length / meant.length).toBeGreaterThan(READ_RIGHT);
  });

  test('uses every family of phrases, and enough sentences that have no meaning for quick add', () => {
    const used = new Set(sentences.flatMap(({ pieces }) => pieces.flatMap(({ families }) => families)));
    expect(MEANINGS.filter((family) => !used.has(family) && !isContext(family))).toEqual([]);
    expect(new Set(sentences.map(({ text }) => text)).size).toBeGreaterThan(COUNT * 0.95);
    const meaningless = sentences.filter(({ meaning }) => meaning === null);
    expect(meaningless.length).toBeGreaterThan(COUNT / 10);
  });
});
