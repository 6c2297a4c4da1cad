import type { Locale } from '../shared/locale.js';
import { ONE_TO_TWELVE } from '../shared/number-words.js';
import { fold } from '../shared/normal-form.js';

/** A number at the beginning of a text. */
export type ReadNumber = {
  readonly value: number;
  /** The number of characters of the text that belong to the number. */
  readonly length: number;
  readonly isWord: boolean;
  /**
   * True for "a", "an", "un" and "une". These words can also belong to a name ("a la carte") or mean a vague
   * amount ("a bit of").
   */
  readonly isArticle: boolean;
  /** True for dozens and fractions such as "half", after which "of" or "de" may follow. */
  readonly isLinked: boolean;
};

const VULGAR: Readonly<Record<string, number>> = {
  ...{
    '½': 1 / 2,
    '⅓': 1 / 3,
    '⅔': 2 / 3,
    '¼': 1 / 4,
    '¾': 3 / 4,
    '⅕': 1 / 5,
    '⅖': 2 / 5,
    '⅗': 3 / 5,
    '⅘': 4 / 5,
  },
  ...{
    '⅙': 1 / 6,
    '⅚': 5 / 6,
    '⅐': 1 / 7,
    '⅛': 1 / 8,
    '⅜': 3 / 8,
    '⅝': 5 / 8,
    '⅞': 7 / 8,
    '⅑': 1 / 9,
    '⅒': 1 / 10,
  },
};
export const VULGAR_FRACTION = `[${Object.keys(VULGAR).join('')}]`;

const RATIO = String.raw`(\d{1,3})[/⁄](\d{1,3})(?:rds?|ths?|nds?|sts?)?(?![\p{L}\p{N}])`;
const MIXED_VULGAR = new RegExp(`^(\\d{1,7}) ?(?:(?:and|et|&) )?(${VULGAR_FRACTION})`, 'u');
const MIXED_RATIO = new RegExp(`^(\\d{1,7}) (?:(?:and|et|&) )?${RATIO}`, 'iu');
/** Matches the article after a fraction: "½ a melon", "1/4 of the cake", "½ d'un melon". */
const ARTICLE_OF_FRACTION = "(?: (?:(?:of )?an?|of the|d['’]une?)(?= ))?";
const ONLY_RATIO = new RegExp(`^${RATIO}${ARTICLE_OF_FRACTION}`, 'iu');
const ONLY_VULGAR = new RegExp(`^(${VULGAR_FRACTION})${ARTICLE_OF_FRACTION}`, 'iu');
const PLAIN = /^\d{1,7}(?:[.,]\d{1,3})?(?![\d])/u;

/**
 * Matches numbers with thousands separators in each language. In French, the separator is a space, and a unit
 * must follow: "1 500 g".
 */
const THOUSANDS: Readonly<Record<Locale, RegExp>> = {
  en: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,3})?(?![\d,])/u,
  fr: /^[1-9]\d{0,2}(?: \d{3})+(?:,\d{1,3})?(?= ?(?:mg|gr?|kg|ml|cl|dl|l)(?![\p{L}\d]))/iu,
};
/**
 * Matches numbers with a space before a group that begins with a zero, such as "1 050". Such a group cannot
 * be a separate number, so it belongs to the digits before it, in both languages.
 */
const SPACED_WITH_ZERO = /^[1-9]\d{0,2}(?: \d{3})*? 0\d{2}(?: \d{3})*(?:[.,]\d{1,3})?(?!\d| \d{3}(?!\d))/u;
/**
 * Matches digits with a space whose meaning is unclear: "1 500 farine" may be 1500, or the number 1 and
 * another number. Before a unit, only a leading "1" is unclear: "2 250 g steaks" means two steaks, but "1 200
 * g flour" hardly means one piece.
 */
const DOUBTFUL =
  /^(?:[1-9]\d{0,2}(?: \d{3})+(?= ?$| (?!(?:mg|gr?|kg|ml|cl|dl|l)(?![\p{L}\d]))\p{L})|1(?: \d{3})+(?= ?(?:mg|gr?|kg|ml|cl|dl|l)(?![\p{L}\d])))/iu;

/**
 * Returns the number at the start of `text`, or null. The language decides which thousands separators are
 * recognised.
 */
export function readNumber(text: string, locale: Locale): ReadNumber | null {
  const digits = readDigits(text, locale);
  const number = digits ?? readWord(text, locale);
  return readDozen(text, number) ?? number;
}

