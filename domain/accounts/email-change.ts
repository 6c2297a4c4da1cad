import { DAY_MS } from '../shared/durations.js';
import type { EmailChangeId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** Both links of a request end with it. */
export const EMAIL_CHANGE_LIFE_MS = DAY_MS;
/** How long a request is remembered after it can do nothing any more. */
export const EMAIL_CHANGE_RETENTION_MS = DAY_MS;
/** How long the former address can take a change back. */
export const EMAIL_REVERT_LIFE_MS = 7 * DAY_MS;

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
  /** The address that the account gave up when this one was proved; null until then, or if it was the same. */
  readonly formerEmail: string | null;
  /** When the account got the address; null until then. */
  readonly changedAt: Instant | null;
  /** Names the ways to sign in that the account had then, without telling them; null until then. */
  readonly credentialsMark: string | null;
  /** Until when the former address can take the change back; null if it cannot, or no longer. */
  readonly revertUntil: Instant | null;
  /** SHA-256 of the token in the newest mail with which the former address takes the change back. */
  readonly revertHash: string | null;
};

/** What a request is before the account has the address. */
export const UNCHANGED = {
  formerEmail: null,
  changedAt: null,
  credentialsMark: null,
  revertUntil: null,
  revertHash: null,
} as const;

/** What links carry: 256 bits in base64url. */
export function isEmailToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns true if the former address can still take the change back. */
export function isRevertible({ revertUntil }: EmailChange, now: Instant): boolean {
  return revertUntil !== null && now < revertUntil;
}

/** Whether its links still do something; they end at the instant of their expiry. */
export function isPending({ endedAt, expiresAt }: EmailChange, now: Instant): boolean {
  return endedAt === null && now < expiresAt;
}
