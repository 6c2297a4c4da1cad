import type { Captures } from '../grammar/slots.js';
import type { Said } from '../languages/language.js';
import type { Meaning } from '../languages/meanings.js';
import type { PhraseFinding } from '../readings.js';
import type { Sentence } from '../sentence.js';

/** Builds a reading from the slots of a phrase. Returns null if they give no valid reading. */
export type PhraseBuilder = (said: Said, captures: Captures, sentence: Sentence) => PhraseFinding | null;

/** Reads phrases of certain meanings in the sentence. */
export type PhraseRecogniser = {
  /**
   * The priority of the readings. If two readings overlap, the one with the lower rank is used, then the
   * longer one.
   */
  readonly rank: number;
  readonly meanings: { readonly [M in Meaning]?: PhraseBuilder };
};

export const RANK = {
  /**
   * Phrases that win over every other reading of the same words: proper names ("Black Friday"), dates that do
   * not exist ("30 February"), repetitions that no rule can express, and markers such as "@ben".
   */
  name: 0,
  series: 1,
  /** All other phrases. The longest one is used. */
  moment: 2,
} as const;
