import type { Claim } from '../readings.js';
import type { QuickAddWarning } from '../result.js';
import type { Sentence } from '../sentence.js';

/** What is written with a sign, from the token asked about up to `end`. */
export type Marker =
  | { readonly end: number; readonly claim: Claim }
  /** Stays in the title, where no one reads it; with the reason when the user should know. */
  | { readonly end: number; readonly warning?: Pick<QuickAddWarning, 'code' | 'message'> }
  /** Left to a later reader as a whole. */
  | { readonly end: number; readonly leave: true };

/** Reads the marker that begins at token `at`, if one does. */
export type MarkerReader = (sentence: Sentence, at: number) => Marker | null;

/** Whether token `at` is `sign`, after white space or at the start, with something joined to it. */
export function hasSign({ tokens }: Sentence, at: number, sign: string): boolean {
  const token = tokens[at];
  return token?.folded === sign && !token.glued && tokens[at + 1]?.glued === true;
}

/** The end of the run of tokens without white space that `at` lies in. */
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

/** The text between quotation marks that open at token `at`; null when they do not close. */
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
