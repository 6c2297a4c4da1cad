import type { PasswordResetId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

const HOUR_MS = 3_600_000;

export const RESET_TOKEN_LIFE_MS = HOUR_MS;
/** The maximum number of reset e-mails that requests from one network can cause for one address in an hour. */
export const RESET_MAILS = { limit: 3, windowMs: HOUR_MS };
/**
 * How many reset e-mails can be sent to an address in an hour from all networks together. The limit is much higher
 * than the one for a single network. So strangers on one network cannot use up all e-mails of the owner.
 */
export const RESET_MAILS_IN_ALL = { limit: 30, windowMs: HOUR_MS };
/** How long a request is kept after it was made. */
export const RESET_RETENTION_MS = 24 * HOUR_MS;

/**
 * A request to reset a forgotten password. The token is created when the e-mail is sent, and again if sending
 * is repeated.
 */
export type PasswordReset = {
  readonly id: PasswordResetId;
  /**
   * A hash of the normalised address. It is used to count requests, for which the address itself is not
   * needed.
   */
  readonly emailHash: string;
  /** The account with that address. null if there is none. */
  readonly userId: UserId | null;
  /** SHA-256 of the token in the latest e-mail. null before the first e-mail. */
  readonly tokenHash: string | null;
  readonly requestedAt: Instant;
  /** When the token expires. null before the first e-mail. */
  readonly expiresAt: Instant | null;
  /**
   * When the request ended, because its token set a new password, another reset e-mail was sent, or the account's
   * credentials ended (see CREDENTIALS). null before that.
   */
  readonly endedAt: Instant | null;
};

/**
 * Returns true if the token can still be used to set a password. At the exact instant `expiresAt`, it no
 * longer can.
 */
export function isUsable({ endedAt, expiresAt }: PasswordReset, now: Instant): boolean {
  return endedAt === null && expiresAt !== null && now < expiresAt;
}

export function withToken(reset: PasswordReset, tokenHash: string, now: Instant): PasswordReset {
  return { ...reset, tokenHash, expiresAt: now + RESET_TOKEN_LIFE_MS };
}
