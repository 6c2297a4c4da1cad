import type { Captures, SlotValues } from '../grammar/slots.js';
import type { Said } from '../languages/language.js';
import type { Meaning, PartGroup } from '../languages/meanings.js';
import type { Sentence } from '../sentence.js';

/** Builds the value of a phrase from its slots. Returns null if they give no valid value. */
export type PartBuilder<G extends PartGroup> = (
  said: Said,
  captures: Captures,
  sentence: Sentence,
) => SlotValues[G] | null;

export type PartBuilders<G extends PartGroup> = {
  readonly [M in Meaning as M extends `${G}.${string}` ? M : never]: PartBuilder<G>;
};
