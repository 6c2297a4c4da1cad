import type { Locale } from '../shared/locale.js';
import { toQuantity } from './amounts.js';
import type { ShoppingLine } from './item.js';
import { NOTE_SEPARATOR } from './note.js';
import { VULGAR_FRACTION } from './numbers.js';
import { readAmount, type LineAmount, type ReadAmount } from './read-amount.js';
import { isOnlyMeasure } from './units.js';

/** The result of reading a line as somebody typed it. The section of the shop is found later. */
export type ReadLine = Omit<ShoppingLine, 'section'>;

/**
 * The maximum length of a text that is parsed. A longer text becomes the name as a whole, because it is too long for
 * a list anyway.
 */
const MAX_LENGTH = 300;

/**
 * Matches linking words between an amount and a name, such as "of". A word with a capital letter belongs to
 * the name: "2 packs De Cecco".
 */
const LINKING = /^(?:(?:de l|d)['’](?=[\p{L}\p{N}])|(?:of|de la|du|des|de) )/u;
/**
 * Matches words after a unit which show that the unit is part of the name: "2 pots à lait", "3 can openers".
 */
const OF_A_NAME =
  /^(?:(?:à|a|au|aux|en|pour|sans|for|with) |(?:openers?|plants?|holders?|clips?|racks?|lids?|caps?|graters?|cutters?|brush(?:es)?|poubelles?)(?![\p{L}\p{N}]))/iu;

/**
 * Reads one thing to buy, in English and French: `2 kg de farine`, `6 œufs`, `milk x2`, `a dozen eggs`, `lait
 * (2)`, `chicken | 500 g`. An unclear amount stays in the name: `7up`, `2 - 3 onions`. The spelling of the
 * name is not changed. Returns null for a blank text.
 */
export function readLine(text: string, locale: Locale): ReadLine | null {
  const trimmed = text.trim().replaceAll(/\s+/gu, ' ');
  if (trimmed === '') return null;
  const whole: ReadLine = { name: trimmed, quantity: null, unit: null, note: null };
  if (trimmed.length > MAX_LENGTH) return whole;
  return readLeading(trimmed, locale) ?? readTrailing(trimmed, locale) ?? whole;
}

/**
 * Returns the amount if the whole text is an amount. Otherwise returns null, for example if the text also contains a
 * name.
 */
export function readPureAmount(text: string, locale: Locale): LineAmount | null {
  const amount = readAmount(text, locale);
  if (amount === null || amount.isArticle || amount.length !== text.length) return null;
  const quantity = toQuantity(amount.value);
  return quantity === null ? null : { quantity, unit: amount.unit };
}

function readLeading(text: string, locale: Locale): ReadLine | null {
  const amount = readAmount(text, locale);
  if (amount === null) return null;
  const name = nameAfter(amount, text);
  if (amount.unit !== null && AND_A_HALF.test(name)) return null;
  const line = namedWithHalf(name, amount.value, amount.unit);
  if (line !== null) return withBrackets(line, locale);
  // The text is only an amount, such as "3 cans". The unit is then the thing to buy.
  if (amount.unit === null || isOnlyMeasure(amount.unit)) return null;
  const hasHalf = AND_A_HALF.test(text.slice(0, amount.length));
  return namedWithHalf(text.slice(amount.numberLength), amount.value - (hasHalf ? 0.5 : 0), null);
}

/** Matches a half after the name: "un citron et demi", "a lemon and a half". */
const AND_A_HALF = / (?:and a half|et demie?)$/iu;

/** Returns a line with this name and quantity. A half after the name is added to the quantity. */
function namedWithHalf(text: string, value: number, unit: string | null): ReadLine | null {
  const half = AND_A_HALF.exec(text);
  if (half === null) return named(text, { quantity: toQuantity(value), unit });
  return named(text.slice(0, half.index), { quantity: toQuantity(value + 0.5), unit });
}

/**
 * Matches text that cannot begin a name. A name begins with a letter, digit, symbol or emoji, bracket or
 * quotation mark, but not with one of these words.
 */
const BEGINS_NO_NAME =
  /^(?:(?:or|ou|and|et|to|until|than|plus(?= \d))(?![\p{L}\p{N}])|[^\p{L}\p{N}\p{So}\p{Extended_Pictographic}([{"'«“‘„])/iu;

/**
 * Returns the name after the amount. Returns an empty text if it is unclear whether a name begins there, as
 * in "2 kg or more".
 */
function nameAfter(amount: ReadAmount, text: string): string {
  const rest = text
    .slice(amount.length)
    .trim()
    .replace(/^[-–—:|] /u, '');
  if ((amount.unit !== null && OF_A_NAME.test(rest)) || BEGINS_NO_NAME.test(rest)) return '';
  if (!amount.isLinked) return /^of /iu.test(rest) ? '' : rest;
  const isShouted = text === text.toUpperCase();
  const link = LINKING.exec(isShouted ? rest.toLowerCase() : rest);
  return link === null ? rest : rest.slice(link[0].length);
}

/**
 * Reads a name with amounts in brackets, such as `tomatoes (2 tins, 400 g)`. The first amount becomes the quantity,
 * and the other amounts go into the note. If the line already has a quantity, all of them go into the note.
 */
function withBrackets(line: ReadLine, locale: Locale): ReadLine {
  const [, name, inner] = /^(.+?) ?\(([^()]+)\)$/u.exec(line.name) ?? [];
  if (name === undefined || inner === undefined) return line;
  const parts = inner.split(/[;/+]|,(?!\d)/u).map((part) => part.trim());
  const amounts = parts.map((part) => readPureAmount(part, locale));
  const [first] = amounts;
  if (first === undefined || first === null || amounts.includes(null)) return line;
  if (line.quantity !== null) return { ...line, name, note: parts.join(NOTE_SEPARATOR) };
  return { name, ...first, note: parts.slice(1).join(NOTE_SEPARATOR) || null };
}

function readTrailing(text: string, locale: Locale): ReadLine | null {
  const bracketed = withBrackets({ name: text, quantity: null, unit: null, note: null }, locale);
  if (bracketed.quantity !== null) return bracketed;
  const [, counted, times, timesBefore] = /^(.+?) (?:[x×] ?(\d{1,4})|(\d{1,4}) ?[x×])$/iu.exec(text) ?? [];
  if (counted !== undefined)
    return endsInAmount(counted, locale)
      ? null
      : named(counted, { quantity: toQuantity(Number(times ?? timesBefore)), unit: null });
  return readSeparated(text, locale) ?? readMeasured(text, locale);
}

const SEPARATED = /^(.*[^ ])(?: ?([|]) ?|(:) | [-–—] )(\S.*)$/u;

/** Reads a name and an amount with a separator between them: `chicken | 500 g`, `milk: 2`, `flour - 1 kg`. */
function readSeparated(text: string, locale: Locale): ReadLine | null {
  const [, name, bar, colon, rest] = SEPARATED.exec(text) ?? [];
  if (name === undefined || rest === undefined || endsInAmount(`${name} -`, locale)) return null;
  const amount = readPureAmount(rest, locale);
  const mayBeCount = bar !== undefined || colon !== undefined;
  return amount === null || (amount.unit === null && !mayBeCount) ? null : named(name, amount);
}

/**
 * Reads a name followed by an amount: `flour 500 g`, `milk 1/2 l`, `pasta 2x500g`. The amount must have a
 * unit, because "vitamin 12" is a name.
 */
function readMeasured(text: string, locale: Locale): ReadLine | null {
  for (const { index } of text.matchAll(/ (?=[\p{L}\p{N}])/gu)) {
    const amount = readPureAmount(text.slice(index + 1), locale);
    if (amount === null || amount.unit === null) continue;
    const name = text.slice(0, index);
    if (endsInAmount(name, locale) || readAmount(name, locale) !== null) return null;
    return named(withoutSeparator(name), amount);
  }
  return null;
}

const withoutSeparator = (name: string): string => name.replace(/ ?[-–—:,]$/u, '');

/**
 * Matches words and signs that cannot be the end of a name. If a text before an amount ends with one of them,
 * as in "bag of" or "onions two or", the amount does not begin there.
 */
const ENDS_NO_NAME =
  /(?:(?:^| )(?:to|or|à|ou|and|et|of|de|du|des|d['’]|from|until|jusqu['’]à|between|entre|about|around|environ|approx\.?|ca\.?|least|most|than|moins|plus|over|under|with|avec|sans|for|pour|max\.?|min\.?|the|an?|une?)|(?<=[ \d])[x×*]|[~/+&<>≤≥±…]|\.\.)$/iu;
const ENDS_IN_NUMBER = new RegExp(`(?:\\d|${VULGAR_FRACTION})$`, 'u');
/** The maximum number of words in an amount: "1 1/2 cuillères à soupe" has five. */
const AMOUNT_WORDS = 5;

/**
 * Returns true if `name` itself ends in an amount or in the beginning of a range. An amount after it would be
 * a second amount ("beef 500 g") or the end of the range ("onions 2 -").
 */
function endsInAmount(name: string, locale: Locale): boolean {
  if (ENDS_NO_NAME.test(name)) return true;
  const before = withoutSeparator(name);
  if (ENDS_IN_NUMBER.test(before)) return true;
  const words = before.split(' ').slice(-AMOUNT_WORDS);
  return words.some((_, place) => {
    const amount = readPureAmount(words.slice(place).join(' '), locale);
    return amount !== null && (amount.unit !== null || before !== name);
  });
}

function named(text: string, { quantity, unit }: LineAmount): ReadLine | null {
  const name = text.trim();
  if (quantity === null || !/[\p{L}\p{N}\p{S}]/u.test(name)) return null;
  return { name, quantity, unit, note: null };
}
