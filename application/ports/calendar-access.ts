import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import type { AccessToken } from './calendar-provider.js';

export type AccessOutcome =
  | { readonly kind: 'token'; readonly token: AccessToken }
  /**
   * The user took the permission back, or the connection is gone. The connection is REVOKED now, and so are its
   * links (INVALID, GOOGLE_REVOKED): whoever asked need not change either.
   */
  | { readonly kind: 'revoked' }
  /** The provider's token endpoint did not answer, or the operator's client is refused; nothing changed. */
  | { readonly kind: 'transient'; readonly detail: string };

/** The way to an access token, which renews it when it is about to end, one renewal of a connection at a time. */
export interface CalendarAccess {
  accessToken(connectionId: CalendarConnectionId): Promise<AccessOutcome>;
  /**
   * After the provider refused `refused` with a 401: another token, renewed unless somebody did so meanwhile
   * (the stored one is no longer `refused`).
   */
  renewed(connectionId: CalendarConnectionId, refused: AccessToken): Promise<AccessOutcome>;
  /** A scope is missing (403 insufficientPermissions): the connection is REVOKED unless it got another token. */
  withdrawn(connectionId: CalendarConnectionId, refused: AccessToken): Promise<void>;
}
