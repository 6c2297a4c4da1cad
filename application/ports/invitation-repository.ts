import type { Invitation } from '../../domain/households/invitation.js';
import type { HouseholdId, InvitationId, MemberId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface InvitationReader {
  /** All that the household has, also those that are over; newest first, then id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Invitation>>;
}

/** Needs no locks of its own: whoever changes invitations has locked the household. */
export interface InvitationRepository extends InvitationReader {
  /** null when the household has no such invitation. */
  find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null>;
  /** By the hash of either token; null for an unknown one. */
  findByTokenHash(hash: string): Promise<Invitation | null>;
  /** How many can still be used, as `isOpen` of domain/households/invitation says. */
  countOpen(householdId: HouseholdId, now: Instant): Promise<number>;
  insert(invitation: Invitation): Promise<void>;
  /** Writes all fields; an unknown invitation changes nothing. */
  save(invitation: Invitation): Promise<void>;
  /** Removes, in all households, those that are bound to this normalized address. */
  removeAddressedTo(email: string): Promise<void>;
  /** Revokes what that member has created and is not revoked yet. */
  revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void>;
}
