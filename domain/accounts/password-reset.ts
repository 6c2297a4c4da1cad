import type { PasswordResetId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

const HOUR_MS = 3_600_000;

export const RESET_TOKEN_LIFE_MS = HOUR_MS;
/** The maximum number of e-mails per address that requests from one network can cause. */
export const RESET_MAILS = { limit: 3, windowMs: HOUR_MS };
/**
 * The maximum number of e-mails per address in total. It is far higher than that of one network, so that
 * strangers cannot use up the owner's share.
 */
export const RESET_MAILS_IN_ALL = { limit: 30, windowMs: HOUR_MS };
/** How long a request is kept after its token has ended. */
export const RESET_RETENTION_MS = 24 * HOUR_MS;

/**
 * A request to reset a forgotten password. The token is created when the e-mail is sent, and again if sending
 * is retried.
 */
export type PasswordReset = {
  readonly id: PasswordResetId;
  /** A hash of the normalised address. It is used to count requests; nothing needs the address itself. */
  readonly emailHash: string;
  /** null if no account has that address. */
  readonly userId: UserId | null;
  /** SHA-256 of the token in the latest e-mail. null before the first one. */
  readonly tokenHash: string | null;
  readonly requestedAt: Instant;
  /** null before there is a token. */
  readonly expiresAt: Instant | null;
  /** When the password was set, with this token or in another way. */
  readonly endedAt: Instant | null;
};

/** Returns true if the text has the form of a token from a link: 256 bits in base64url. */
export function isResetToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Returns true if the token can still be used to set a password. It ends at the exact instant of its expiry.
 */
export function isUsable({ endedAt, expiresAt }: PasswordReset, now: Instant): boolean {
  return endedAt === null && expiresAt !== null && now < expiresAt;
}

export function withToken(reset: PasswordReset, tokenHash: string, now: Instant): PasswordReset {
  return { ...reset, tokenHash, expiresAt: now + RESET_TOKEN_LIFE_MS };
}
