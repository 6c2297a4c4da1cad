import type { Candidate, Claim } from '../readings.js';
import type { QuickAddWarning } from '../result.js';
import { block, type Sentence } from '../sentence.js';
import { RANK } from './phrase.js';

export type Marked = {
  readonly claimed: readonly Candidate[];
  readonly warnings?: readonly QuickAddWarning[];
};

/** Finds what is written with a sign and takes its tokens out of the sentence, before dates are looked for. */
export type MarkerRecogniser = (sentence: Sentence) => Marked;

export function claim(sentence: Sentence, from: number, to: number, value: Claim): Candidate {
  block(sentence, from, to);
  return { claim: value, from, to, rank: RANK.name, order: 0 };
}

/** The tokens that hold `sign` after white space or at the start, with something joined to it. */
export function* signsOf({ tokens }: Sentence, sign: string): Generator<number> {
  for (const [at, token] of tokens.entries())
    if (token.folded === sign && !token.glued && tokens[at + 1]?.glued === true) yield at;
}

/** The end of the run of tokens without white space that `at` lies in. */
export function endOfRun({ tokens }: Sentence, at: number): number {
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
export function quotedAt({ tokens, text }: Sentence, at: number): Quoted | null {
  const opening = tokens[at];
  const mark = QUOTES.get(opening?.folded ?? '');
  if (opening === undefined || mark === undefined) return null;
  for (let end = at + 1; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (token?.folded === mark) return { text: text.slice(opening.end, token.start).trim(), end: end + 1 };
  }
  return null;
}

export function warningAt(
  { tokens }: Sentence,
  from: number,
  to: number,
  code: QuickAddWarning['code'],
  message: string,
): QuickAddWarning {
  return { code, message, start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}
