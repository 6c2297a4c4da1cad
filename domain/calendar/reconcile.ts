import type { OccurrenceId } from '../shared/ids.js';
import type { RemoteEvent } from './answers.js';
import { isFrozen } from './eligibility.js';
import { toEventId, occurrenceOfEvent } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';
import type { SweepPlace } from './sweep.js';

export type Reconciliation = {
  /** Copies, and events of what is no more: they go. */
  readonly surplus: readonly RemoteEvent[];
  /** The events of occurrences that have one: their changes are read back. */
  readonly known: readonly { readonly occurrenceId: OccurrenceId; readonly event: RemoteEvent }[];
  /** Occurrences that know of no event, though one stands there from an earlier time: it is taken over. */
  readonly adopted: readonly OccurrenceId[];
  /** Occurrences that know of no event, and whose event was deleted there: it can only come back. */
  readonly withdrawn: readonly OccurrenceId[];
  /** Thought to stand there, but not listed: to be looked for one by one. */
  readonly missing: readonly MirroredEvent[];
  /** The surplus is most of what is listed: rather a mistake than a clean-up, so nothing is deleted. */
  readonly suspicious: boolean;
};

const VALVE_COUNT = 20;

/**
 * Compares what a calendar lists, from the day before the window on, with what is known; decides, and does nothing.
 * `eligible` are the occurrences that may stand there.
 */
export function planReconciliation(
  listed: readonly RemoteEvent[],
  mirrored: readonly MirroredEvent[],
  eligible: ReadonlySet<OccurrenceId>,
  { window, household: { timeZone } }: SweepPlace,
): Reconciliation {
  const mirroredById = new Map(mirrored.map((event) => [event.eventId, event]));
  const surplus: RemoteEvent[] = [];
  const known: { occurrenceId: OccurrenceId; event: RemoteEvent }[] = [];
  const [adopted, withdrawn]: [OccurrenceId[], OccurrenceId[]] = [[], []];
  const live = listed.filter(({ cancelled }) => !cancelled);
  for (const event of live) {
    const own = mirroredById.get(event.eventId);
    const occurrenceId = occurrenceOfEvent(event.eventId);
    const isCopy =
      event.owner === null || toEventId(event.owner.occurrenceId as OccurrenceId) !== event.eventId;
    if (own !== undefined && own.state !== 'WITHDRAWN') known.push({ occurrenceId: own.occurrenceId, event });
    else if (occurrenceId !== null && !isCopy && eligible.has(occurrenceId)) adopted.push(occurrenceId);
    else surplus.push(event);
  }
  for (const { cancelled, eventId } of listed) {
    const occurrenceId = occurrenceOfEvent(eventId);
    if (!cancelled || occurrenceId === null || mirroredById.has(eventId)) continue;
    if (eligible.has(occurrenceId)) withdrawn.push(occurrenceId);
  }
  const seen = new Set(live.map(({ eventId }) => eventId));
  const isListable = ({ published }: MirroredEvent) =>
    published === null || !isFrozen(published.times, window, timeZone);
  return {
    surplus,
    known,
    adopted,
    withdrawn,
    missing: mirrored.filter(
      (event) => event.state === 'LIVE' && !seen.has(event.eventId) && isListable(event),
    ),
    suspicious: surplus.length > VALVE_COUNT && surplus.length * 2 > live.length,
  };
}
