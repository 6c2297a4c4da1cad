import { normalize } from '../shared/normal-form.js';
import { singular } from './plurals.js';

/**
 * Returns what makes two names the same thing to buy: the words without case, punctuation and plural, in English and
 * French alike. Accents count, since "pâté" and "pâtes" are two things. The key compares and is never shown.
 */
export function nameKey(name: string): string {
  const lower = normalize(name).toLowerCase().trim();
  const key = lower
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')
    .trim()
    .split(' ')
    .map(singular)
    .join(' ');
  // A name without any letter, such as an emoji, stands for itself.
  return key === '' ? lower : key;
}

/** Returns a key without the accents of its letters, for search and suggestions only: "crème" is found by "creme". */
export function withoutAccents(key: string): string {
  return normalize(key, 'NFKD').replaceAll(/[\u0300-\u036f]/gu, '');
}

/** Returns the beginning of a {@link nameKey} that somebody has typed so far; "berry" also begins "berries". */
export function keyPrefix(typed: string): string {
  const key = withoutAccents(nameKey(typed));
  return /y\s*$/iu.test(typed) ? key.replace(/ie$/u, '') : key;
}
