import type { MemberId } from '../../shared/ids.js';
import { findMatches } from '../grammar/matcher.js';
import { longestWords, type Read } from '../grammar/trie.js';
import type { Claim } from '../readings.js';
import { endsAlone, type Sentence } from '../sentence.js';
import { tokenise } from '../tokens.js';
import { findRunEnd, hasSign, readQuoted, type MarkerReader } from './marker.js';

const UNKNOWN = { code: 'UNKNOWN_MEMBER', message: 'No member of the household has this name' } as const;
const AMBIGUOUS = { code: 'AMBIGUOUS_MEMBER', message: 'Several members have this name' } as const;

/** `@name`, `@"two words"`, `@me`, `@together`; a name that nobody has stays in the title, with a warning. */
export const readMember: MarkerReader = (sentence, at) => {
  if (!hasSign(sentence, at, '@')) return null;
  const named = readName(sentence, at + 1) ?? readWord(sentence, at + 1);
  if (named !== null)
    return named.value === null
      ? { end: named.end, warning: AMBIGUOUS }
      : { end: named.end, claim: named.value };
  if (isTime(sentence, at + 1)) return null;
  return { end: readQuoted(sentence, at + 1)?.end ?? findRunEnd(sentence, at), warning: UNKNOWN };
};

/** Null: it may be several members. */
type Named = Read<Claim | null>;

const claimMember = (ids: readonly MemberId[], end: number): Named => ({
  end,
  value: ids.length === 1 ? { field: 'member', ids } : null,
});

function readName(sentence: Sentence, at: number): Named | null {
  const quoted = readQuoted(sentence, at);
  if (quoted !== null) {
    const tokens = tokenise(quoted.text, sentence.grammar.elisions);
    const read = sentence.members().at(tokens, 0);
    return read?.end === tokens.length ? claimMember(read.value, quoted.end) : null;
  }
  const read = sentence.members().at(sentence.tokens, at);
  return read !== null && endsAlone(sentence, read.end) ? claimMember(read.value, read.end) : null;
}

function readWord(sentence: Sentence, at: number): Named | null {
  const { grammar, tokens, context } = sentence;
  const read = longestWords(grammar.markers, tokens, at);
  if (read === null || !endsAlone(sentence, read.end)) return null;
  if (read.value === 'me') return claimMember([context.me], read.end);
  return read.value === 'together' ? { end: read.end, value: { field: 'together' } } : null;
}

/** "@7pm" and "@noon" are times, as "@ 7pm" is. */
function isTime(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.type === 'number' || findMatches(sentence, 'clock', at).length > 0;
}
