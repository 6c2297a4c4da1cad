import type { Claim } from '../readings.js';
import type { QuickAddWarning } from '../result.js';
import type { Sentence } from '../sentence.js';

/** A marker that was read. It begins at the token that was passed to the reader, and ends before `end`. */
export type Marker =
  | { readonly end: number; readonly claim: Claim }
  /** Text that stays in the title and is not read further. If the user should know, there is a warning. */
  | { readonly end: number; readonly warning?: Pick<QuickAddWarning, 'code' | 'message'> }
  /** Text that is skipped here as a whole, so that a later reader can read it. */
  | { readonly end: number; readonly leave: true };

/** Reads the marker that begins at token `at`. Returns null if there is none. */
export type MarkerReader = (sentence: Sentence, at: number) => Marker | null;

/**
 * Returns true if token `at` is `sign`, at the start or after white space, and another token directly follows
 * it.
 */
export function hasSign({ tokens }: Sentence, at: number, sign: string): boolean {
  const token = tokens[at];
  return token?.folded === sign && !token.glued && tokens[at + 1]?.glued === true;
}

/** Returns the index after the last token that follows `at` without white space in between. */
export function findRunEnd({ tokens }: Sentence, at: number): number {
  let end = at + 1;
  while (tokens[end]?.glued === true) end += 1;
  return end;
}

const QUOTES = new Map([
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
]);

export type Quoted = { readonly text: string; readonly end: number };

/**
 * Returns the text between the quotation mark at token `at` and its closing mark. Returns null if there is no
 * closing mark.
 */
export function readQuoted({ tokens, text }: Sentence, at: number): Quoted | null {
  const opening = tokens[at];
  const mark = QUOTES.get(opening?.folded ?? '');
  if (opening === undefined || mark === undefined) return null;
  for (let end = at + 1; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (token?.folded === mark) return { text: text.slice(opening.end, token.start).trim(), end: end + 1 };
  }
  return null;
}
