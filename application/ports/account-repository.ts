import type { Account } from '../../domain/accounts/account.js';
import type { UserId } from '../../domain/shared/ids.js';

export interface AccountReader {
  /** null when there is no such account. */
  find(id: UserId): Promise<Account | null>;
  /** By the normalized address. */
  findByEmail(email: string): Promise<Account | null>;
}

export interface AccountRepository extends AccountReader {
  /**
   * Identities are not written. Refuses with EMAIL_ALREADY_USED when another account has that address, also under concurrency.
   */
  insert(account: Account): Promise<void>;
  /** As `find`, locked until the transaction ends: whoever changes an account locks it before. */
  findForUpdate(id: UserId): Promise<Account | null>;
  /** Writes all fields but the identities; an unknown id changes nothing. */
  save(account: Account): Promise<void>;
}
