import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const CONNECT_TICKET_LIFE_MS = 120_000;
/** How long a user may take on the provider's pages. */
export const CONNECT_FLOW_LIFE_MS = 600_000;

/**
 * A one-time substitute for a session in the address of a browser tab that the app opens, because the tab
 * does not have the app's tokens. Only its SHA-256 is stored.
 */
export type ConnectTicket = {
  readonly hash: string;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly issuedAt: Instant;
};

export function isTicketGood({ issuedAt }: Pick<ConnectTicket, 'issuedAt'>, now: Instant): boolean {
  return now - issuedAt <= CONNECT_TICKET_LIFE_MS;
}

/** Why connecting a calendar failed. The redirect carries the code as `calendarError`. */
export const CALENDAR_ERRORS = [
  /** The user declined at the provider. */
  'access_denied',
  /**
   * The response belongs to nothing that this browser started: it is too old, used, for somebody else, or was
   * tampered with.
   */
  'invalid_state',
  /** The user granted only one of the two scopes. */
  'missing_scope',
  /** The provider did not exchange the code for tokens. */
  'exchange_failed',
] as const;
export type CalendarError = (typeof CALENDAR_ERRORS)[number];
