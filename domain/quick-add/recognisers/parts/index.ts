import type { Captures } from '../../grammar/captures.js';
import type { SlotValues } from '../../grammar/slots.js';
import type { Said } from '../../languages/language.js';
import type { Meaning, PartGroup } from '../../languages/meanings.js';
import type { Sentence } from '../../sentence.js';
import { clockParts } from './clock.js';
import { dateParts } from './date.js';
import { durationParts } from './duration.js';
import { monthDayParts } from './month-day.js';

/** Makes the value of a part from the slots of its phrase; null when they do not fit together. */
export type PartBuilder<G extends PartGroup> = (
  said: Said,
  captures: Captures,
  sentence: Sentence,
) => SlotValues[G] | null;

export type PartBuilders<G extends PartGroup> = {
  readonly [M in Meaning as M extends `${G}.${string}` ? M : never]: PartBuilder<G>;
};

/** The phrases that fill a slot of others: a time of day, a length of time, a day of the year, a date. */
export const PARTS: { readonly [G in PartGroup]: PartBuilders<G> } = {
  clock: clockParts,
  duration: durationParts,
  monthDay: monthDayParts,
  date: dateParts,
};
