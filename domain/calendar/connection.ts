import type { CalendarConnectionId, UserId } from '../shared/ids.js';
import { DAY_MS } from '../shared/durations.js';
import type { Instant } from '../shared/zone.js';

export const CONNECTION_STATUSES = ['ACTIVE', 'REVOKED'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** As they are stored: encrypted. */
export type ConnectionTokens = {
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly accessExpiresAt: Instant;
};

/** A user's permission to use the calendars of one account at the provider: one a user and account. */
export type CalendarConnection = {
  readonly id: CalendarConnectionId;
  readonly userId: UserId;
  /** The provider's stable name of the account. */
  readonly subject: string;
  readonly email: string;
  /** REVOKED: the permission is gone, and the tokens with it; connecting again brings the same connection back. */
  readonly status: ConnectionStatus;
  readonly createdAt: Instant;
};

/** What calls to the provider need of a connection, whether it still has an owner or is being cleared away. */
export type ConnectionCredentials = {
  readonly id: CalendarConnectionId;
  /** Tells accounts of the provider apart without naming them: a hash of the subject. */
  readonly grantKey: string;
  /** null: REVOKED. */
  readonly tokens: ConnectionTokens | null;
  /** Counts how often the connection was made: what a token of an older version meets says nothing about this one. */
  readonly tokenVersion: number;
  /** When its owner left it; null while it has one. */
  readonly leftAt: Instant | null;
};

/** How long before its end an access token is renewed. */
const RENEW_BEFORE_MS = 60_000;

export function isFresh({ accessExpiresAt }: ConnectionTokens, now: Instant): boolean {
  return accessExpiresAt - RENEW_BEFORE_MS >= now;
}

/** How long after its owner left a connection its events and its permission may be waited for. */
export const DEPARTURE_MS = DAY_MS;
