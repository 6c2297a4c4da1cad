import type { PartGroup } from '../languages/meanings.js';
import { dateParts, monthDayParts } from './date.js';
import type { PartBuilders } from './part.js';
import { clockParts, durationParts } from './time.js';

/** The phrases that fill a slot of others: a time of day, a length of time, a day of the year, a date. */
export const PARTS: { readonly [G in PartGroup]: PartBuilders<G> } = {
  clock: clockParts,
  duration: durationParts,
  monthDay: monthDayParts,
  date: dateParts,
};
