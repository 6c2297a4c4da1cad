import type { OrphanedEventRepository, OrphanedEvent } from '../../../../application/calendar/ports.js';
import { occurrenceOfEvent } from '../../../../domain/calendar/event.js';
import type { CalendarConnectionId, HouseholdId, OccurrenceId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { toKey, InMemoryRepository } from '../store.js';

export class InMemoryOrphanedEventRepository extends InMemoryRepository implements OrphanedEventRepository {
  async leaveAll(
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void> {
    const { calendarEvents, orphanedEvents } = this.store;
    for (const event of calendarEvents.filter((one) => one.householdId === householdId)) {
      const { calendarId, eventId, occurrenceId, state } = event;
      calendarEvents.delete(toKey(householdId, occurrenceId));
      const key = toKey(calendarId, eventId);
      if (state === 'GONE' || state === 'WITHDRAWN' || orphanedEvents.has(key)) continue;
      const tries = { attempts: 0, nextAt: at, expiresAt };
      orphanedEvents.set(key, { householdId, connectionId, calendarId, eventId, ...tries });
    }
  }

  async list(householdId: HouseholdId, limit: number): Promise<readonly OrphanedEvent[]> {
    const inOrder = this.store.orphanedEvents
      .filter((one) => one.householdId === householdId)
      .toSorted((one, other) => one.nextAt - other.nextAt || (one.eventId < other.eventId ? -1 : 1));
    return inOrder.slice(0, limit);
  }

  async save(event: OrphanedEvent): Promise<void> {
    const key = toKey(event.calendarId, event.eventId);
    if (this.store.orphanedEvents.has(key)) this.store.orphanedEvents.set(key, event);
  }

  async remove({ calendarId, eventId }: Pick<OrphanedEvent, 'calendarId' | 'eventId'>): Promise<void> {
    this.store.orphanedEvents.delete(toKey(calendarId, eventId));
  }

  async cancelDeletions(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]> {
    const isWanted = (one: OrphanedEvent) => one.householdId === householdId && one.calendarId === calendarId;
    const taken = this.store.orphanedEvents.filter(isWanted);
    this.store.orphanedEvents.deleteWhere(isWanted);
    return taken.flatMap(({ eventId }) => occurrenceOfEvent(eventId) ?? []);
  }

  async households(): Promise<readonly HouseholdId[]> {
    const left = this.store.orphanedEvents.filter(() => true);
    return [...new Set(left.map(({ householdId }) => householdId))];
  }

  async hasAny(connectionId: CalendarConnectionId): Promise<boolean> {
    const left = this.store.orphanedEvents.filter((one) => one.connectionId === connectionId);
    return left.length > 0;
  }

  async removeAllOf(connectionId: CalendarConnectionId): Promise<void> {
    this.store.orphanedEvents.deleteWhere((one) => one.connectionId === connectionId);
  }
}
