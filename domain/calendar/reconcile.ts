import type { OccurrenceId } from '../shared/ids.js';
import type { RemoteEvent } from './answers.js';
import { isFrozen } from './eligibility.js';
import { toEventId, occurrenceOfEvent } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';
import type { SweepPlace } from './sweep.js';

export type Reconciliation = {
  /** Duplicates and events of deleted occurrences, which are to be deleted. */
  readonly duplicates: readonly RemoteEvent[];
  /** The events of occurrences that have one. Their changes are read back. */
  readonly known: readonly { readonly occurrenceId: OccurrenceId; readonly event: RemoteEvent }[];
  /** Occurrences without a known event, although one exists in the calendar from earlier. It is adopted. */
  readonly adopted: readonly OccurrenceId[];
  /** Occurrences without a known event, whose event was deleted in the calendar. It can only be restored. */
  readonly withdrawn: readonly OccurrenceId[];
  /** Events that should exist but were not listed. Each is looked up separately. */
  readonly missing: readonly MirroredEvent[];
  /**
   * True if most of the listed events would be deleted. That is more likely an error than a clean-up, so
   * nothing is deleted.
   */
  readonly suspicious: boolean;
};

const VALVE_COUNT = 20;

/**
 * Compares the events listed by a calendar, from the day before the window on, with the stored ones. It only
 * decides, and changes nothing.
 *
 * @param eligible the occurrences that may have an event there
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
