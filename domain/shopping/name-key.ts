import { fold } from '../shared/fold.js';

/**
 * What makes two names the same thing to buy: without case, accents, punctuation and the plural of each word, in
 * English and French alike. It compares and is never shown, so that "gas" may become "ga".
 */
export function nameKey(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
    .split(' ')
    .map(singular)
    .join(' ');
}

function singular(word: string): string {
  if (word.length <= 3) return word;
  if (/(eau|eu|ou)x$/.test(word)) return word.slice(0, -1);
  if (/(ss|sh|ch|x)es$|oes$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
