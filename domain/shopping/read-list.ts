import type { Locale } from '../shared/locale.js';
import { fold } from '../shared/normal-form.js';
import { readListLines } from '../shared/list-mark.js';
import { NOTE_SEPARATOR } from './note.js';
import { isRangeOnly } from './read-amount.js';
import { readLine, readPureAmount, type ReadLine } from './read-line.js';
import { isKnownItem } from './sections.js';

/** Names with "and" or "et" that mean one thing, although their parts can also be bought separately. */
const ONE_THING = new Set(
  [
    'mac and cheese|macaroni and cheese|fish and chips|gin and tonic|cookies and cream|peaches and cream',
    'strawberries and cream|rice and beans|pork and beans|salt and vinegar|chips and salsa|sour cream and onion',
    'rice and peas|fruit and nut|cheese and onion|ham and cheese|lemon and ginger|tomato and basil|honey and lemon',
    'gin et tonic|jambon et fromage|citron et gingembre|tomate et basilic|miel et amande|miel et citron',
  ]
    .join('|')
    .split('|'),
);

/**
 * Reads all things to buy in one text: `2 kg de farine, lait, 6 œufs`. New lines, semicolons and commas separate
 * them, except for semicolons and commas within brackets, and commas within a number. The language decides whether
 * "1,500" is 1500 or 1.5.
 *
 * - The list marks of pasted text are removed: `- [ ] milk`. A line with a ticked box is left out, because
 *   somebody has already bought it: `- [x] milk`.
 * - An amount without a name belongs to the thing before it in the same line: `milk, 2 l`. If that thing already has
 *   an amount, the second one becomes a note.
 * - A range without a name becomes part of the name before it: `milk, 1 l - 2 l`.
 * - "and", "et" and "&" separate two things only if each of them is a known item: "milk and eggs" are two things,
 *   "Ben & Jerry's" is one. If both words around "&" begin with a capital letter, the text is treated as a brand:
 *   "Fruit & Nut", "Sugar & Spice".
 */
export function readList(text: string, locale: Locale): readonly ReadLine[] {
  return readListLines(text).flatMap((line) => {
    const lines: ReadLine[] = [];
    if (line.done) return lines;
    for (const part of splitParts(line.text, locale)) {
      const previous = lines.at(-1);
      const amount = previous && readPureAmount(collapse(part), locale);
      if (previous && amount && (amount.unit === null || !isThing(amount.unit)))
        lines[lines.length - 1] = withAmount(previous, amount, part.trim());
      else lines.push(...readConjoined(part, locale));
    }
    return lines;
  });
}

/**
 * Units that are things to buy if no name follows. "bread, 6 rolls" are two things, but "wine, 2 bottles" is
 * one.
 */
const THINGS = new Set(
  'roll rouleau loaf bag sac box jar pot carton tube clove gousse tasse cup lb pack paquet'.split(' '),
);
const isThing = (unit: string): boolean => THINGS.has(unit);

function withAmount(line: ReadLine, amount: Pick<ReadLine, 'quantity' | 'unit'>, words: string): ReadLine {
  if (line.quantity === null) return { ...line, ...amount };
  return { ...line, note: line.note === null ? words : `${line.note}${NOTE_SEPARATOR}${words}` };
}

const collapse = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ');

/**
 * Splits a line at the commas and semicolons outside brackets. A range of amounts is not split from the name
 * before it.
 */
function splitParts(line: string, locale: Locale): readonly string[] {
  const lastClosing = line.lastIndexOf(')');
  const spans: Span[] = [{ start: 0, end: line.length }];
  let isInBrackets = false;
  for (const { 0: sign, index } of line.matchAll(/[();]|,(?!\d)|(?<!\d),/gu)) {
    if (sign === '(') isInBrackets = index < lastClosing;
    else if (sign === ')') isInBrackets = false;
    else if (!isInBrackets) {
      (spans.at(-1) as Span).end = index;
      spans.push({ start: index + 1, end: line.length });
    }
  }
  const textOf = ({ start, end }: Span): string => collapse(line.slice(start, end));
  const named: Span[] = [];
  for (const span of spans) {
    if (named.length === 0 || !isRangeOnly(textOf(span), locale)) {
      named.push(span);
      continue;
    }
    // In "milk, 2 l, or 3 l", the amount before "or" is the first half of a range, so it also becomes part of the
    // name.
    while (named.length > 1 && readPureAmount(textOf(named.at(-1) as Span), locale) !== null) named.pop();
    (named.at(-1) as Span).end = span.end;
  }
  return named.map(({ start, end }) => line.slice(start, end));
}

type Span = { readonly start: number; end: number };

const AND = /\s(?:and|et|&)\s/iu;
/** Matches "Sugar & Spice", but not "SUGAR & SPICE" nor "2 Lemons & 3 Oranges". */
const BRAND = /^\p{Lu}[^&]*\p{Ll}[^&]* & \p{Lu}[^&]*\p{Ll}[^&]*$/u;

function readConjoined(text: string, locale: Locale): readonly ReadLine[] {
  const whole = readLine(text, locale);
  if (whole === null) return [];
  if (!AND.test(whole.name) || isOneThing(whole.name)) return [whole];
  const lines = text.split(AND).flatMap((part) => readLine(part, locale) ?? []);
  return lines.every(({ name }) => isKnownItem(name)) ? lines : [whole];
}

const isOneThing = (name: string): boolean =>
  BRAND.test(name) || ONE_THING.has(fold(name).replace('&', 'and'));
