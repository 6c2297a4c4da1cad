import type { MemberId } from '../../shared/ids.js';
import type { Candidate } from '../readings.js';
import { RANK } from '../phrases/phrase.js';
import type { QuickAddWarning } from '../result.js';
import { hideTokens, warnAt, type Sentence } from '../sentence.js';
import { readCategory } from './categories.js';
import type { Marker, MarkerReader } from './marker.js';
import { readMember } from './members.js';
import { readEstimate, readPriority } from './priorities.js';
import { readLiteral, readNotes } from './verbatim.js';

/** In this order: what one has read is hidden from those after it, so "#today" and "@may" are no dates. */
const READERS: readonly MarkerReader[] = [
  readLiteral,
  readNotes,
  readMember,
  readCategory,
  readPriority,
  readEstimate,
];

/** What was written with signs, and the sentence in which the rest is still to be read. */
export type Marked = {
  readonly sentence: Sentence;
  readonly claimed: readonly Candidate[];
  readonly warnings: readonly QuickAddWarning[];
};

export function readMarkers(whole: Sentence): Marked {
  const marked = READERS.reduce<Marked>(readWith, { sentence: whole, claimed: [], warnings: [] });
  const memberMarkers = new Map<number, { readonly end: number; readonly value: readonly MemberId[] }>();
  for (const { claim, from, to } of marked.claimed)
    if (claim.field === 'member') memberMarkers.set(from, { end: to, value: claim.ids });
  return { ...marked, sentence: { ...marked.sentence, memberMarkers } };
}

type Found = { readonly from: number; readonly to: number; readonly marker: Marker };

function readWith({ sentence, claimed, warnings }: Marked, read: MarkerReader): Marked {
  const found: Found[] = [];
  for (let at = 0; at < sentence.tokens.length;) {
    const marker = read(sentence, at);
    const to = marker?.end ?? at + 1;
    if (marker !== null && !('leave' in marker)) found.push({ from: at, to, marker });
    at = to;
  }
  return {
    sentence: hideTokens(sentence, found),
    claimed: [
      ...claimed,
      ...found.flatMap(({ from, to, marker }) =>
        'claim' in marker ? [{ claim: marker.claim, from, to, rank: RANK.name, order: 0 }] : [],
      ),
    ],
    warnings: [
      ...warnings,
      ...found.flatMap(({ from, to, marker }) =>
        'warning' in marker ? [warnAt(sentence, { from, to }, marker.warning)] : [],
      ),
    ],
  };
}
