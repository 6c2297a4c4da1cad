import type { CalendarConnectionId, UserId } from '../shared/ids.js';
import { DAY_MS } from '../shared/durations.js';
import type { Instant } from '../shared/zone.js';

export const CONNECTION_STATUSES = ['ACTIVE', 'REVOKED'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The tokens as stored, that is, encrypted. */
export type ConnectionTokens = {
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly accessExpiresAt: Instant;
};

/**
 * A user's permission to use the calendars of one account at the provider. There is at most one for each user
 * and account.
 */
export type CalendarConnection = {
  readonly id: CalendarConnectionId;
  readonly userId: UserId;
  /** The provider's permanent id of the account. */
  readonly subject: string;
  readonly email: string;
  /**
   * REVOKED means that the permission and the tokens are gone. Connecting again reactivates the same
   * connection.
   */
  readonly status: ConnectionStatus;
  readonly createdAt: Instant;
};

/** The part of a connection that calls to the provider need, whether it has an owner or is being removed. */
export type ConnectionCredentials = {
  readonly id: CalendarConnectionId;
  /** A hash of the subject, which distinguishes accounts of the provider without naming them. */
  readonly grantKey: string;
  /** null if the connection is REVOKED. */
  readonly tokens: ConnectionTokens | null;
  /**
   * Counts how often the connection was made. A failure with a token of an older version says nothing about
   * the current one.
   */
  readonly tokenVersion: number;
  /** When its owner left it. null while it has an owner. */
  readonly leftAt: Instant | null;
};

/** An access token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

export function isFresh({ accessExpiresAt }: ConnectionTokens, now: Instant): boolean {
  return accessExpiresAt - RENEW_BEFORE_MS >= now;
}

/** How long the events and the permission of a connection without an owner may still be cleaned up. */
export const DEPARTURE_MS = DAY_MS;
