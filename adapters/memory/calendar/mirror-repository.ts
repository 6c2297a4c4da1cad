import type {
  CalendarMirrorRepository,
  Leftover,
  MirrorHealth,
} from '../../../application/calendar/ports.js';
import type { MirrorEntry, MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import { isCreatable, isEligible, type SyncWindow } from '../../../domain/calendar/eligibility.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { CalendarConnectionId, HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { GoogleSyncStatus, Occurrence } from '../../../domain/tasks/occurrence.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryCalendarMirrorRepository implements CalendarMirrorRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(householdId: HouseholdId): Promise<CalendarLink | null> {
    return Promise.resolve(this.#store.calendarLinks.get(householdId) ?? null);
  }

  findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null> {
    return this.find(householdId);
  }

  health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth> {
    const shown = this.#shown(householdId, window);
    const failing = shown
      .filter(({ googleSyncStatus }) => ['PENDING', 'BLOCKED', 'ERROR'].includes(googleSyncStatus))
      .flatMap((one) => this.#failuresOf(one) ?? []);
    const pending = shown.filter(({ googleSyncStatus }) => googleSyncStatus === 'PENDING');
    const current = pending.flatMap((one) => {
      const failures = this.#failuresOf(one);
      return failures?.syncVersion === one.syncVersion ? [failures.nextAt] : [];
    });
    const since = pending.map((one) => this.#pendingSince(one));
    const count = (status: GoogleSyncStatus) =>
      shown.filter(({ googleSyncStatus }) => googleSyncStatus === status).length;
    return Promise.resolve({
      pending: pending.length,
      blocked: count('BLOCKED'),
      failed: count('ERROR'),
      pendingSince: smallest(since),
      nextTryAt: smallest(current),
      error: failing.toSorted((one, other) => other.nextAt - one.nextAt)[0]?.error ?? null,
    });
  }

  linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]> {
    const ids = this.#store.calendarLinks
      .filter(({ status, householdId }) => status === 'ACTIVE' && (after === null || householdId > after))
      .map(({ householdId }) => householdId);
    return Promise.resolve(ids.toSorted().slice(0, limit));
  }

  lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]> {
    const isLate = (one: Occurrence) =>
      one.googleSyncStatus === 'PENDING' && this.#pendingSince(one) < before;
    const late = this.#store.calendarLinks
      .filter(({ status, householdId }) => status === 'ACTIVE' && (after === null || householdId > after))
      .filter(({ householdId }) => this.#shown(householdId, window).some(isLate));
    return Promise.resolve(
      late.toSorted((one, other) => (one.householdId < other.householdId ? -1 : 1)).slice(0, limit),
    );
  }

  hasLeftovers(connectionId: CalendarConnectionId): Promise<boolean> {
    const left = this.#store.calendarLeftovers.filter((one) => one.connectionId === connectionId);
    return Promise.resolve(left.length > 0);
  }

  saveLink(link: CalendarLink): Promise<void> {
    this.#store.calendarLinks.set(link.householdId, link);
    return Promise.resolve();
  }

  removeLink(householdId: HouseholdId): Promise<void> {
    this.#store.calendarLinks.delete(householdId);
    return Promise.resolve();
  }

  linksOf(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]> {
    const links = this.#store.calendarLinks.filter((link) => link.connectionId === connectionId);
    return Promise.resolve(links.toSorted((one, other) => (one.householdId < other.householdId ? -1 : 1)));
  }

  entry(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<MirrorEntry> {
    return Promise.resolve(this.#entry(householdId, occurrenceId));
  }

  due(
    householdId: HouseholdId,
    window: SyncWindow,
    now: Instant,
    limit: number,
  ): Promise<readonly MirrorEntry[]> {
    const occurrences = this.#occurrences(householdId);
    const known = new Set(occurrences.map(({ id }) => id));
    const orphans = this.#events(householdId)
      .filter(({ occurrenceId }) => !known.has(occurrenceId))
      .map(({ occurrenceId }) => ({ id: occurrenceId, date: null, hasEvent: true }));
    const pending = occurrences
      .filter((one) => one.googleSyncStatus === 'PENDING' && this.#isDue(one, window, now))
      .map((one) => ({ id: one.id, date: one.date, hasEvent: this.#eventOf(one) !== null }));
    const rank = (one: { id: OccurrenceId; date: string | null; hasEvent: boolean }) =>
      `${one.hasEvent ? 0 : 1} ${one.date ?? ''} ${one.id}`;
    const ordered = [...orphans, ...pending].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
    return Promise.resolve(ordered.slice(0, limit).map(({ id }) => this.#entry(householdId, id)));
  }

  events(householdId: HouseholdId): Promise<readonly MirroredEvent[]> {
    return Promise.resolve(
      this.#events(householdId).toSorted((one, other) => (one.occurrenceId < other.occurrenceId ? -1 : 1)),
    );
  }

  eligibleIds(householdId: HouseholdId): Promise<ReadonlySet<OccurrenceId>> {
    return Promise.resolve(
      new Set(
        this.#occurrences(householdId)
          .filter(isEligible)
          .map(({ id }) => id),
      ),
    );
  }

  saveEvent(event: MirroredEvent): Promise<void> {
    const { householdId, occurrenceId, calendarId, eventId } = event;
    const taken = this.#store.calendarEvents.filter(
      (one) => one.calendarId === calendarId && one.eventId === eventId && one.occurrenceId !== occurrenceId,
    );
    if (taken.length > 0) return Promise.reject(new Error('This event is of another occurrence'));
    this.#store.calendarEvents.set(keyOf(householdId, occurrenceId), event);
    return Promise.resolve();
  }

  removeEvent(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<void> {
    this.#store.calendarEvents.delete(keyOf(householdId, occurrenceId));
    return Promise.resolve();
  }

  saveSync(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    { syncedVersion, googleSyncStatus }: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>,
  ): Promise<void> {
    const key = keyOf(householdId, occurrenceId);
    const occurrence = this.#store.occurrences.get(key);
    if (occurrence !== undefined)
      this.#store.occurrences.set(key, { ...occurrence, syncedVersion, googleSyncStatus });
    return Promise.resolve();
  }

  saveFailures(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    failures: SyncFailures | null,
  ): Promise<void> {
    const key = keyOf(householdId, occurrenceId);
    if (failures === null) this.#store.calendarFailures.delete(key);
    else this.#store.calendarFailures.set(key, { ...failures, householdId });
    return Promise.resolve();
  }

  changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void> {
    for (const one of this.#occurrences(householdId)) {
      const isMeant =
        window === undefined ||
        this.#eventOf(one) !== null ||
        (one.date !== null && one.date >= window.from && one.date <= window.until);
      if (isMeant && from.includes(one.googleSyncStatus))
        this.#store.occurrences.set(keyOf(householdId, one.id), { ...one, googleSyncStatus: to });
    }
    return Promise.resolve();
  }

  reconsider(householdId: HouseholdId): Promise<void> {
    for (const one of this.#occurrences(householdId)) {
      if (one.googleSyncStatus !== 'ERROR' && one.googleSyncStatus !== 'BLOCKED') continue;
      this.#store.occurrences.set(keyOf(householdId, one.id), { ...one, googleSyncStatus: 'PENDING' });
      this.#store.calendarFailures.delete(keyOf(householdId, one.id));
    }
    return Promise.resolve();
  }

  forgetFailures(householdId: HouseholdId): Promise<void> {
    this.#store.calendarFailures.deleteWhere((one) => one.householdId === householdId);
    return Promise.resolve();
  }

  leaveBehind(
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void> {
    for (const { calendarId, eventId, occurrenceId, state } of this.#events(householdId)) {
      this.#store.calendarEvents.delete(keyOf(householdId, occurrenceId));
      const key = keyOf(calendarId, eventId);
      if (state === 'GONE' || state === 'WITHDRAWN' || this.#store.calendarLeftovers.has(key)) continue;
      this.#store.calendarLeftovers.set(key, {
        householdId,
        connectionId,
        calendarId,
        eventId,
        attempts: 0,
        nextAt: at,
        expiresAt,
      });
    }
    return Promise.resolve();
  }

  leftovers(householdId: HouseholdId, limit: number): Promise<readonly Leftover[]> {
    const left = this.#store.calendarLeftovers.filter((one) => one.householdId === householdId);
    const inOrder = left.toSorted(
      (one, other) => one.nextAt - other.nextAt || (one.eventId < other.eventId ? -1 : 1),
    );
    return Promise.resolve(inOrder.slice(0, limit));
  }

  saveLeftover(leftover: Leftover): Promise<void> {
    const key = keyOf(leftover.calendarId, leftover.eventId);
    const known = this.#store.calendarLeftovers.get(key);
    if (known !== undefined)
      this.#store.calendarLeftovers.set(key, {
        ...known,
        attempts: leftover.attempts,
        nextAt: leftover.nextAt,
      });
    return Promise.resolve();
  }

  removeLeftover({ calendarId, eventId }: Pick<Leftover, 'calendarId' | 'eventId'>): Promise<void> {
    this.#store.calendarLeftovers.delete(keyOf(calendarId, eventId));
    return Promise.resolve();
  }

  takeBack(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]> {
    const isWanted = (one: Leftover) => one.householdId === householdId && one.calendarId === calendarId;
    const taken = this.#store.calendarLeftovers.filter(isWanted);
    this.#store.calendarLeftovers.deleteWhere(isWanted);
    return Promise.resolve(taken.flatMap(({ eventId }) => occurrenceOfEvent(eventId) ?? []));
  }

  leavingHouseholds(): Promise<readonly HouseholdId[]> {
    const left = this.#store.calendarLeftovers.filter(() => true);
    return Promise.resolve([...new Set(left.map(({ householdId }) => householdId))]);
  }

  removeLeftoversOf(connectionId: CalendarConnectionId): Promise<void> {
    this.#store.calendarLeftovers.deleteWhere((one) => one.connectionId === connectionId);
    return Promise.resolve();
  }

  #isDue(occurrence: Occurrence, { from, until }: SyncWindow, now: Instant): boolean {
    const failures = this.#failuresOf(occurrence);
    if (failures !== null && failures.syncVersion === occurrence.syncVersion && failures.nextAt > now)
      return false;
    if (this.#eventOf(occurrence) !== null || !isEligible(occurrence)) return true;
    return occurrence.date >= from && occurrence.date <= until;
  }

  #entry(householdId: HouseholdId, id: OccurrenceId): MirrorEntry {
    const key = keyOf(householdId, id);
    const stored = this.#store.calendarFailures.get(key);
    return {
      occurrence: this.#store.occurrences.get(key) ?? null,
      event: this.#store.calendarEvents.get(key) ?? null,
      failures: stored === undefined ? null : withoutHousehold(stored),
    };
  }

  #occurrences(householdId: HouseholdId): Occurrence[] {
    return this.#store.occurrences.filter((one) => one.householdId === householdId);
  }

  #events(householdId: HouseholdId): MirroredEvent[] {
    return this.#store.calendarEvents.filter((one) => one.householdId === householdId);
  }

  #shown(householdId: HouseholdId, window: SyncWindow): readonly Occurrence[] {
    return this.#occurrences(householdId).filter(
      (one) => this.#eventOf(one) !== null || isCreatable(one, window),
    );
  }

  #pendingSince(one: Occurrence): Instant {
    const linkedAt = this.#store.calendarLinks.get(one.householdId)?.createdAt ?? 0;
    return Math.max(this.#failuresOf(one)?.pendingSince ?? one.updatedAt, linkedAt);
  }

  #eventOf({ householdId, id }: Occurrence): MirroredEvent | null {
    return this.#store.calendarEvents.get(keyOf(householdId, id)) ?? null;
  }

  #failuresOf({ householdId, id }: Occurrence): SyncFailures | null {
    return this.#store.calendarFailures.get(keyOf(householdId, id)) ?? null;
  }
}

const smallest = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.min(...numbers));

function withoutHousehold({
  syncVersion,
  attempts,
  nextAt,
  pendingSince,
  error,
}: SyncFailures & { householdId: HouseholdId }): SyncFailures {
  return { syncVersion, attempts, nextAt, pendingSince, error };
}
