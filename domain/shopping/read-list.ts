import type { Locale } from '../households/household.js';
import { fold } from '../shared/fold.js';
import { readListLine } from '../shared/list-mark.js';
import { NOTE_SEPARATOR } from './note.js';
import { readLine, readPureAmount, type ReadLine } from './read-line.js';
import { isKnownItem } from './sections.js';

/** Dishes that are one thing although both of their parts can be bought. */
const ONE_THING = new Set(
  [
    'mac and cheese|macaroni and cheese|fish and chips|gin and tonic|cookies and cream|peaches and cream',
    'strawberries and cream|rice and beans|pork and beans|salt and vinegar|chips and salsa|sour cream and onion',
    'rice and peas|gin et tonic|jambon et fromage',
  ]
    .join('|')
    .split('|'),
);

/**
 * Reads the things to buy in one text: `2 kg de farine, lait, 6 œufs`. New lines, semicolons and commas set them apart,
 * but not the comma of a number, nor one in brackets. The language decides what "1,500" means.
 *
 * - Marks of a pasted list are left out: `- [ ] milk`.
 * - An amount that stands alone after a comma belongs to the thing before it: `milk, 2 l`.
 * - "and", "et" and "&" set two things apart only if each of them is a known item: "milk and eggs" are two,
 *   "Ben & Jerry's" is one.
 */
export function readList(text: string, locale: Locale): readonly ReadLine[] {
  return text.split(/\r\n?|\n/u).flatMap((line) => {
    const lines: ReadLine[] = [];
    for (const part of splitParts(readListLine(line).text)) {
      const previous = lines.at(-1);
      const amount = previous && readPureAmount(part.trim().replaceAll(/\s+/gu, ' '), locale);
      if (previous && amount && (amount.unit === null || !isThing(amount.unit)))
        lines[lines.length - 1] = withAmount(previous, amount, part.trim());
      else lines.push(...readConjoined(part, locale));
    }
    return lines;
  });
}

/** Packaging that is bought by itself: "bread, 6 rolls" are two things, "wine, 2 bottles" is one. */
const THINGS = new Set(
  'roll rouleau loaf bag sac box jar pot carton tube clove gousse tasse cup lb pack paquet'.split(' '),
);
const isThing = (unit: string): boolean => THINGS.has(unit);

function withAmount(line: ReadLine, amount: Pick<ReadLine, 'quantity' | 'unit'>, words: string): ReadLine {
  if (line.quantity === null) return { ...line, ...amount };
  return { ...line, note: line.note === null ? words : `${line.note}${NOTE_SEPARATOR}${words}` };
}

/** The parts between commas and semicolons that are outside of brackets. */
function splitParts(line: string): readonly string[] {
  const lastClosing = line.lastIndexOf(')');
  const parts: string[] = [];
  let start = 0;
  let isInBrackets = false;
  for (const { 0: sign, index } of line.matchAll(/[();]|,(?!\d)|(?<!\d),/gu)) {
    if (sign === '(') isInBrackets = index < lastClosing;
    else if (sign === ')') isInBrackets = false;
    else if (!isInBrackets) {
      parts.push(line.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, line.slice(start)];
}

const AND = /\s(?:and|et|&)\s/iu;

function readConjoined(text: string, locale: Locale): readonly ReadLine[] {
  const whole = readLine(text, locale);
  if (whole === null) return [];
  if (!AND.test(whole.name) || isOneThing(whole.name)) return [whole];
  const lines = text.split(AND).flatMap((part) => readLine(part, locale) ?? []);
  return lines.every(({ name }) => isKnownItem(name)) ? lines : [whole];
}

const isOneThing = (name: string): boolean => ONE_THING.has(fold(name).replace('&', 'and'));
