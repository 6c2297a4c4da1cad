import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const CONNECT_TICKET_LIFE_MS = 120_000;
/** How long somebody may take on the provider's pages. */
export const CONNECT_FLOW_LIFE_MS = 600_000;

/**
 * Stands for a session once, in the address of a browser tab that an app opens and that knows nothing of the app's
 * tokens. Only its SHA-256 is kept.
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

/** Why connecting a calendar failed: what the redirect says as `calendarError`. */
export const CALENDAR_ERRORS = [
  /** The person said no at the provider. */
  'access_denied',
  /** The answer belongs to nothing that this browser began: too long ago, somebody else's, used, or tampered with. */
  'invalid_state',
  /** One of the two rights was left out. */
  'missing_scope',
  /** The provider did not turn the code into a permission. */
  'exchange_failed',
] as const;
export type CalendarError = (typeof CALENDAR_ERRORS)[number];
