import type { Candidate } from '../readings.js';
import { longestWords } from '../grammar/trie.js';
import type { Sentence } from '../sentence.js';
import { hasField, MOMENT_FIELDS } from './refiner.js';

const isMoment = hasField(...MOMENT_FIELDS);

/**
 * Extends candidates to the left, so that the title does not contain words and dashes that only introduced a date or
 * time: "meeting on tomorrow", "dentist - 6pm". A word that belongs to a verb is kept, as in "turn the lights on
 * tomorrow". The "and" between two members is removed too.
 */
export function withDangling(candidates: readonly Candidate[], sentence: Sentence): readonly Candidate[] {
  const isTaken = (at: number) => candidates.some(({ from, to }) => at >= from && at < to);
  return candidates.map((candidate) => {
    let { from } = candidate;
    if (candidate.claim.field === 'member')
      return { ...candidate, from: findJoinedStart(candidate, candidates, sentence) };
    if (!isMoment(candidate)) return candidate;
    while (dangles(sentence, from - 1) && !isTaken(from - 1)) from -= 1;
    return from === candidate.from ? candidate : { ...candidate, from };
  });
}

/**
 * Returns the first token of a member's name, or of an "and" that connects it with another member, as in "@alex and
 * @sam".
 */
function findJoinedStart(
  { from }: Candidate,
  candidates: readonly Candidate[],
  { tokens, grammar }: Sentence,
): number {
  const before = candidates.find(
    ({ claim, to }) =>
      claim.field === 'member' &&
      tokens[to]?.type === 'word' &&
      longestWords(grammar.joiners, tokens, to)?.end === from,
  );
  return before?.to ?? from;
}

function dangles({ tokens, grammar }: Sentence, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || next?.glued === true) return false;
  if (token.folded === '-') return !token.glued;
  const startsWithVerb = grammar.particleVerbs.has(tokens[0]?.folded ?? '');
  return grammar.dangling.has(token.folded) && !startsWithVerb;
}
