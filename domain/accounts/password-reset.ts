import type { PasswordResetId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

const HOUR_MS = 3_600_000;

export const RESET_TOKEN_LIFE_MS = HOUR_MS;
/** Mails to one address that one network can cause: whoever asks more often has the earlier ones. */
export const RESET_MAILS = { limit: 3, windowMs: HOUR_MS };
/** Mails to one address in all: far more than one network can cause, so that strangers do not use up its owner's. */
export const RESET_MAILS_IN_ALL = { limit: 30, windowMs: HOUR_MS };
/** How long a request is remembered after it can do nothing any more. */
export const RESET_RETENTION_MS = 24 * HOUR_MS;

/** Someone has forgotten a password. The token is made when its mail is sent, and again when that is tried again. */
export type PasswordReset = {
  readonly id: PasswordResetId;
  /** Of the normalized address that was given: it counts requests, and nothing else needs the address. */
  readonly emailHash: string;
  /** null: nobody has that address. */
  readonly userId: UserId | null;
  /** SHA-256 of the token in the newest mail; null until there is one. */
  readonly tokenHash: string | null;
  readonly requestedAt: Instant;
  /** null as long as there is no token. */
  readonly expiresAt: Instant | null;
  /** When the password was set, with this token or otherwise. */
  readonly endedAt: Instant | null;
};

/** What links carry: 256 bits in base64url. */
export function isResetToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether a password can still be set with its token, which ends at the instant of its expiry. */
export function isUsable({ endedAt, expiresAt }: PasswordReset, now: Instant): boolean {
  return endedAt === null && expiresAt !== null && now < expiresAt;
}

export function withToken(reset: PasswordReset, tokenHash: string, now: Instant): PasswordReset {
  return { ...reset, tokenHash, expiresAt: now + RESET_TOKEN_LIFE_MS };
}
