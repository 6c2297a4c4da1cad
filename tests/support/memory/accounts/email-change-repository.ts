import type { EmailChangeRepository } from '../../../../application/accounts/ports.js';
import { emailSpellings } from '../../../../domain/accounts/email.js';
import { isRevertible, type EmailChange } from '../../../../domain/accounts/email-change.js';
import type { EmailChangeId, UserId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { InMemoryRepository } from '../store.js';

/** Needs no locks, because units of work run one after the other. */
export class InMemoryEmailChangeRepository extends InMemoryRepository implements EmailChangeRepository {
  async find(id: EmailChangeId): Promise<EmailChange | null> {
    return this.store.emailChanges.get(id) ?? null;
  }

  async findByProof(hash: string): Promise<EmailChange | null> {
    return this.store.emailChanges.filter(({ proofHash }) => proofHash === hash)[0] ?? null;
  }

  async findByRefusal(hash: string): Promise<EmailChange | null> {
    return this.store.emailChanges.filter(({ refusalHash }) => refusalHash === hash)[0] ?? null;
  }

  async findByRevert(hash: string): Promise<EmailChange | null> {
    return this.store.emailChanges.filter(({ revertHash }) => revertHash === hash)[0] ?? null;
  }

  async insert(change: EmailChange): Promise<void> {
    this.store.emailChanges.set(change.id, change);
  }

  async save(change: EmailChange): Promise<void> {
    this.store.emailChanges.update(change.id, () => change);
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    this.store.emailChanges.updateWhere(
      (one) => one.userId === userId && one.endedAt === null,
      (change) => ({ ...change, endedAt: at }),
    );
  }

  async endRevertsFrom({ id, userId, changedAt: from }: EmailChange): Promise<void> {
    if (from === null) return;
    this.store.emailChanges.updateWhere(
      ({ userId: owner, changedAt, id: other }) =>
        owner === userId && changedAt !== null && (changedAt > from || (changedAt === from && other >= id)),
      (change) => ({ ...change, revertUntil: null, revertHash: null }),
    );
  }

  async replaceMarks(userId: UserId, from: string, to: string): Promise<void> {
    this.store.emailChanges.updateWhere(
      (one) => one.userId === userId && one.credentialsMark === from,
      (change) => ({ ...change, credentialsMark: to }),
    );
  }

  async isReserved(email: string, userId: UserId | null, now: Instant): Promise<boolean> {
    const spellings = new Set(emailSpellings(email));
    return this.store.emailChanges
      .filter((one) => one.formerEmail !== null && spellings.has(one.formerEmail) && one.userId !== userId)
      .some((one) => isRevertible(one, now));
  }

  async purge(before: Instant): Promise<void> {
    this.store.emailChanges.deleteWhere(
      ({ expiresAt, revertUntil }) => expiresAt < before && (revertUntil === null || revertUntil < before),
    );
  }
}
