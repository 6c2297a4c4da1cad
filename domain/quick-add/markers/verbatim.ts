import { normalize } from '../../shared/normal-form.js';
import type { Sentence } from '../sentence.js';
import { readQuoted, type MarkerReader } from './marker.js';

/** What stands in quotation marks is title and nothing else; the marks stay, so that the title reads the same again. */
export const readLiteral: MarkerReader = (sentence, at) => {
  const { tokens } = sentence;
  const before = tokens[at - 1]?.folded;
  const quoted = readQuoted(sentence, at);
  const isName = tokens[at]?.glued === true && (before === '@' || before === '#');
  if (isName) return quoted && { end: quoted.end, leave: true };
  const end = quoted?.end ?? findClosingApostrophe(tokens, at);
  return end === null ? null : { end };
};

/** Single quotation marks are also apostrophes: they must touch the words inside and nothing outside. */
function findClosingApostrophe(tokens: Sentence['tokens'], at: number): number | null {
  const mark = tokens[at];
  const opens = mark?.folded === "'" && !mark.glued && tokens[at + 1]?.glued === true;
  if (!opens) return null;
  for (let end = at + 1; end < tokens.length; end += 1)
    if (tokens[end]?.folded === "'" && tokens[end]?.glued === true && tokens[end + 1]?.glued !== true)
      return end + 1;
  return null;
}

/** `// the rest of the line`; the slashes of an address have no white space before them. */
export const readNotes: MarkerReader = ({ tokens, text }, at) => {
  const [first, second, last] = [tokens[at], tokens[at + 1], tokens.at(-1)];
  const begins = first?.folded === '/' && !first.glued && second?.folded === '/' && second.glued;
  if (!begins || last === undefined) return null;
  const notes = normalize(text.slice(second.end, last.end).trim());
  return { end: tokens.length, claim: { field: 'notes', text: notes } };
};
