import { ONE_TO_TWELVE } from '../shared/number-words.js';
import { fold } from '../shared/fold.js';
import { QUANTITY } from './item.js';

const WORDS: Readonly<Record<string, number>> = {
  ...ONE_TO_TWELVE.en,
  ...ONE_TO_TWELVE.fr,
  half: 0.5,
  demi: 0.5,
  'demi-': 0.5,
};
const DOZENS = new Set(['dozen', 'dozens', 'douzaine', 'douzaines']);
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

/** What a token of digits says: `2`, `0,5`, `1/2`, `1½`; null when it is no amount. */
export function readDigits(token: string): number | null {
  const whole = /^(\d{1,7})([½¼¾])?$/.exec(token);
  if (whole) return Number(whole[1]) + (FRACTIONS[whole[2] ?? ''] ?? 0);
  if (/^\d{1,7}[.,]\d{1,3}$/.test(token)) return Number(token.replace(',', '.'));
  if (token in FRACTIONS) return FRACTIONS[token] ?? null;
  const [, over, under] = /^(\d{1,3})\/(\d{1,3})$/.exec(token) ?? [];
  return over === undefined || Number(under) === 0 ? null : Number(over) / Number(under);
}

/** What a word says: `two`, `une`, `demi`; null when it is no number. */
export function readNumberWord(token: string): number | null {
  const word = fold(token);
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}

export const isDozen = (token: string) => DOZENS.has(fold(token));

/** To three decimals; null when it is nothing that can be bought. */
export function toQuantity(amount: number): number | null {
  const rounded = Math.round(amount * 10 ** QUANTITY.decimals) / 10 ** QUANTITY.decimals;
  return rounded > 0 && rounded <= QUANTITY.max ? rounded : null;
}
