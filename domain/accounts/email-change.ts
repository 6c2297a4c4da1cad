import { DAY_MS } from '../shared/durations.js';
import type { EmailChangeId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/**
 * How long after a request its links work: the link that confirms the address, and the link with which the holder of
 * the account's current address refuses a change.
 */
export const EMAIL_CHANGE_LIFE_MS = DAY_MS;
/** How long a request is kept after its links have expired and its change can no longer be reverted. */
export const EMAIL_CHANGE_RETENTION_MS = DAY_MS;
/** How long the holder of the former address can revert a change. */
export const EMAIL_REVERT_LIFE_MS = 7 * DAY_MS;

/**
 * A request to prove that an e-mail address belongs to the account. The address is new, or the account's
 * current one. The request takes effect when the link in the e-mail is opened in a session of the account.
 * The tokens are created when the e-mails are sent.
 */
export type EmailChange = {
  readonly id: EmailChangeId;
  readonly userId: UserId;
  /**
   * The address to be proved. It is normalised, except if it is the account's own address, which may be stored in
   * another spelling.
   */
  readonly email: string;
  /** SHA-256 of the token in the latest e-mail to the address. null before the first e-mail. */
  readonly proofHash: string | null;
  /**
   * SHA-256 of the token with which the holder of the former address can refuse the change. null before the
   * e-mail is sent, or if the address does not change.
   */
  readonly refusalHash: string | null;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
  /**
   * When the request ended, because it was confirmed, refused or replaced by another request, or because an event such
   * as a new password ended it (see `credentialsEndedBy`). null if it is open.
   */
  readonly endedAt: Instant | null;
  /** The former address of the account. null before the confirmation, or if the address did not change. */
  readonly formerEmail: string | null;
  /** When the account got the new address. null before that, or if the address did not change. */
  readonly changedAt: Instant | null;
  /**
   * A digest of the sign-in methods that the account had when its address changed. It does not reveal them. null
   * before the change, or if the address did not change.
   */
  readonly credentialsMark: string | null;
  /**
   * The former address can revert the change before this time. null if the address has not changed, or if this change
   * or an earlier one was reverted.
   */
  readonly revertUntil: Instant | null;
  /**
   * SHA-256 of the token in the latest e-mail to the former address, which can revert the change. null before that
   * e-mail, and after this change or an earlier one was reverted.
   */
  readonly revertHash: string | null;
};

/** The initial values of the fields that stay null until the account gets the new address. */
export const UNCHANGED = {
  formerEmail: null,
  changedAt: null,
  credentialsMark: null,
  revertUntil: null,
  revertHash: null,
} as const;

/** Returns true if the former address can still revert the change. */
export function isRevertible({ revertUntil }: EmailChange, now: Instant): boolean {
  return revertUntil !== null && now < revertUntil;
}

/**
 * Returns true if the address can still be confirmed or refused. At the exact instant `expiresAt`, it no longer can.
 */
export function isPending({ endedAt, expiresAt }: EmailChange, now: Instant): boolean {
  return endedAt === null && now < expiresAt;
}
