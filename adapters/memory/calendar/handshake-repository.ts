import type { CalendarHandshakeRepository } from '../../../application/calendar/ports.js';
import type { ConnectTicket } from '../../../domain/calendar/handshake.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Store } from '../store.js';

export class InMemoryCalendarHandshakeRepository implements CalendarHandshakeRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insertTicket(ticket: ConnectTicket): Promise<void> {
    this.#store.calendarTickets.set(ticket.hash, ticket);
    return Promise.resolve();
  }

  findTicket(hash: string): Promise<ConnectTicket | null> {
    return Promise.resolve(this.#store.calendarTickets.get(hash) ?? null);
  }

  takeTicket(hash: string): Promise<ConnectTicket | null> {
    const ticket = this.#store.calendarTickets.get(hash);
    this.#store.calendarTickets.delete(hash);
    return Promise.resolve(ticket ?? null);
  }

  deleteTicketsOf(userId: UserId): Promise<void> {
    this.#store.calendarTickets.deleteWhere((ticket) => ticket.userId === userId);
    return Promise.resolve();
  }

  spendState(hash: string, at: Instant): Promise<boolean> {
    if (this.#store.calendarStates.has(hash)) return Promise.resolve(false);
    this.#store.calendarStates.set(hash, at);
    return Promise.resolve(true);
  }

  deleteTicketsIssuedBefore(instant: Instant): Promise<void> {
    this.#store.calendarTickets.deleteWhere(({ issuedAt }) => issuedAt < instant);
    return Promise.resolve();
  }

  deleteStatesSpentBefore(instant: Instant): Promise<void> {
    this.#store.calendarStates.deleteWhere((spentAt) => spentAt < instant);
    return Promise.resolve();
  }
}