function readDigits(text: string, locale: Locale): ReadNumber | null {
  const found = (value: number, { length }: string, isLinked = false) => ({
    ...{ value, length, isWord: false, isArticle: false, isLinked },
  });
  const mixed = MIXED_VULGAR.exec(text);
  if (mixed) return found(Number(mixed[1]) + (VULGAR[mixed[2] ?? ''] ?? 0), mixed[0]);
  const ratio = MIXED_RATIO.exec(text);
  if (ratio) return found(Number(ratio[1]) + Number(ratio[2]) / Number(ratio[3]), ratio[0]);
  const [whole, over, under] = ONLY_RATIO.exec(text) ?? [];
  if (whole !== undefined) return found(Number(over) / Number(under), whole, true);
  const vulgar = ONLY_VULGAR.exec(text);
  if (vulgar) return found(VULGAR[vulgar[1] ?? ''] ?? 0, vulgar[0], true);
  const thousands = THOUSANDS[locale].exec(text);
  if (thousands) return found(toNumber(thousands[0], locale), thousands[0]);
  const spaced = SPACED_WITH_ZERO.exec(text);
  if (spaced) return found(toNumber(spaced[0], 'fr'), spaced[0]);
  if (DOUBTFUL.test(text)) return null;
  const plain = PLAIN.exec(text);
  return plain && found(Number(plain[0].replace(',', '.')), plain[0]);
}

function toNumber(grouped: string, locale: Locale): number {
  return Number(
    locale === 'en' ? grouped.replaceAll(',', '') : grouped.replaceAll(' ', '').replace(',', '.'),
  );
}

const ARTICLES: Readonly<Record<string, Locale | null>> = { a: 'en', an: 'en', un: null, une: null };
const WORDS: Readonly<Record<string, number>> = { ...ONE_TO_TWELVE.en, ...ONE_TO_TWELVE.fr };

/** Words that make an article mean "some", as in "a bit of". The amount then stays in the name. */
const VAGUE = new Set(
  (
    'few little bit lot couple quarter third ' +
    'peu tas dizaine quinzaine vingtaine trentaine quarantaine cinquantaine centaine quart tiers'
  ).split(' '),
);

function readWord(text: string, locale: Locale): ReadNumber | null {
  const [, word = ''] = /^(\p{L}+)(?=[\s\-–—~/…]|$)/u.exec(text) ?? [];
  const key = fold(word);
  const half = readHalf(text);
  if (half !== null) return half;
  if (!Object.hasOwn(WORDS, key) || text.charAt(word.length) === '-') return null;
  const isArticle = Object.hasOwn(ARTICLES, key);
  if (isArticle && (ARTICLES[key] ?? locale) !== locale) return null;
  const [, next = ''] = /^ (\p{L}+)/u.exec(text.slice(word.length)) ?? [];
  const isDozen = DOZEN.test(text.slice(word.length));
  if (!isDozen && (VAGUE.has(fold(next)) || /^quarts?$/iu.test(next))) return null;
  return { value: WORDS[key] ?? 0, length: word.length, isWord: true, isArticle, isLinked: false };
}

/**
 * Matches "half a", "half an", "un demi" and "une demie". Also matches "demi-" before a unit that can be
 * halved, such as "une demi-livre".
 */
const HALF =
  /^(?:half (?:of )?an?(?= )|half of the(?= )|une? demie?(?= )|une? demi-(?=(?:livre|kilo|litre|douzaine)\b)|(?:half|demie?)(?= (?:kilo|kg|livre|litre|liter|pound|lb|dozen|douzaine|pint|gal|gallon|cup)\b))/iu;

function readHalf(text: string): ReadNumber | null {
  const half = HALF.exec(text);
  return half && { value: 0.5, length: half[0].length, isWord: true, isArticle: false, isLinked: true };
}

const DOZEN = /^[ -]?(?:dozens?|douzaines?)(?![\p{L}\p{N}-])/iu;

function readDozen(text: string, number: ReadNumber | null): ReadNumber | null {
  const dozen = DOZEN.exec(text.slice(number?.length ?? 0));
  if (dozen === null || (number === null && dozen[0].endsWith('s'))) return null;
  return {
    ...{ value: 12 * (number?.value ?? 1), length: (number?.length ?? 0) + dozen[0].length },
    ...{ isWord: true, isArticle: false, isLinked: true },
  };
}
