import { fold } from '../shared/fold.js';
import type { ShoppingLine } from './item.js';
import { readLine } from './read-line.js';

/** Dishes that are one thing although they are two words with an "and". */
const ONE_THING = new Set(['mac and cheese', 'fish and chips', 'gin et tonic', 'gin and tonic']);

/**
 * The things to buy in one text, in English and French: `2 kg de farine, lait, 6 œufs`. They are set apart by new
 * lines, semicolons and commas, but for the comma of a decimal; and by "and" or "et" between single words, or
 * before an amount: "salt and vinegar crisps" is one thing, "milk, eggs and bread" are three.
 */
export function readList(text: string): Omit<ShoppingLine, 'note' | 'section'>[] {
  return text
    .split(/\n|;|,(?!\d)|(?<!\d),/u)
    .flatMap((part) => conjoined(part.replace(/^\s*(?:[-*•–]|\[[ x]?\])\s+/iu, '').trim()))
    .flatMap((part) => readLine(part) ?? []);
}

function conjoined(part: string): string[] {
  const match = /^(.+?)\s+(?:and|et|&)\s+(.+)$/iu.exec(part);
  if (match?.[1] === undefined || match[2] === undefined || ONE_THING.has(fold(part))) return [part];
  const [before, after] = [match[1], match[2]];
  const splits = hasAmount(after) || (isWord(before) && isWord(after));
  return splits ? [before, ...conjoined(after)] : [part];
}

const hasAmount = (text: string) => /^\d/.test(text) || (readLine(text)?.quantity ?? null) !== null;

/** A name of one word, with or without its amount. */
function isWord(text: string): boolean {
  const name = readLine(text)?.name ?? '';
  return name !== '' && !name.includes(' ');
}
