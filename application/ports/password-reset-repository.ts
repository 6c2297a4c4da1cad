import type { PasswordReset } from '../../domain/accounts/password-reset.js';
import type { PasswordResetId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface PasswordResetReader {
  /** null for an unknown hash. */
  findByTokenHash(hash: string): Promise<PasswordReset | null>;
}

export interface PasswordResetRepository extends PasswordResetReader {
  /** null when there is no such request. */
  find(id: PasswordResetId): Promise<PasswordReset | null>;
  /**
   * How many requests for that address were made after `since`. Others that count the same address wait until
   * this transaction ends, so that each sees what the one before has added.
   */
  countSince(emailHash: string, since: Instant): Promise<number>;
  insert(reset: PasswordReset): Promise<void>;
  /** Writes all fields; an unknown request changes nothing. */
  save(reset: PasswordReset): Promise<void>;
  /** Ends what has not ended yet. Whoever calls it has locked the account. */
  endAllOf(userId: UserId, at: Instant): Promise<void>;
  /** Ends those with a token that have not ended yet. Whoever calls it has locked the account. */
  endMailed(userId: UserId, at: Instant): Promise<void>;
  /** Removes those requested before that instant. */
  purge(before: Instant): Promise<void>;
}
