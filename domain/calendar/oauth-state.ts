import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const CONNECT_TICKET_LIFE_MS = 120_000;
/** How long a user may take on the provider's pages before the flow expires. */
export const CONNECT_FLOW_LIFE_MS = 600_000;

/**
 * A one-time code that replaces a session. The app adds it to the address that it opens in a browser tab, because the
 * tab does not have the app's tokens. Only its SHA-256 is stored.
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

/** Why connecting a calendar failed. The redirect back to the client contains the code as `calendarError`. */
export const CALENDAR_ERRORS = [
  /** The user declined the request on the provider's pages. */
  'access_denied',
  /**
   * The response does not belong to a flow that this browser started. It may be too old, already used, for another
   * user, or manipulated. Or the session that started the flow has ended.
   */
  'invalid_state',
  /** The user did not grant all requested scopes. */
  'missing_scope',
  /** The provider returned another error or no code, or did not exchange the code for tokens. */
  'exchange_failed',
] as const;
export type CalendarError = (typeof CALENDAR_ERRORS)[number];
