/**
 * The maximum number of combining marks in a row, from the Stream-Safe Text Format (UAX #15). No script needs
 * more.
 */
export const MAX_MARKS_IN_A_ROW = 30;

/**
 * A match can only begin at the first of several consecutive marks. Otherwise the pattern would be tried again at each
 * of them.
 */
const ROW_BEGINS = '(?<!\\p{M})';
const TOO_MANY_MARKS = new RegExp(`${ROW_BEGINS}\\p{M}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');
const SURPLUS_MARKS = new RegExp(`${ROW_BEGINS}(\\p{M}{${MAX_MARKS_IN_A_ROW}})\\p{M}+`, 'gu');

export function hasTooManyMarks(text: string): boolean {
  return text.length > MAX_MARKS_IN_A_ROW && TOO_MANY_MARKS.test(text);
}

/**
 * Returns the text in a Unicode normal form. Combining marks after the 30th in a row are removed first,
 * because the JavaScript engine needs n² steps to order n marks. The cost is thus linear. This is the only
 * function that may call `String.prototype.normalize`.
 */
export function normalize(text: string, form: 'NFC' | 'NFKD' = 'NFC'): string {
  const bounded = text.length > MAX_MARKS_IN_A_ROW ? text.replace(SURPLUS_MARKS, '$1') : text;
  // oxlint-disable-next-line project/no-unbounded-normalization -- this is the place
  return bounded.normalize(form);
}

/**
 * Returns the text without case and accents for comparison and search. "Été" and "ete" give the same result.
 */
export function fold(text: string): string {
  return normalize(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}
