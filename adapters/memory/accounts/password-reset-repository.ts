import type { PasswordResetRepository } from '../../../application/accounts/ports.js';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import type { PasswordResetId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Store } from '../store.js';

/** Needs no locks: units of work run one after the other. */
export class InMemoryPasswordResetRepository implements PasswordResetRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: PasswordResetId): Promise<PasswordReset | null> {
    return Promise.resolve(this.#store.passwordResets.get(id) ?? null);
  }

  findByTokenHash(hash: string): Promise<PasswordReset | null> {
    return Promise.resolve(this.#those(({ tokenHash }) => tokenHash === hash)[0] ?? null);
  }

  countSince(emailHash: string, since: Instant): Promise<number> {
    const counted = this.#those((reset) => reset.emailHash === emailHash && reset.requestedAt > since);
    return Promise.resolve(counted.length);
  }

  insert(reset: PasswordReset): Promise<void> {
    this.#store.passwordResets.set(reset.id, reset);
    return Promise.resolve();
  }

  save(reset: PasswordReset): Promise<void> {
    if (this.#store.passwordResets.has(reset.id)) this.#store.passwordResets.set(reset.id, reset);
    return Promise.resolve();
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    for (const reset of this.#those((one) => one.userId === userId && one.endedAt === null))
      await this.save({ ...reset, endedAt: at });
  }

  async endMailed(userId: UserId, at: Instant): Promise<void> {
    const mailed = this.#those(
      (one) => one.userId === userId && one.endedAt === null && one.tokenHash !== null,
    );
    for (const reset of mailed) await this.save({ ...reset, endedAt: at });
  }

  purge(before: Instant): Promise<void> {
    for (const { id } of this.#those(({ requestedAt }) => requestedAt < before))
      this.#store.passwordResets.delete(id);
    return Promise.resolve();
  }

  #those(matches: (reset: PasswordReset) => boolean): PasswordReset[] {
    return this.#store.passwordResets.filter(matches);
  }
}
