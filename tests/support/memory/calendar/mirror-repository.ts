import type { CalendarMirrorRepository } from '../../../../application/calendar/ports.js';
import type { MirrorEntry, MirroredEvent, SyncFailures } from '../../../../domain/calendar/mirrored-event.js';
import { isEligible, type SyncWindow } from '../../../../domain/calendar/eligibility.js';
import type { HouseholdId, OccurrenceId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import type { GoogleSyncStatus, Occurrence } from '../../../../domain/tasks/occurrence.js';
import { toKey, InMemoryRepository } from '../store.js';
import { readEntry, isMirrored, occurrenceEntries, type OccurrenceEntry } from './entries.js';

export class InMemoryCalendarMirrorRepository extends InMemoryRepository implements CalendarMirrorRepository {
  async entry(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<MirrorEntry> {
    return readEntry(this.store, householdId, occurrenceId);
  }

  async due(
    householdId: HouseholdId,
    window: SyncWindow,
    now: Instant,
    limit: number,
  ): Promise<readonly MirrorEntry[]> {
    const orphans = this.#events(householdId)
      .filter(({ occurrenceId }) => !this.store.occurrences.has(toKey(householdId, occurrenceId)))
      .map(({ occurrenceId: id }) => ({ rank: `0  ${id}`, entry: readEntry(this.store, householdId, id) }));
    const pending = occurrenceEntries(this.store, householdId)
      .filter((entry) => isDue(entry, window, now))
      .map((entry) => {
        const { date, id } = entry.occurrence;
        return { rank: `${entry.event === null ? 1 : 0} ${date ?? ''} ${id}`, entry };
      });
    const ordered = [...orphans, ...pending].toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    return ordered.slice(0, limit).map(({ entry }) => entry);
  }

  async events(householdId: HouseholdId): Promise<readonly MirroredEvent[]> {
    return this.#events(householdId).toSorted((one, other) =>
      one.occurrenceId < other.occurrenceId ? -1 : 1,
    );
  }

  async eligibleIds(householdId: HouseholdId): Promise<ReadonlySet<OccurrenceId>> {
    const eligible = this.#occurrences(householdId).filter(isEligible);
    return new Set(eligible.map(({ id }) => id));
  }

  async saveEvent(event: MirroredEvent): Promise<void> {
    const { householdId, occurrenceId, calendarId, eventId } = event;
    const taken = this.store.calendarEvents.filter(
      (one) => one.calendarId === calendarId && one.eventId === eventId && one.occurrenceId !== occurrenceId,
    );
    if (taken.length > 0) throw new Error('This event belongs to another occurrence');
    this.store.calendarEvents.set(toKey(householdId, occurrenceId), event);
  }

  async removeEvent(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<void> {
    this.store.calendarEvents.delete(toKey(householdId, occurrenceId));
  }

  async saveSync(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    { syncedVersion, googleSyncStatus }: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>,
  ): Promise<void> {
    const key = toKey(householdId, occurrenceId);
    const occurrence = this.store.occurrences.get(key);
    if (occurrence !== undefined)
      this.store.occurrences.set(key, { ...occurrence, syncedVersion, googleSyncStatus });
  }

  async saveFailures(failures: SyncFailures): Promise<void> {
    this.store.calendarFailures.set(toKey(failures.householdId, failures.occurrenceId), failures);
  }

  async removeFailures(householdId: HouseholdId, occurrenceId?: OccurrenceId): Promise<void> {
    this.store.calendarFailures.deleteWhere(
      (one) =>
        one.householdId === householdId && (occurrenceId === undefined || one.occurrenceId === occurrenceId),
    );
  }

  async changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void> {
    for (const one of this.#occurrences(householdId)) {
      if (!from.includes(one.googleSyncStatus)) continue;
      const key = toKey(householdId, one.id);
      const isMeant =
        window === undefined ||
        this.store.calendarEvents.has(key) ||
        (one.date !== null && one.date >= window.from && one.date <= window.until);
      if (isMeant) this.store.occurrences.set(key, { ...one, googleSyncStatus: to });
    }
  }

  async reconsider(householdId: HouseholdId): Promise<void> {
    for (const one of this.#occurrences(householdId)) {
      if (one.googleSyncStatus !== 'ERROR' && one.googleSyncStatus !== 'BLOCKED') continue;
      this.store.occurrences.set(toKey(householdId, one.id), { ...one, googleSyncStatus: 'PENDING' });
      this.store.calendarFailures.delete(toKey(householdId, one.id));
    }
  }

  #occurrences(householdId: HouseholdId): Occurrence[] {
    return this.store.occurrences.filter((one) => one.householdId === householdId);
  }

  #events(householdId: HouseholdId): MirroredEvent[] {
    return this.store.calendarEvents.filter((one) => one.householdId === householdId);
  }
}

function isDue(entry: OccurrenceEntry, window: SyncWindow, now: Instant): boolean {
  const { occurrence, failures } = entry;
  if (occurrence.googleSyncStatus !== 'PENDING') return false;
  if (failures !== null && failures.syncVersion === occurrence.syncVersion && failures.nextAt > now)
    return false;
  return isMirrored(entry, window) || !isEligible(occurrence);
}
