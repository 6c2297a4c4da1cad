import type { EmailChangeRepository } from '../../../application/accounts/ports.js';
import type { EmailChange } from '../../../domain/accounts/email-change.js';
import type { EmailChangeId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Store } from '../store.js';

/** Needs no locks: units of work run one after the other. */
export class InMemoryEmailChangeRepository implements EmailChangeRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(id: EmailChangeId): Promise<EmailChange | null> {
    return this.#store.emailChanges.get(id) ?? null;
  }

  async findByProof(hash: string): Promise<EmailChange | null> {
    return this.#store.emailChanges.filter(({ proofHash }) => proofHash === hash)[0] ?? null;
  }

  async findByRefusal(hash: string): Promise<EmailChange | null> {
    return this.#store.emailChanges.filter(({ refusalHash }) => refusalHash === hash)[0] ?? null;
  }

  async insert(change: EmailChange): Promise<void> {
    this.#store.emailChanges.set(change.id, change);
  }

  async save(change: EmailChange): Promise<void> {
    this.#store.emailChanges.update(change.id, () => change);
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    this.#store.emailChanges.updateWhere(
      (one) => one.userId === userId && one.endedAt === null,
      (change) => ({ ...change, endedAt: at }),
    );
  }

  async purge(before: Instant): Promise<void> {
    this.#store.emailChanges.deleteWhere(({ expiresAt }) => expiresAt < before);
  }
}
