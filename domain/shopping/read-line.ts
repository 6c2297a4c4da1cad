import { fold } from '../shared/fold.js';
import { digitsOf, isDozen, quantityOf, wordOf } from './amounts.js';
import type { ShoppingLine } from './item.js';
import { unitOf } from './units.js';

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
  const unit = glued?.[2] === undefined ? null : unitOf(glued[2].replace('.', ''));
  if (glued?.[1] !== undefined && glued[3] !== undefined && unit !== null)
    return named(glued[3], digitsOf(glued[1]), unit);
  const multiplied =
    /^(\d+(?:[.,]\d+)?)\s*[x×]\s+?(\S.*)$/iu.exec(text) ?? /^(\d+)[x×]\s*(\S.*)$/iu.exec(text);
  if (multiplied?.[1] !== undefined && multiplied[2] !== undefined) {
    const inner = leading(multiplied[2]);
    if (inner === null || inner.quantity === null) return named(multiplied[2], digitsOf(multiplied[1]), null);
    return named(inner.name, (digitsOf(multiplied[1]) ?? 1) * inner.quantity, inner.unit);
  }
  return spaced(text.split(' '));
}

/** An amount of one or more tokens: `2`, `1 1/2`, `half a`, `a dozen`, `deux douzaines`; then perhaps a unit. */
function spaced(tokens: readonly string[]): (Amount & { name: string }) | null {
  let [amount, used] = [null as number | null, 0];
  const [first, word] = [digitsOf(tokens[0] ?? ''), wordOf(tokens[0] ?? '')];
  if (first !== null) {
    const fraction = /\/|[½¼¾]/.test(tokens[1] ?? '') ? digitsOf(tokens[1] ?? '') : null;
    [amount, used] = fraction === null ? [first, 1] : [first + fraction, 2];
  } else if (word !== null) {
    // "half a kilo", "une demi livre": the two are one amount.
    const next = wordOf(tokens[1] ?? '');
    [amount, used] = next !== null && (word === 0.5 || next === 0.5) ? [word * next, 2] : [word, 1];
  }
  if (isDozen(tokens[used] ?? '')) [amount, used] = [(amount ?? 1) * 12, used + 1];
  if (amount === null || used >= tokens.length) return null;
  const unit = used + 1 < tokens.length ? unitOf((tokens[used] ?? '').replace('.', '')) : null;
  return named(tokens.slice(unit === null ? used : used + 1).join(' '), amount, unit);
}

/** `milk x2`, `milk × 2`, `milk (2)`, `flour 2kg`, `flour 500 g`. */
function trailing(text: string): (Amount & { name: string }) | null {
  const counted = /^(.+?)\s*(?:\s[x×]\s*(\d+)|\((\d+)\))$/iu.exec(text);
  if (counted?.[1] !== undefined) return named(counted[1], digitsOf(counted[2] ?? counted[3] ?? ''), null);
  const measured = /^(.+?)\s+(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?$/iu.exec(text);
  const unit = measured?.[3] === undefined ? null : unitOf(measured[3]);
  if (measured?.[1] === undefined || unit === null) return null;
  return named(measured[1], digitsOf(measured[2] ?? ''), unit);
}

function named(rest: string, amount: number | null, unit: string | null): (Amount & { name: string }) | null {
  const name = rest.replace(LINKING, '').trim();
  const quantity = amount === null ? null : quantityOf(amount);
  if (name === '' || quantity === null || fold(name) === '') return null;
  return { name, quantity, unit };
}
