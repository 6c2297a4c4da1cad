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
  /** As `findForUpdate`, and nothing can be added that refers to it: what tries waits, and then finds it gone. */
  findToRemove(id: UserId): Promise<Account | null>;
  /**
   * The account, its sessions and all else that is theirs alone, for good; it must have no active membership. An
   * unknown id changes nothing.
   */
  remove(id: UserId): Promise<void>;
  /** Writes all fields but the identities; an unknown id changes nothing. */
  save(account: Account): Promise<void>;
}
