import { normalize } from '../shared/normal-form.js';
import { singular } from './plurals.js';

/**
 * Returns a key that is equal for two names of the same thing to buy. The key ignores case, punctuation and
 * English and French plurals. It keeps accents, because "pâté" and "pâtes" are different things. The app
 * never shows a key.
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
  // The key of a name without letters and digits, such as an emoji, is the name itself.
  return key === '' ? lower : key;
}

/** Removes the accents of a key, for search and suggestions only: "creme" finds "crème". */
export function withoutAccents(key: string): string {
  return normalize(key, 'NFKD').replaceAll(/[\u0300-\u036f]/gu, '');
}

/**
 * Returns a prefix for the {@link nameKey} of a name that is only partly typed. For example, "berry" also
 * matches "berries".
 */
export function keyPrefix(typed: string): string {
  const key = withoutAccents(nameKey(typed));
  return /y\s*$/iu.test(typed) ? key.replace(/ie$/u, '') : key;
}
