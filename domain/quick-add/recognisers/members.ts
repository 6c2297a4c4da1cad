import type { MemberId } from '../../shared/ids.js';
import { matchesAt } from '../grammar/matcher.js';
import { longestWords, type Read } from '../grammar/trie.js';
import type { Candidate, Claim } from '../readings.js';
import { endsAlone } from '../refiners/whole-tokens.js';
import type { QuickAddWarning } from '../result.js';
import { block, type Sentence } from '../sentence.js';
import { tokenise } from '../tokens.js';
import { claim, endOfRun, quotedAt, signsOf, warningAt, type MarkerRecogniser } from './marker.js';

/** `@name`, `@"two words"`, `@me`, `@together`; a name that nobody has stays in the title, with a warning. */
export const members: MarkerRecogniser = (sentence) => {
  const claimed: Candidate[] = [];
  const warnings: QuickAddWarning[] = [];
  for (const at of signsOf(sentence, '@')) {
    const named = namedAt(sentence, at + 1) ?? wordAt(sentence, at + 1);
    if (named === null && isTime(sentence, at + 1)) continue;
    const end = named?.end ?? quotedAt(sentence, at + 1)?.end ?? endOfRun(sentence, at);
    if (named !== null && named.value.field !== 'unclear') {
      if (named.value.field === 'member') sentence.memberMarkers.set(at, { end, value: named.value.ids });
      claimed.push(claim(sentence, at, end, named.value));
      continue;
    }
    warnings.push(
      named === null
        ? warningAt(sentence, at, end, 'UNKNOWN_MEMBER', 'No member of the household has this name')
        : warningAt(sentence, at, end, 'AMBIGUOUS_MEMBER', 'Several members have this name'),
    );
    block(sentence, at, end);
  }
  return { claimed, warnings };
};

type Named = Read<Extract<Claim, { field: 'member' | 'together' }> | { readonly field: 'unclear' }>;

const namedBy = (ids: readonly MemberId[], end: number): Named => ({
  end,
  value: ids.length === 1 ? { field: 'member', ids } : { field: 'unclear' },
});

function namedAt(sentence: Sentence, at: number): Named | null {
  const quoted = quotedAt(sentence, at);
  if (quoted !== null) {
    const tokens = tokenise(quoted.text, sentence.grammar.elisions);
    const read = sentence.members().at(tokens, 0);
    return read?.end === tokens.length ? namedBy(read.value, quoted.end) : null;
  }
  const read = sentence.members().at(sentence.tokens, at);
  return read !== null && endsAlone(sentence, read.end) ? namedBy(read.value, read.end) : null;
}

function wordAt(sentence: Sentence, at: number): Named | null {
  const { grammar, tokens, context } = sentence;
  const read = longestWords(grammar.markers, tokens, at);
  if (read === null || !endsAlone(sentence, read.end)) return null;
  if (read.value === 'me') return namedBy([context.me], read.end);
  return read.value === 'together' ? { end: read.end, value: { field: 'together' } } : null;
}

/** "@7pm" and "@noon" are times, as "@ 7pm" is. */
function isTime(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.type === 'number' || matchesAt(sentence, 'clock', at).length > 0;
}
