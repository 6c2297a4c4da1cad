import { findMatches } from '../grammar/matcher.js';
import type { Meaning } from '../languages/meanings.js';
import type { Candidate } from '../readings.js';
import { standsAlone, type Sentence } from '../sentence.js';
import { bounds, each, rotation } from './bounds.js';
import { dates, softDue } from './dates.js';
import { fixedNames, guards } from './guards.js';
import type { PhraseBuilder, PhraseRecogniser } from './phrase.js';
import { recurrence } from './recurrence.js';
import { durations, ranges, times } from './times.js';

/** The recognisers. If two readings overlap, rank decides, then length, then this order. */
const RECOGNISERS: readonly PhraseRecogniser[] = [
  fixedNames,
  recurrence,
  rotation,
  each,
  bounds,
  ranges,
  dates,
  times,
  softDue,
  durations,
  guards,
];

export type RankedBuilder = { readonly rank: number; readonly order: number; readonly build: PhraseBuilder };

export const BUILDERS: ReadonlyMap<string, RankedBuilder> = new Map(
  RECOGNISERS.flatMap(({ rank, meanings }, order) =>
    (Object.entries(meanings) as [Meaning, PhraseBuilder][]).map(
      ([meaning, build]) => [meaning, { rank, order, build }] as const,
    ),
  ),
);

/** Returns everything that the phrases of the language could mean, at any place in the sentence. */
export function findPhrases(sentence: Sentence): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let from = 0; from < sentence.tokens.length; from += 1)
    for (const { meaning, said, end, captures } of findMatches(sentence, 'sentence', from)) {
      const builder = BUILDERS.get(meaning);
      if (builder === undefined || end === from || !standsAlone(sentence, from, end)) continue;
      const finding = builder.build(said, captures, sentence);
      if (finding !== null)
        found.push({ ...finding, from, to: end, rank: builder.rank, order: builder.order });
    }
  return found;
}
