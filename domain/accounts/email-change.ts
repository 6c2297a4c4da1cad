import { DAY_MS } from '../shared/durations.js';
import type { EmailChangeId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** Both links of a request end with it. */
export const EMAIL_CHANGE_LIFE_MS = DAY_MS;
/** How long a request is remembered after it can do nothing any more. */
export const EMAIL_CHANGE_RETENTION_MS = DAY_MS;

/**
 * Somebody says that an address is theirs: another one than their account has, or that one. It counts when a link that was
 * sent there comes back from a session of the account. Tokens are made when the mails are sent.
 */
export type EmailChange = {
  readonly id: EmailChangeId;
  readonly userId: UserId;
  /** Normalized. */
  readonly email: string;
  /** SHA-256 of the token in the newest mail to that address; null until there is one. */
  readonly proofHash: string | null;
  /** Of the token with which the address of before refuses; null until there is one, and where none is given up. */
  readonly refusalHash: string | null;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
  /** When it was proved, refused, replaced by another request, or ended with the credentials of the account. */
  readonly endedAt: Instant | null;
};

/** What links carry: 256 bits in base64url. */
export function isEmailToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether its links still do something; they end at the instant of their expiry. */
export function isPending({ endedAt, expiresAt }: EmailChange, now: Instant): boolean {
  return endedAt === null && now < expiresAt;
}
