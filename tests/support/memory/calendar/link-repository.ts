import type { CalendarLinkRepository, MirrorHealth } from '../../../../application/calendar/ports.js';
import { DAYS_AHEAD, type SyncWindow } from '../../../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../../../domain/calendar/link.js';
import type { CalendarConnectionId, HouseholdId } from '../../../../domain/shared/ids.js';
import { addDays } from '../../../../domain/shared/civil-date.js';
import { toInstant, type Instant } from '../../../../domain/shared/zone.js';
import type { GoogleSyncStatus } from '../../../../domain/tasks/occurrence.js';
import { InMemoryRepository } from '../store.js';
import { isMirrored, occurrenceEntries, type OccurrenceEntry } from './entries.js';

export class InMemoryCalendarLinkRepository extends InMemoryRepository implements CalendarLinkRepository {
  async find(householdId: HouseholdId): Promise<CalendarLink | null> {
    return this.store.calendarLinks.get(householdId) ?? null;
  }

  findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null> {
    return this.find(householdId);
  }

  async listByConnection(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]> {
    return this.#links((link) => link.connectionId === connectionId);
  }

  async save(link: CalendarLink): Promise<void> {
    this.store.calendarLinks.set(link.householdId, link);
  }

  async remove(householdId: HouseholdId): Promise<void> {
    this.store.calendarLinks.delete(householdId);
  }

  async health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth> {
    // Personal rows are not counted, even if they reached the calendar while they were shared: the counts would
    // reveal to other members when the author changes them.
    const shown = occurrenceEntries(this.store, householdId).filter(
      (entry) => entry.occurrence.visibility === 'SHARED' && isMirrored(entry, window),
    );
    const having = (status: GoogleSyncStatus) =>
      shown.filter(({ occurrence }) => occurrence.googleSyncStatus === status);
    const [pending, blocked, failed] = [having('PENDING'), having('BLOCKED'), having('ERROR')];
    const failures = [...pending, ...blocked, ...failed].flatMap((entry) => entry.failures ?? []);
    const tries = pending
      .filter((entry) => entry.failures?.syncVersion === entry.occurrence.syncVersion)
      .flatMap((entry) => entry.failures?.nextAt ?? []);
    return {
      pending: pending.length,
      blocked: blocked.length,
      failed: failed.length,
      pendingSince: smallest(pending.map((entry) => this.#pendingSince(entry))),
      nextTryAt: smallest(tries),
      error: failures.toSorted((one, other) => other.nextAt - one.nextAt)[0]?.error ?? null,
    };
  }

  async linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]> {
    const links = this.#links((link) => isActiveAfter(link, after));
    return links.slice(0, limit).map(({ householdId }) => householdId);
  }

  async lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]> {
    const isLate = (entry: OccurrenceEntry) =>
      entry.occurrence.googleSyncStatus === 'PENDING' &&
      isMirrored(entry, window) &&
      this.#pendingSince(entry) < before;
    const late = this.#links((link) => isActiveAfter(link, after)).filter(({ householdId }) =>
      occurrenceEntries(this.store, householdId).some(isLate),
    );
    return late.slice(0, limit);
  }

  /** Returns the matching links, ordered by household. */
  #links(matches: (link: CalendarLink) => boolean): readonly CalendarLink[] {
    return this.store.calendarLinks
      .filter(matches)
      .toSorted((one, other) => (one.householdId < other.householdId ? -1 : 1));
  }

  #pendingSince({ occurrence: { householdId, date, updatedAt }, event, failures }: OccurrenceEntry): Instant {
    const linkedAt = this.store.calendarLinks.get(householdId)?.createdAt ?? 0;
    const household = this.store.households.get(householdId);
    const isToCome = event === null && date !== null && household !== undefined;
    const reachedAt = isToCome ? toInstant(household.timeZone, addDays(date, -DAYS_AHEAD), null) : 0;
    return Math.max(failures?.pendingSince ?? updatedAt, linkedAt, reachedAt);
  }
}

function isActiveAfter({ status, householdId }: CalendarLink, after: HouseholdId | null): boolean {
  return status === 'ACTIVE' && (after === null || householdId > after);
}

const smallest = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.min(...numbers));
