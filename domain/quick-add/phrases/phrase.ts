import type { Captures } from '../grammar/captures.js';
import type { Said } from '../languages/language.js';
import type { Meaning } from '../languages/meanings.js';
import type { PhraseFinding } from '../readings.js';
import type { Sentence } from '../sentence.js';

/** Builds a finding from the slots of a phrase, or returns null if they do not fit together. */
export type PhraseBuilder = (said: Said, captures: Captures, sentence: Sentence) => PhraseFinding | null;

/** Reads the phrases of some meanings. */
export type PhraseRecogniser = {
  /** If phrases overlap, a lower rank wins, then the longer phrase. */
  readonly rank: number;
  readonly meanings: { readonly [M in Meaning]?: PhraseBuilder };
};

export const RANK = {
  /** Fixed names ("Black Friday") and text that was cut out before. */
  name: 0,
  series: 1,
  /** Everything else: the longest match wins. */
  moment: 2,
} as const;
