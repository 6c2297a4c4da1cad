import { isSameEmail } from '../accounts/email.js';
import type { Member } from './household.js';
import type { HouseholdId, InvitationId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { MEMBERS_LIMIT } from './membership.js';
import { isPerson } from './rights.js';
import { DAY_MS } from '../shared/durations.js';

export const INVITATION_DAYS = { min: 1, max: 30, default: 7 };
export const INVITATION_USES = { min: 1, max: 50, default: 1 };
/** Invitations of one household that can still be used: each may have sent a mail to a stranger. */
export const OPEN_INVITATIONS_LIMIT = 50;
/** Of those that are over, so many are still told of. */
export const INVITATIONS_KEPT = 200;

/** A link that makes whoever holds it a member. */
export type Invitation = {
  readonly id: InvitationId;
  readonly householdId: HouseholdId;
  /** SHA-256 of the token, which exists in the clear only in the link. */
  readonly tokenHash: string;
  /** Of the second token, which is in the mail and was made when it was sent. */
  readonly mailTokenHash: string | null;
  /** Normalized; not null: only the account with this address can use the link. */
  readonly email: string | null;
  readonly expiresAt: Instant;
  readonly maxUses: number;
  readonly uses: number;
  /** Accounts that were made by it, where that takes an invitation. */
  readonly registrations: number;
  readonly revokedAt: Instant | null;
  /** The member without an account whom it makes the account's; null: it makes a new member. */
  readonly memberId: MemberId | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** What links carry: 256 bits in base64url. Anything else was cut off or made up. */
export function isInvitationToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function expiryAfter(days: number, now: Instant): Instant {
  return now + days * DAY_MS;
}

/** Whether someone can still join by it. It ends at the instant of its expiry. */
export function isOpen({ revokedAt, expiresAt, uses, maxUses }: Invitation, now: Instant): boolean {
  return revokedAt === null && now < expiresAt && uses < maxUses;
}

export type Acceptance =
  | { readonly kind: 'joins' }
  /** The account becomes the member whom it is for. */
  | { readonly kind: 'claims' }
  /** Whatever has become of the invitation: asking again is no mistake, and costs no use. */
  | { readonly kind: 'alreadyMember' }
  /** It is for a member without an account, and they are, or were, a member of their own. */
  | { readonly kind: 'hasOwnPlace' }
  | { readonly kind: 'forSomeoneElse' }
  /** Expired, revoked, used up, or older than their departure; which of them is nobody's business. */
  | { readonly kind: 'over' }
  | { readonly kind: 'householdFull' };

/** Whether an account can become that member: an animal has none. */
export function isClaimable(member: Pick<Member, 'isProxy' | 'leftAt' | 'group'>): boolean {
  return member.isProxy && member.leftAt === null && isPerson(member);
}

/** What becomes of someone with the address `email` who holds the invitation. */
export function decideAcceptance(
  invitation: Invitation,
  {
    email,
    known,
    meant,
    memberCount,
  }: {
    email: string;
    /** The member that the account is, or was. */
    known: Pick<Member, 'id' | 'leftAt'> | null;
    /** The member whom the invitation is for, where it is for one. */
    meant: Pick<Member, 'isProxy' | 'leftAt' | 'group'> | null;
    memberCount: number;
  },
  now: Instant,
): Acceptance {
  const leftAt = known?.leftAt ?? null;
  if (known !== null && leftAt === null && [null, known.id].includes(invitation.memberId))
    return { kind: 'alreadyMember' };
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return { kind: 'forSomeoneElse' };
  // A removal that an older link could undo would be none.
  if (!isOpen(invitation, now) || (leftAt !== null && invitation.createdAt < leftAt)) return { kind: 'over' };
  if (invitation.memberId !== null) {
    if (meant === null || !isClaimable(meant)) return { kind: 'over' };
    return { kind: known === null ? 'claims' : 'hasOwnPlace' };
  }
  return { kind: memberCount < MEMBERS_LIMIT ? 'joins' : 'householdFull' };
}

/**
 * Whether the holder of the invitation may register with that address: as many as may join by it, so that a link which
 * nobody accepts is no open door.
 */
export function letsRegister(invitation: Invitation, email: string, now: Instant): boolean {
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return false;
  return isOpen(invitation, now) && invitation.registrations < invitation.maxUses;
}
