import type { MobileCodeRepository } from '../../../application/accounts/ports.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Store } from '../store.js';

/** Needs no locks: units of work run one after the other. */
export class InMemoryMobileCodeRepository implements MobileCodeRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(code: MobileCode): Promise<void> {
    this.#store.mobileCodes.set(code.hash, code);
    return Promise.resolve();
  }

  findForUpdate(hash: string): Promise<MobileCode | null> {
    return Promise.resolve(this.#store.mobileCodes.get(hash) ?? null);
  }

  delete(hash: string): Promise<void> {
    this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }

  deleteThoseOf(owner: UserId): Promise<void> {
    for (const { hash } of this.#store.mobileCodes.filter(({ userId }) => userId === owner))
      this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }

  deleteIssuedBefore(instant: Instant): Promise<void> {
    for (const { hash } of this.#store.mobileCodes.filter(({ issuedAt }) => issuedAt < instant))
      this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }
}
