import { normalize } from './normal-form.js';

/** Returns the text without case and accents, for comparison and search: "Été" and "ete" become equal. */
export function fold(text: string): string {
  return normalize(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}
