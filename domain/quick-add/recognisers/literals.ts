import { block } from '../sentence.js';
import { quotedAt, type MarkerRecogniser } from './marker.js';

/** What stands in quotation marks is title and nothing else; the marks stay, so that the title reads the same again. */
export const literals: MarkerRecogniser = (sentence) => {
  const { tokens } = sentence;
  for (let at = 0; at < tokens.length; at += 1) {
    const before = tokens[at - 1];
    // @"two words" and #"two words" are markers.
    if (tokens[at]?.glued === true && (before?.folded === '@' || before?.folded === '#')) {
      at = (quotedAt(sentence, at)?.end ?? at + 1) - 1;
      continue;
    }
    const end = quotedAt(sentence, at)?.end ?? endOfApostrophes(tokens, at);
    if (end === null) continue;
    block(sentence, at, end);
    at = end - 1;
  }
  return { claimed: [] };
};

type Tokens = Parameters<MarkerRecogniser>[0]['tokens'];

/** Single quotation marks are also apostrophes: they must touch the words inside and nothing outside. */
function endOfApostrophes(tokens: Tokens, at: number): number | null {
  const mark = tokens[at];
  const opens = mark?.folded === "'" && !mark.glued && tokens[at + 1]?.glued === true;
  if (!opens) return null;
  for (let end = at + 1; end < tokens.length; end += 1)
    if (tokens[end]?.folded === "'" && tokens[end]?.glued === true && tokens[end + 1]?.glued !== true)
      return end + 1;
  return null;
}
