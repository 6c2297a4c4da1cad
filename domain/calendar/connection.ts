import type { CalendarConnectionId, UserId } from '../shared/ids.js';
import { DAY_MS } from '../shared/durations.js';
import type { Instant } from '../shared/zone.js';

export const CONNECTION_STATUSES = ['ACTIVE', 'REVOKED'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The tokens of a connection as they are stored, that is, encrypted. */
export type ConnectionTokens = {
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly accessExpiresAt: Instant;
};

/**
 * A user's permission to use the calendars of one account at the provider. Each user has at most one
 * connection per account.
 */
export type CalendarConnection = {
  readonly id: CalendarConnectionId;
  readonly userId: UserId;
  /** The provider's permanent id of the account. */
  readonly subject: string;
  readonly email: string;
  /**
   * REVOKED means that the permission was withdrawn and the tokens were deleted. If the user connects again,
   * the same connection becomes active.
   */
  readonly status: ConnectionStatus;
  readonly createdAt: Instant;
};

/**
 * The part of a connection that requests to the provider need. It is also stored for a connection that its owner has
 * removed, until its events and its permission are cleaned up.
 */
export type ConnectionCredentials = {
  readonly id: CalendarConnectionId;
  /**
   * A hash of the provider account's id. It still identifies the account after the owner removed the connection, when
   * the id itself is deleted.
   */
  readonly grantKey: string;
  /** The tokens of the connection. null if the connection is REVOKED. */
  readonly tokens: ConnectionTokens | null;
  /**
   * Increases each time the user connects. If a token of an older version fails, the current token may still
   * be valid.
   */
  readonly tokenVersion: number;
  /**
   * When the owner removed the connection, for example by deleting their account. null while the connection has an
   * owner.
   */
  readonly leftAt: Instant | null;
};

/** An access token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

export function isFresh({ accessExpiresAt }: ConnectionTokens, now: Instant): boolean {
  return accessExpiresAt - RENEW_BEFORE_MS >= now;
}

/**
 * For this long after its owner removed a connection, the service may still use it to clean up its events and its
 * permission.
 */
export const DEPARTURE_MS = DAY_MS;
