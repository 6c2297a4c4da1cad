import { matchesAt } from '../grammar/matcher.js';
import type { Candidate } from '../readings.js';
import { standsAlone } from '../refiners/whole-tokens.js';
import type { Sentence } from '../sentence.js';
import { BUILDERS } from './index.js';

/** All that the phrases of the language could mean, wherever they stand in the sentence. */
export function candidatesOf(sentence: Sentence): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let from = 0; from < sentence.tokens.length; from += 1)
    for (const { meaning, said, end, captures } of matchesAt(sentence, 'sentence', from)) {
      const builder = BUILDERS.get(meaning);
      if (builder === undefined || end === from || !standsAlone(sentence, from, end)) continue;
      const finding = builder.build(said, captures, sentence);
      if (finding !== null)
        found.push({ ...finding, from, to: end, rank: builder.rank, order: builder.order });
    }
  return found;
}
