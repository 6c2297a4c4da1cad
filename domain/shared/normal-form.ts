/** As many marks on one letter as the stream-safe text format has (UAX #15): no script writes more. */
export const MAX_MARKS_IN_A_ROW = 30;

/** Only the first mark of a row begins a match. Without that, a row of 30 marks would be tried from each of them. */
const ROW_BEGINS = '(?<!\\p{M})';
const TOO_MANY_MARKS = new RegExp(`${ROW_BEGINS}\\p{M}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');
const SURPLUS_MARKS = new RegExp(`${ROW_BEGINS}(\\p{M}{${MAX_MARKS_IN_A_ROW}})\\p{M}+`, 'gu');

export function hasTooManyMarks(text: string): boolean {
  return text.length > MAX_MARKS_IN_A_ROW && TOO_MANY_MARKS.test(text);
}

/**
 * `text` in a normal form of Unicode, in time that grows with its length: marks beyond the 30th in a row are left
 * out, since the engine puts a row of n marks in order in n² steps. The only place that asks the engine for it.
 */
export function normalize(text: string, form: 'NFC' | 'NFKD' = 'NFC'): string {
  const bounded = text.length > MAX_MARKS_IN_A_ROW ? text.replace(SURPLUS_MARKS, '$1') : text;
  // eslint-disable-next-line no-restricted-syntax -- this is the place
  return bounded.normalize(form);
}
