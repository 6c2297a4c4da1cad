import { normalize } from '../../shared/normal-form.js';
import { claim, type MarkerRecogniser } from './marker.js';

/** `// the rest of the line`; the slashes of an address have no white space before them. */
export const notes: MarkerRecogniser = (sentence) => {
  const { tokens, text } = sentence;
  const at = tokens.findIndex(
    ({ folded, glued }, place) =>
      folded === '/' && !glued && tokens[place + 1]?.folded === '/' && tokens[place + 1]?.glued === true,
  );
  const [second, last] = [tokens[at + 1], tokens.at(-1)];
  if (at < 0 || second === undefined || last === undefined) return { claimed: [] };
  const value = normalize(text.slice(second.end, last.end).trim());
  return { claimed: [claim(sentence, at, tokens.length, { field: 'notes', text: value })] };
};
