import type { ConnectTicket } from '../../domain/calendar/handshake.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/** What is remembered between a wish to connect a calendar and the provider's answer. */
export interface CalendarHandshakeRepository {
  insertTicket(ticket: ConnectTicket): Promise<void>;
  /** null for an unknown hash. */
  findTicket(hash: string): Promise<ConnectTicket | null>;
  /** Removes the ticket and answers with it, so that of parallel attempts one gets it. null for an unknown hash. */
  takeTicket(hash: string): Promise<ConnectTicket | null>;
  deleteTicketsOf(userId: UserId): Promise<void>;
  /** Notes that the answer to a request was used. false when it had been, also under concurrency. */
  spendState(hash: string, at: Instant): Promise<boolean>;
  deleteTicketsIssuedBefore(instant: Instant): Promise<void>;
  deleteStatesSpentBefore(instant: Instant): Promise<void>;
}
