import type { IdentityRepository } from '../../../application/accounts/ports.js';
import type { Identity, ProviderName } from '../../../domain/accounts/identity.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryIdentityRepository implements IdentityRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(provider: ProviderName, subject: string): Promise<Identity | null> {
    return Promise.resolve(this.#store.identities.get(keyOf(provider, subject)) ?? null);
  }

  link(identity: Identity): Promise<boolean> {
    const { provider, subject, userId } = identity;
    const key = keyOf(provider, subject);
    if (this.#store.identities.has(key) || this.#of(userId, provider) !== undefined)
      return Promise.resolve(false);
    this.#store.identities.set(key, identity);
    this.#store.unlinkedIdentities.delete(keyOf(userId, provider));
    return Promise.resolve(true);
  }

  saveEmail(provider: ProviderName, subject: string, email: string): Promise<void> {
    const key = keyOf(provider, subject);
    const identity = this.#store.identities.get(key);
    if (identity !== undefined) this.#store.identities.set(key, { ...identity, email });
    return Promise.resolve();
  }

  unlink(userId: UserId, provider: ProviderName): Promise<boolean> {
    const identity = this.#of(userId, provider);
    if (identity === undefined) return Promise.resolve(false);
    this.#store.identities.delete(keyOf(provider, identity.subject));
    this.#store.unlinkedIdentities.set(keyOf(userId, provider), { userId, provider });
    return Promise.resolve(true);
  }

  wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean> {
    return Promise.resolve(this.#store.unlinkedIdentities.has(keyOf(userId, provider)));
  }

  #of(userId: UserId, provider: ProviderName): Identity | undefined {
    const key = keyOf(userId, provider);
    return this.#store.identities.filter((one) => keyOf(one.userId, one.provider) === key)[0];
  }
}
