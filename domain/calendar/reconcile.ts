import type { OccurrenceId } from '../shared/ids.js';
import { eventIdOf, occurrenceOfEvent } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';

/** What a reconcile must know of an event that the calendar lists. */
export type ListedEvent = {
  readonly eventId: string;
  readonly etag: string;
  /** As its private properties name it. */
  readonly occurrenceId: string | null;
};

export type Reconciliation<Event extends ListedEvent> = {
  /** Copies, and events of what is no more: they go. */
  readonly surplus: readonly Event[];
  /** The events of occurrences that have one: their changes are read back. */
  readonly known: readonly Event[];
  /** The events of occurrences that know of none: they are taken over. */
  readonly adopted: readonly { readonly occurrenceId: OccurrenceId; readonly event: Event }[];
  /** Thought to stand there, but not listed: to be looked for one by one. */
  readonly missing: readonly MirroredEvent[];
  /** The surplus is most of what is listed: rather a mistake than a clean-up, so nothing is deleted. */
  readonly suspicious: boolean;
};

const VALVE_COUNT = 20;

/** Compares what a calendar lists with what is known; decides, and does nothing. */
export function reconciliation<Event extends ListedEvent>(
  listed: readonly Event[],
  mirrored: readonly MirroredEvent[],
  /** Those that may stand there. */
  eligible: ReadonlySet<OccurrenceId>,
  /** Whether the list should have shown it. */
  isListable: (event: MirroredEvent) => boolean,
): Reconciliation<Event> {
  const byEventId = new Map(mirrored.map((event) => [event.eventId, event]));
  const [surplus, known, adopted] = [
    [] as Event[],
    [] as Event[],
    [] as { occurrenceId: OccurrenceId; event: Event }[],
  ];
  for (const event of listed) {
    const occurrenceId = occurrenceOfEvent(event.eventId);
    const isCanonical =
      occurrenceId !== null && eventIdOf(event.occurrenceId as OccurrenceId) === event.eventId;
    if (byEventId.has(event.eventId)) known.push(event);
    else if (isCanonical && eligible.has(occurrenceId)) adopted.push({ occurrenceId, event });
    else surplus.push(event);
  }
  const seen = new Set(listed.map(({ eventId }) => eventId));
  return {
    surplus,
    known,
    adopted,
    missing: mirrored.filter(
      (event) => event.state === 'LIVE' && !seen.has(event.eventId) && isListable(event),
    ),
    suspicious: surplus.length > VALVE_COUNT && surplus.length * 2 > listed.length,
  };
}
