import type { Meaning } from '../languages/meanings.js';
import { bounds } from './bounds.js';
import { categories } from './categories.js';
import { dates } from './dates.js';
import { durations } from './durations.js';
import { estimates } from './estimates.js';
import { fixedNames, guards } from './guards.js';
import { literals } from './literals.js';
import type { MarkerRecogniser } from './marker.js';
import { members } from './members.js';
import { notes } from './notes.js';
import type { PhraseBuilder, PhraseRecogniser } from './phrase.js';
import { priorities } from './priorities.js';
import { ranges } from './ranges.js';
import { recurrence } from './recurrence.js';
import { rotation } from './rotation.js';
import { softDue } from './soft-due.js';
import { times } from './times.js';

/** First, what is written with signs, in this order; it is cut out, so "#today" and "@may" are no dates. */
export const MARKER_RECOGNISERS: readonly MarkerRecogniser[] = [
  literals,
  notes,
  members,
  categories,
  priorities,
  estimates,
];

/** Then the phrases, all at once; which of two that overlap holds is decided by rank, then length, then this order. */
const PHRASE_RECOGNISERS: readonly PhraseRecogniser[] = [
  fixedNames,
  recurrence,
  rotation,
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
  PHRASE_RECOGNISERS.flatMap(({ rank, meanings }, order) =>
    (Object.entries(meanings) as [Meaning, PhraseBuilder][]).map(
      ([meaning, build]) => [meaning, { rank, order, build }] as const,
    ),
  ),
);
