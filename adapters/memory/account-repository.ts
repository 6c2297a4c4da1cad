import { emailAlreadyUsed } from '../../application/errors.js';
import type { AccountRepository } from '../../application/ports/account-repository.js';
import type { Account } from '../../domain/accounts/account.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Store } from './store.js';

export class InMemoryAccountRepository implements AccountRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: UserId): Promise<Account | null> {
    return Promise.resolve(this.#store.accounts.get(id) ?? null);
  }

  /** Needs no lock: units of work run one after the other. */
  findForUpdate(id: UserId): Promise<Account | null> {
    return this.find(id);
  }

  findByEmail(email: string): Promise<Account | null> {
    return Promise.resolve(this.#store.accounts.filter((account) => account.email === email)[0] ?? null);
  }

  async insert(account: Account): Promise<void> {
    await this.#refuseTakenEmail(account);
    this.#store.accounts.set(account.id, account);
  }

  async save(account: Account): Promise<void> {
    if (!this.#store.accounts.has(account.id)) return;
    await this.#refuseTakenEmail(account);
    this.#store.accounts.set(account.id, account);
  }

  async #refuseTakenEmail({ id, email }: Account): Promise<void> {
    const holder = await this.findByEmail(email);
    if (holder !== null && holder.id !== id) throw emailAlreadyUsed();
  }
}
