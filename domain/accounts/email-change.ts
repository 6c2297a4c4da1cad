import { DAY_MS } from '../shared/durations.js';
import type { EmailChangeId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** Both links of a request are valid this long. */
export const EMAIL_CHANGE_LIFE_MS = DAY_MS;
/** How long a request is kept after its links have ended. */
export const EMAIL_CHANGE_RETENTION_MS = DAY_MS;
/** How long the former address can revert a change. */
export const EMAIL_REVERT_LIFE_MS = 7 * DAY_MS;

/**
 * A request to prove that an address belongs to the account: a new address, or its current one. It takes
 * effect when the link in the e-mail is opened in a session of the account. The tokens are created when the
 * e-mails are sent.
 */
export type EmailChange = {
  readonly id: EmailChangeId;
  readonly userId: UserId;
  /** Normalized. */
  readonly email: string;
  /** SHA-256 of the token in the latest e-mail to the new address. null before the first one. */
  readonly proofHash: string | null;
  /**
   * SHA-256 of the token with which the former address can refuse the change. null before the e-mail is sent,
   * or if the address does not change.
   */
  readonly refusalHash: string | null;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
  /**
   * When the request was confirmed, refused, replaced by another one, or ended with the account's
   * credentials.
   */
  readonly endedAt: Instant | null;
  /** The former address of the account. null before the confirmation, or if the address did not change. */
  readonly formerEmail: string | null;
  /** When the account got the new address. null before. */
  readonly changedAt: Instant | null;
  /**
   * A digest that identifies the sign-in methods that the account had at that time, without revealing them.
   * null before the change.
   */
  readonly credentialsMark: string | null;
  /** Until when the former address can revert the change. null if it cannot, or no longer can. */
  readonly revertUntil: Instant | null;
  /** SHA-256 of the token in the latest e-mail with which the former address can revert the change. */
  readonly revertHash: string | null;
};

/** The fields of a request before the account has the new address. */
export const UNCHANGED = {
  formerEmail: null,
  changedAt: null,
  credentialsMark: null,
  revertUntil: null,
  revertHash: null,
} as const;

/** Returns true if the text has the form of a token from a link: 256 bits in base64url. */
export function isEmailToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns true if the former address can still revert the change. */
export function isRevertible({ revertUntil }: EmailChange, now: Instant): boolean {
  return revertUntil !== null && now < revertUntil;
}

/** Returns true if the links of the request still work. They end at the exact instant of their expiry. */
export function isPending({ endedAt, expiresAt }: EmailChange, now: Instant): boolean {
  return endedAt === null && now < expiresAt;
}
