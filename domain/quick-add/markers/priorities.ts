import { readPart } from '../grammar/matcher.js';
import { longestWords } from '../grammar/trie.js';
import type { MarkerWord } from '../languages/language.js';
import type { Claim } from '../readings.js';
import { endsAlone } from '../sentence.js';
import { hasSign, type MarkerReader } from './marker.js';

/** 1 is the highest, as in most lists; some count the other way round. */
const BY_NUMBER = new Map<string, 'urgent' | 'high' | 'normal' | 'low'>([
  ['p1', 'urgent'],
  ['p2', 'high'],
  ['p3', 'normal'],
  ['p4', 'low'],
]);

/** `!urgent !high !normal !low !private` and `p1` to `p4`; the same words without a sign are title. */
export const readPriority: MarkerReader = (sentence, at) => {
  const token = sentence.tokens[at];
  const word = BY_NUMBER.get(token?.folded ?? '');
  if (word !== undefined && token?.glued === false && endsAlone(sentence, at + 1))
    return { end: at + 1, claim: { field: 'priority', word } };
  if (!hasSign(sentence, at, '!')) return null;
  const read = longestWords(sentence.grammar.markers, sentence.tokens, at + 1);
  const claim = read === null ? null : claimMarkerWord(read.value);
  return read && claim && endsAlone(sentence, read.end) ? { end: read.end, claim } : null;
};

function claimMarkerWord(word: MarkerWord): Claim | null {
  if (word === 'private') return { field: 'visibility' };
  return word === 'me' || word === 'together' ? null : { field: 'priority', word };
}

/** How long it takes: `~30m`, `~1h30`, `~45 min`. */
export const readEstimate: MarkerReader = (sentence, at) => {
  if (!hasSign(sentence, at, '~')) return null;
  const [longest] = readPart(sentence, 'duration', at + 1)
    .filter(({ end }) => endsAlone(sentence, end))
    .sort((a, b) => b.end - a.end);
  return longest ? { end: longest.end, claim: { field: 'duration', minutes: longest.value } } : null;
};
