import { emailAlreadyUsed } from '../../../application/shared/errors.js';
import type { AccountRepository } from '../../../application/accounts/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Store } from '../store.js';

export class InMemoryAccountRepository implements AccountRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: UserId): Promise<Account | null> {
    const account = this.#store.accounts.get(id);
    return Promise.resolve(account === undefined ? null : this.#withIdentities(account));
  }

  /** Needs no lock: units of work run one after the other. */
  findForUpdate(id: UserId): Promise<Account | null> {
    return this.find(id);
  }

  findToRemove(id: UserId): Promise<Account | null> {
    return this.find(id);
  }

  remove(id: UserId): Promise<void> {
    const { accounts, sessions, refreshTokens, passwordResets, identities } = this.#store;
    const { unlinkedIdentities, mobileCodes, notificationPreferences, devices } = this.#store;
    const isTheirs = ({ userId }: { userId: UserId | null }) => userId === id;
    const own = new Set(sessions.filter(isTheirs).map((session) => session.id));
    refreshTokens.deleteWhere(({ sessionId }) => own.has(sessionId));
    for (const table of [sessions, devices, passwordResets, identities, unlinkedIdentities, mobileCodes])
      table.deleteWhere(isTheirs);
    notificationPreferences.delete(id);
    accounts.delete(id);
    return Promise.resolve();
  }

  findByEmail(email: string): Promise<Account | null> {
    const [account] = this.#store.accounts.filter((one) => one.email === email);
    return Promise.resolve(account === undefined ? null : this.#withIdentities(account));
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

  #withIdentities(account: Account): Account {
    const identities = this.#store.identities
      .filter(({ userId }) => userId === account.id)
      .sort((one, other) => one.linkedAt - other.linkedAt)
      .map(({ provider, email }) => ({ provider, email }));
    return { ...account, identities };
  }

  async #refuseTakenEmail({ id, email }: Account): Promise<void> {
    const holder = await this.findByEmail(email);
    if (holder !== null && holder.id !== id) throw emailAlreadyUsed();
  }
}
