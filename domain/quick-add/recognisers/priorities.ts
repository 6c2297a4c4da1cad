import { longestWords } from '../grammar/trie.js';
import type { MarkerWord } from '../languages/language.js';
import type { Candidate, Claim } from '../readings.js';
import { endsAlone } from '../refiners/whole-tokens.js';
import { claim, signsOf, type MarkerRecogniser } from './marker.js';

/** 1 is the highest, as in most lists; some count the other way round. */
const BY_NUMBER = new Map<string, 'urgent' | 'high' | 'normal' | 'low'>([
  ['p1', 'urgent'],
  ['p2', 'high'],
  ['p3', 'normal'],
  ['p4', 'low'],
]);

/** `!urgent !high !normal !low !private` and `p1` to `p4`; the same words without a sign are title. */
export const priorities: MarkerRecogniser = (sentence) => {
  const claimed: Candidate[] = [];
  for (const at of signsOf(sentence, '!')) {
    const read = longestWords(sentence.grammar.markers, sentence.tokens, at + 1);
    const value = read === null ? null : meaningOf(read.value);
    if (read !== null && value !== null && endsAlone(sentence, read.end))
      claimed.push(claim(sentence, at, read.end, value));
  }
  for (const [at, { folded, glued }] of sentence.tokens.entries()) {
    const word = BY_NUMBER.get(folded);
    if (word !== undefined && !glued && endsAlone(sentence, at + 1))
      claimed.push(claim(sentence, at, at + 1, { field: 'priority', word }));
  }
  return { claimed };
};

function meaningOf(word: MarkerWord): Claim | null {
  if (word === 'private') return { field: 'visibility' };
  return word === 'me' || word === 'together' ? null : { field: 'priority', word };
}
