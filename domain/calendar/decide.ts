import type { TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { isCreatable, isEligible, isFrozen, type SyncWindow } from './eligibility.js';
import type { EventContent } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';
import { fingerprint } from './render.js';
import type { SyncEvent } from './status.js';

/** What the sweep has to do about an occurrence. */
export type SweepStep =
  | { readonly kind: 'settle'; readonly as: SyncEvent }
  /** Nothing is known of a creation until the window reaches it. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'insert' }
  | { readonly kind: 'update' }
  /** It was deleted, or may have been: look first. */
  | { readonly kind: 'reread' };

export function sweepStep(
  occurrence: Occurrence | null,
  event: MirroredEvent | null,
  want: EventContent | null,
  window: SyncWindow,
  zone: TimeZone,
): SweepStep {
  if (occurrence === null || want === null)
    return event === null || event.state === 'GONE' || event.state === 'WITHDRAWN'
      ? { kind: 'settle', as: 'withdrawn' }
      : { kind: 'delete' };
  if (event === null || event.state === 'INTENT')
    return event !== null || isCreatable(occurrence, window) ? { kind: 'insert' } : { kind: 'wait' };
  if (event.state === 'GONE') return { kind: 'settle', as: 'deletedThere' };
  if (event.state === 'WITHDRAWN') return { kind: isCreatable(occurrence, window) ? 'reread' : 'wait' };
  const isPast = event.published !== null && isFrozen(event.published.times, window, zone);
  // What is moved out of the past is a coming event again.
  if (isPast && isFrozen(want.times, window, zone)) return { kind: 'settle', as: 'published' };
  if (event.state === 'DELETING') return { kind: 'reread' };
  if (event.content === fingerprint(want)) return { kind: 'settle', as: 'published' };
  return { kind: 'update' };
}

/** Whether the calendar is owed a change of what it shows: against a change made there, the service wins then. */
export function owesContent(
  occurrence: Occurrence,
  event: MirroredEvent,
  want: EventContent | null,
): boolean {
  if (!isEligible(occurrence) || want === null) return false;
  if (event.content === null) return occurrence.syncVersion !== occurrence.syncedVersion;
  return fingerprint(want) !== event.content;
}
