import { isCreatable, type SyncWindow } from '../../../../domain/calendar/eligibility.js';
import type { MirrorEntry } from '../../../../domain/calendar/mirrored-event.js';
import type { HouseholdId, OccurrenceId } from '../../../../domain/shared/ids.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import { toKey, type Store } from '../store.js';

export type OccurrenceEntry = MirrorEntry & { readonly occurrence: Occurrence };

/** Returns an occurrence with its calendar event and failures. Parts that do not exist are null. */
export function readEntry(store: Store, householdId: HouseholdId, id: OccurrenceId): MirrorEntry {
  const key = toKey(householdId, id);
  return {
    occurrence: store.occurrences.get(key) ?? null,
    event: store.calendarEvents.get(key) ?? null,
    failures: store.calendarFailures.get(key) ?? null,
  };
}

/** Returns all occurrences of the household, each with its calendar event and failures. */
export function occurrenceEntries(store: Store, householdId: HouseholdId): readonly OccurrenceEntry[] {
  return store.occurrences
    .filter((one) => one.householdId === householdId)
    .map((occurrence) => ({ ...readEntry(store, householdId, occurrence.id), occurrence }));
}

/** Returns true if the occurrence has an event in the calendar, or must get one. */
export function isMirrored({ occurrence, event }: OccurrenceEntry, window: SyncWindow): boolean {
  return event !== null || isCreatable(occurrence, window);
}
