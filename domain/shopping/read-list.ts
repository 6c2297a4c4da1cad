import { fold } from '../shared/fold.js';
import type { ShoppingLine } from './item.js';
import { readDigits, isDozen, toQuantity, readNumberWord } from './amounts.js';
import { findUnit } from './units.js';

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

type Amount = Pick<ShoppingLine, 'quantity' | 'unit'>;
const NOTHING_SAID: Amount = { quantity: null, unit: null };

/** "of", "de", "d'", "du", "des" between an amount and its name. */
const LINKING = /^(of|de|du|des|d['’]|de la|de l['’])\s*/i;

/**
 * One thing to buy from its words, in English and French: `2 kg de farine`, `6 œufs`, `0,5 l milk`, `milk x2`,
 * `a dozen eggs`, `lait (2)`. What is no amount stays in the name: `7up`, `lait 1/2 écrémé`. null without a name.
 */
export function readLine(text: string): Omit<ShoppingLine, 'note' | 'section'> | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  if (trimmed === '') return null;
  const { name, ...amount } = leading(trimmed) ?? trailing(trimmed) ?? { name: trimmed, ...NOTHING_SAID };
  return { name, ...amount };
}

function leading(text: string): (Amount & { name: string }) | null {
  const glued = /^(\d+(?:[.,]\d+)?)\s*[x×]?\s*(\p{L}+\.?)\s+(.+)$/iu.exec(text);
  const unit = glued?.[2] === undefined ? null : findUnit(glued[2].replace('.', ''));
  if (glued?.[1] !== undefined && glued[3] !== undefined && unit !== null)
    return named(glued[3], readDigits(glued[1]), unit);
  const multiplied =
    /^(\d+(?:[.,]\d+)?)\s*[x×]\s+?(\S.*)$/iu.exec(text) ?? /^(\d+)[x×]\s*(\S.*)$/iu.exec(text);
  if (multiplied?.[1] !== undefined && multiplied[2] !== undefined) {
    const inner = leading(multiplied[2]);
    if (inner === null || inner.quantity === null)
      return named(multiplied[2], readDigits(multiplied[1]), null);
    return named(inner.name, (readDigits(multiplied[1]) ?? 1) * inner.quantity, inner.unit);
  }
  return spaced(text.split(' '));
}

/** An amount of one or more tokens, then perhaps a unit, then the name. */
function spaced(tokens: readonly string[]): (Amount & { name: string }) | null {
  const counted = amountAt(tokens);
  if (counted === null || counted.used >= tokens.length) return null;
  const { amount, used } = counted;
  const unit = used + 1 < tokens.length ? findUnit((tokens[used] ?? '').replace('.', '')) : null;
  return named(tokens.slice(unit === null ? used : used + 1).join(' '), amount, unit);
}

/** `2`, `1 1/2`, `half a`, `a dozen`, `deux douzaines`: what the first tokens count, and how many of them do. */
function amountAt(tokens: readonly string[]): { amount: number; used: number } | null {
  const numeral = numeralAt(tokens);
  const next = tokens[numeral?.used ?? 0] ?? '';
  if (!isDozen(next)) return numeral;
  return { amount: (numeral?.amount ?? 1) * 12, used: (numeral?.used ?? 0) + 1 };
}

function numeralAt([one = '', other = '']: readonly string[]): { amount: number; used: number } | null {
  const digits = readDigits(one);
  if (digits !== null) {
    const fraction = /\/|[½¼¾]/.test(other) ? readDigits(other) : null;
    return fraction === null ? { amount: digits, used: 1 } : { amount: digits + fraction, used: 2 };
  }
  const word = readNumberWord(one);
  if (word === null) return null;
  // "half a kilo", "une demi livre": the two are one amount.
  const next = readNumberWord(other);
  const isHalf = next !== null && (word === 0.5 || next === 0.5);
  return isHalf ? { amount: word * next, used: 2 } : { amount: word, used: 1 };
}

/** `milk x2`, `milk × 2`, `milk (2)`, `flour 2kg`, `flour 500 g`. */
function trailing(text: string): (Amount & { name: string }) | null {
  const counted = /^(.+?)\s*(?:\s[x×]\s*(\d+)|\((\d+)\))$/iu.exec(text);
  if (counted?.[1] !== undefined) return named(counted[1], readDigits(counted[2] ?? counted[3] ?? ''), null);
  const measured = /^(.+?)\s+(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?$/iu.exec(text);
  const unit = measured?.[3] === undefined ? null : findUnit(measured[3]);
  if (measured?.[1] === undefined || unit === null) return null;
  return named(measured[1], readDigits(measured[2] ?? ''), unit);
}

function named(rest: string, amount: number | null, unit: string | null): (Amount & { name: string }) | null {
  const name = rest.replace(LINKING, '').trim();
  const quantity = amount === null ? null : toQuantity(amount);
  if (name === '' || quantity === null || fold(name) === '') return null;
  return { name, quantity, unit };
}
