import type { OccurrenceId } from '../shared/ids.js';
import type { RemoteEvent } from './answers.js';
import { isFrozen } from './eligibility.js';
import { toEventId, occurrenceOfEvent } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';
import type { SweepPlace } from './sweep.js';

export type Reconciliation = {
  /** Copies of events, and events of occurrences that must not have one. They are to be deleted. */
  readonly duplicates: readonly RemoteEvent[];
  /** Listed events that the service already knows. Changes in them are copied back to their occurrences. */
  readonly known: readonly { readonly occurrenceId: OccurrenceId; readonly event: RemoteEvent }[];
  /**
   * Occurrences whose event exists in the calendar, but is not stored or is stored as deleted. The service adopts the
   * event.
   */
  readonly adopted: readonly OccurrenceId[];
  /**
   * Occurrences whose event is not stored and was deleted in the calendar. The event can only be restored,
   * not inserted.
   */
  readonly withdrawn: readonly OccurrenceId[];
  /**
   * Stored events that should exist in the calendar but were not listed. The service looks up each of them
   * separately.
   */
  readonly missing: readonly MirroredEvent[];
  /**
   * True if more than half of the listed events that exist would be deleted, and more than VALVE_COUNT. This is
   * probably an error, so the caller deletes nothing.
   */
  readonly suspicious: boolean;
};

const VALVE_COUNT = 20;

/**
 * Compares the events that a calendar lists, from the day before the window on, with the stored events.
 * Returns what has to be done, and changes nothing.
 *
 * @param eligible the occurrences that may have an event in the calendar
 */
export function planReconciliation(
  listed: readonly RemoteEvent[],
  mirrored: readonly MirroredEvent[],
  eligible: ReadonlySet<OccurrenceId>,
  { window, household: { timeZone } }: SweepPlace,
): Reconciliation {
  const mirroredById = new Map(mirrored.map((event) => [event.eventId, event]));
  const duplicates: RemoteEvent[] = [];
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
    else duplicates.push(event);
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
    duplicates,
    known,
    adopted,
    withdrawn,
    missing: mirrored.filter(
      (event) => event.state === 'LIVE' && !seen.has(event.eventId) && isListable(event),
    ),
    suspicious: duplicates.length > VALVE_COUNT && duplicates.length * 2 > live.length,
  };
}
