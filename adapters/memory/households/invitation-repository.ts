import type { InvitationRepository } from '../../../application/households/ports.js';
import { isOpen, type Invitation } from '../../../domain/households/invitation.js';
import type { HouseholdId, InvitationId, MemberId } from '../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryInvitationRepository implements InvitationRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Invitation>> {
    return Promise.resolve(pageFrom(this.#of(householdId), page, ({ createdAt, id }) => [-createdAt, id]));
  }

  find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null> {
    return Promise.resolve(this.#store.invitations.get(keyOf(householdId, id)) ?? null);
  }

  findByTokenHash(hash: string): Promise<Invitation | null> {
    const [found] = this.#store.invitations.filter(
      ({ tokenHash, mailTokenHash }) => tokenHash === hash || mailTokenHash === hash,
    );
    return Promise.resolve(found ?? null);
  }

  countOpen(householdId: HouseholdId, now: Instant): Promise<number> {
    return Promise.resolve(this.#of(householdId).filter((invitation) => isOpen(invitation, now)).length);
  }

  insert(invitation: Invitation): Promise<void> {
    this.#store.invitations.set(keyOf(invitation.householdId, invitation.id), invitation);
    return Promise.resolve();
  }

  save(invitation: Invitation): Promise<void> {
    const key = keyOf(invitation.householdId, invitation.id);
    if (this.#store.invitations.has(key)) this.#store.invitations.set(key, invitation);
    return Promise.resolve();
  }

  removeAddressedTo(email: string): Promise<void> {
    this.#store.invitations.deleteWhere((invitation) => invitation.email === email);
    return Promise.resolve();
  }

  async revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void> {
    for (const invitation of this.#of(householdId))
      if (invitation.createdBy === createdBy && invitation.revokedAt === null)
        await this.save({ ...invitation, revokedAt: at });
  }

  #of(householdId: HouseholdId): Invitation[] {
    return this.#store.invitations.filter((invitation) => invitation.householdId === householdId);
  }
}
