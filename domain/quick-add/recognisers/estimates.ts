import { readPart } from '../grammar/matcher.js';
import type { Candidate } from '../readings.js';
import { endsAlone } from '../refiners/whole-tokens.js';
import { claim, signsOf, type MarkerRecogniser } from './marker.js';

/** `~30m`, `~1h30`, `~45 min`. */
export const estimates: MarkerRecogniser = (sentence) => {
  const claimed: Candidate[] = [];
  for (const at of signsOf(sentence, '~')) {
    const longest = readPart(sentence, 'duration', at + 1)
      .filter(({ end }) => endsAlone(sentence, end))
      .reduce<{ end: number; value: number } | null>(
        (best, read) => (best === null || read.end > best.end ? { end: read.end, value: read.value } : best),
        null,
      );
    if (longest !== null)
      claimed.push(claim(sentence, at, longest.end, { field: 'duration', minutes: longest.value }));
  }
  return { claimed };
};
