import type { Captures } from '../grammar/captures.js';
import type { Said } from '../languages/language.js';
import type { Meaning } from '../languages/meanings.js';
import type { Finding } from '../readings.js';
import type { Sentence } from '../sentence.js';

/** Makes a finding from the slots of a phrase; null when they do not fit together. */
export type PhraseBuilder = (said: Said, captures: Captures, sentence: Sentence) => Finding | null;

/** Reads the phrases of some meanings. */
export type PhraseRecogniser = {
  /** Where phrases overlap, those of a lower rank go first, then the longer. */
  readonly rank: number;
  readonly meanings: { readonly [M in Meaning]?: PhraseBuilder };
};

export const RANK = {
  /** Fixed names ("Black Friday") and what was cut out before. */
  name: 0,
  series: 1,
  /** All else: the longest match wins. */
  moment: 2,
} as const;
