import type { Locale } from '../shared/locale.js';
import type { ShoppingLine } from './item.js';
import { readNumber, VULGAR_FRACTION, type ReadNumber } from './numbers.js';
import { convertQuantity, isOnlyMeasure, readUnit } from './units.js';

/** An amount at the beginning of a text. */
export type ReadAmount = {
  /** The quantity before it is rounded. */
  readonly value: number;
  readonly unit: string | null;
  /** The number of characters that the amount takes at the beginning of the text. */
  readonly length: number;
  /** The number of characters that the number takes before the unit. */
  readonly numberLength: number;
  readonly isArticle: boolean;
  /** True if "of" or "de" may stand between the amount and the name: "500 g de farine", "half a melon". */
  readonly isLinked: boolean;
};

export type LineAmount = Pick<ShoppingLine, 'quantity' | 'unit'>;

/** Matches the sign or word between the two amounts of a range: "2 - 3", "500 g to 600 g", "2 ou 3". */
const RANGE = /^(?: ?(?:[-–—~/]|\.{2,3}|…|±|\+\/?-) ?| (?:to|or|à|ou|until|jusqu['’]à) )/iu;
/**
 * Matches the words before or between the numbers of a range or an estimate, such as "about" or "between".
 */
const ABOUT =
  /^(?:to|or|à|ou|and|et|de|from|until|jusqu['’]à|between|entre|about|around|environ|approx\.?|ca\.?|at least|at most|up to|more than|less than|au moins|au plus|plus de|moins de|max\.?|min\.?)(?= |$)/iu;
/**
 * Matches text after a number which shows that the number belongs to the name: "10 % de réduction", "2 in 1
 * shampoo", "9 volt battery", "5 € voucher".
 */
const NO_AMOUNT =
  /^(?: ?[%‰°€$£"″]| (?:in|en) \d| ?(?:volts?|watts?|[vw]|mm|cm|m|inch|inches|ply|ans|mois|months?|years?|days?|jours|minutes?|hours?|heures|calories?)(?![\p{L}\p{N}]))/iu;
/** Matches names that begin with a number. */
const NAMES = new RegExp(
  `^(?:${[
    '(?:7|seven)[ -]?up|(?:5|five)[ -]spices?|(?:4|quatre)[ -]quarts|(?:3|three) musketeers|(?:5|five) alive',
    '(?:1[ .,]?000|thousand|mille)[ -](?:islands?|îles)|1664|1001|4711|33 export|(?:5|five) a day',
    '(?:[3-9]|1[02]|quatre|cinq|sept) (?:épices|céréales|graines|baies|fromages)',
    `\\d{1,2} (?:grains?|seeds?|beans?|cheeses?|nuts?|berry|fruits?|peppers?) (?:${[
      'bread|loaf|bun|rolls?|salad|soup|chill?i|mix|blend|pizzas?|sauce|ravioli|tortellini|bagels?|muesli',
    ].join('|')})`,
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const TIMES = new RegExp(`^ ?(?:[x×*](?= |\\d|${VULGAR_FRACTION})|×) ?`, 'iu');
const AND_A_HALF = /^ (?:and a half|et demie?)(?![\p{L}\p{N}])/iu;

/**
 * Returns the amount at the start of `text`, such as `2`, `1 1/2 kg`, `2x500g`, `1 kg 500 g` or `a dozen`.
 * Returns null if there is no amount, or if it is ambiguous, such as a range.
 */
export function readAmount(text: string, locale: Locale): ReadAmount | null {
  if (NAMES.test(text)) return null;
  const number = readNumber(text, locale);
  if (number === null) return null;
  const rest = text.slice(number.length);
  if (NO_AMOUNT.test(rest) || isRange(rest, locale)) return null;
  const amount =
    TIMES.test(rest) && !number.isArticle
      ? readProduct(number, rest, locale)
      : readSum(readMeasure(number, rest), text, locale);
  if (amount === null || isRange(text.slice(amount.length), locale)) return null;
  return isFollowedByNumber(amount, text, locale) ? null : amount;
}

function isRange(rest: string, locale: Locale): boolean {
  const to = RANGE.exec(rest);
  if (to === null) return false;
  const after = rest.slice(to[0].length);
  const number = NAMES.test(after) ? null : readNumber(after, locale);
  return number?.isArticle === false && readMeasure(number, after.slice(number.length)) !== null;
}

const LONGEST_RANGE = 60;

/**
 * Returns true if `text` is a range or an estimate of amounts without a name: "1 l - 2 l", "2 or 3 kg", "about 2 l".
 */
export function isRangeOnly(text: string, locale: Locale): boolean {
  if (text.length > LONGEST_RANGE) return false;
  let rest = text;
  let numbers = 0;
  let words = 0;
  while (rest !== '') {
    const step = ABOUT.exec(rest) ?? (numbers > 0 ? RANGE : /^[~<>≤≥±]/u).exec(rest);
    const number = step === null ? readNumber(rest, locale) : null;
    const measure = number && readMeasure(number, rest.slice(number.length));
    const length = step?.[0].length ?? (measure ?? number)?.length;
    if (length === undefined || number?.isArticle === true) return false;
    if (step === null) numbers += 1;
    else words += 1;
    rest = rest.slice(length).trimStart();
  }
  return numbers > 0 && words > 0;
}

/**
 * Reads a product such as `2 x 500 g`, `2x500g` or `2 x 6`, or a count such as `3 x` before a name. Returns
 * null for a name such as `4x4`.
 */
function readProduct(number: ReadNumber, rest: string, locale: Locale): ReadAmount | null {
  const times = TIMES.exec(rest)?.[0] ?? '';
  const after = rest.slice(times.length);
  const taken = number.length + times.length;
  const factor = readNumber(after, locale);
  const measure = factor && !factor.isWord ? readMeasure(factor, after.slice(factor.length)) : null;
  if (measure === null) {
    const unit = readUnit(after);
    const isApart = times.endsWith(' ') || times.includes('×');
    if (!isApart || after === '') return null;
    const length = taken + (unit?.length ?? 0);
    return { ...simple(number, unit?.unit ?? null), length, numberLength: taken, isLinked: unit !== null };
  }
  if (measure.unit === null && times.trim() === times) return null;
  return {
    ...measure,
    value: number.value * measure.value,
    length: taken + measure.length,
    numberLength: taken + measure.numberLength,
  };
}

/**
 * Reads the unit after a number, if there is one. Returns null if the number is directly followed by other
 * letters, as in `7up` or `2nd`.
 */
function readMeasure(number: ReadNumber, rest: string): ReadAmount | null {
  const [link = ''] = (number.isLinked ? LINK_BEFORE_UNIT : SPACE).exec(rest) ?? [];
  const unit = readUnit(rest.slice(link.length));
  if (unit === null) return rest === '' || rest.startsWith(' ') ? simple(number, null) : null;
  if (link === '' && number.isWord && !number.isLinked) return null;
  const half = AND_A_HALF.exec(rest.slice(link.length + unit.length));
  return {
    ...simple(number, unit.unit),
    value: number.value + (half === null ? 0 : 0.5),
    length: number.length + link.length + unit.length + (half?.[0].length ?? 0),
    numberLength: number.length + link.trimEnd().length,
    isLinked: true,
  };
}

const SPACE = /^ /u;
/** A linking word may stand between a fraction or a dozen and the unit: "3/4 de litre", "a dozen of bottles". */
const LINK_BEFORE_UNIT = /^ (?:(?:of|de) |d['’])?/iu;

function simple({ value, length, isArticle, isLinked }: ReadNumber, unit: string | null): ReadAmount {
  return { value, unit, length, numberLength: length, isArticle, isLinked };
}

/**
 * Adds a second amount with a smaller unit of the same kind to the first: `1 kg 500 g`. The second unit may
 * be missing before a linking word: `1 kg 500 de pommes`, `1 l ½ de lait`.
 */
function readSum(first: ReadAmount | null, text: string, locale: Locale): ReadAmount | null {
  if (first === null || first.unit === null) return first;
  const [link = ''] = /^ (?:(?:and|et|&) )?/iu.exec(text.slice(first.length)) ?? [];
  const after = text.slice(first.length + link.length);
  const number = link === '' ? null : readNumber(after, locale);
  const second = number && !number.isWord ? readMeasure(number, after.slice(number.length)) : null;
  if (number === null || second === null || second.unit === first.unit) return first;
  const more =
    second.unit === null
      ? readWithoutUnit(number, first.unit, after)
      : convertQuantity(second.value, second.unit, first.unit);
  if (more === null || (second.unit !== null && more >= second.value)) return first;
  return { ...first, value: first.value + more, length: first.length + link.length + second.length };
}

const LINK_AHEAD = /^ (?:(?:of|de|du|des) |d['’])/iu;

/**
 * Converts a second number without a unit, such as 500 in "1 kg 500 de pommes", into the unit of the first. The number
 * must be followed by "of" or "de". A fraction means a fraction of the unit, and three digits mean thousandths of a
 * kilogram or litre. Returns null in all other cases.
 */
function readWithoutUnit(number: ReadNumber, unit: string, text: string): number | null {
  if (!LINK_AHEAD.test(text.slice(number.length))) return null;
  if (number.isLinked) return number.value;
  const isThousandths = /^\d{3}$/u.test(text.slice(0, number.length)) && (unit === 'kg' || unit === 'l');
  return isThousandths ? number.value / 1000 : null;
}

/**
 * Returns true if a measure is followed by another number without a unit, so that it is unclear where the
 * name begins: `1 kg 50 de pommes`. A number that begins with a zero belongs to the name: `1 kg 00 flour`.
 */
function isFollowedByNumber({ unit, length }: ReadAmount, text: string, locale: Locale): boolean {
  const after = text.slice(length).trimStart();
  if (unit === null || !isOnlyMeasure(unit) || NAMES.test(after) || /^0\d/u.test(after)) return false;
  const number = readNumber(after, locale);
  if (number === null || number.isWord) return false;
  const rest = after.slice(number.length);
  return !NO_AMOUNT.test(rest) && readMeasure(number, rest)?.unit === null;
}
