import { isSameEmail } from '../accounts/email.js';
import type { Member } from './household.js';
import type { HouseholdId, InvitationId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { MEMBERS_LIMIT } from './membership.js';
import { isPerson } from './rights.js';
import { DAY_MS } from '../shared/durations.js';

export const INVITATION_DAYS = { min: 1, max: 30, default: 7 };
export const INVITATION_USES = { min: 1, max: 50, default: 1 };
/**
 * The maximum number of open invitations per household. There is a limit because each invitation may have
 * sent an e-mail to a stranger.
 */
export const OPEN_INVITATIONS_LIMIT = 50;
/** How many invitations that are no longer open are still listed. */
export const INVITATIONS_KEPT = 200;

/** A link that lets a person become a member of the household. */
export type Invitation = {
  readonly id: InvitationId;
  readonly householdId: HouseholdId;
  /** SHA-256 of the token. The token itself is not stored and only exists in the link. */
  readonly tokenHash: string;
  /**
   * SHA-256 of a second token, which is used in the link of the invitation e-mail. null if no e-mail was
   * sent.
   */
  readonly mailTokenHash: string | null;
  /**
   * The normalised e-mail address of the invited person. If it is set, only the account with this address can
   * accept the invitation. null means that every account can.
   */
  readonly email: string | null;
  readonly expiresAt: Instant;
  readonly maxUses: number;
  readonly uses: number;
  /**
   * How many accounts were registered with this invitation. It is counted because registration may require an
   * invitation.
   */
  readonly registrations: number;
  readonly revokedAt: Instant | null;
  /**
   * The member without an account whom the accepting account takes over. null means that accepting creates a
   * new member.
   */
  readonly memberId: MemberId | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

export function expiryAfter(days: number, now: Instant): Instant {
  return now + days * DAY_MS;
}

/**
 * Returns true if the invitation can still be accepted. At the exact instant `expiresAt`, it no longer can.
 */
export function isInvitationOpen({ revokedAt, expiresAt, uses, maxUses }: Invitation, now: Instant): boolean {
  return revokedAt === null && now < expiresAt && uses < maxUses;
}

export type Acceptance =
  | { readonly kind: 'joins' }
  /** The account takes over the member whom the invitation names, and who has no account yet. */
  | { readonly kind: 'claims' }
  /**
   * The account is already a member. Accepting again is not an error and does not count as a use. The state
   * of the invitation does not matter.
   */
  | { readonly kind: 'alreadyMember' }
  /**
   * The invitation names a member without an account, but the account is already another member of this
   * household, or was one.
   */
  | { readonly kind: 'hasOwnPlace' }
  | { readonly kind: 'forSomeoneElse' }
  /**
   * The invitation has expired, was revoked, was used up, or is older than the departure of the account's member. Or
   * it names a member whom no account can take over any more. The response does not say which.
   */
  | { readonly kind: 'over' }
  | { readonly kind: 'householdFull' };

/** Returns true if an account can take over that member. Pets cannot have an account. */
export function isClaimable(member: Pick<Member, 'isProxy' | 'leftAt' | 'group'>): boolean {
  return member.isProxy && member.leftAt === null && isPerson(member);
}

/** Decides what happens when an account with the address `email` accepts the invitation. */
export function decideAcceptance(
  invitation: Invitation,
  {
    email,
    known,
    meant,
    memberCount,
  }: {
    email: string;
    /** The current or former member of this household that belongs to the account, or null. */
    known: Pick<Member, 'id' | 'leftAt'> | null;
    /** The member whom the invitation names, or null. */
    meant: Pick<Member, 'isProxy' | 'leftAt' | 'group'> | null;
    memberCount: number;
  },
  now: Instant,
): Acceptance {
  const leftAt = known?.leftAt ?? null;
  if (known !== null && leftAt === null && [null, known.id].includes(invitation.memberId))
    return { kind: 'alreadyMember' };
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return { kind: 'forSomeoneElse' };
  // A member who was removed must not return with an invitation that is older than the removal.
  if (!isInvitationOpen(invitation, now) || (leftAt !== null && invitation.createdAt < leftAt))
    return { kind: 'over' };
  if (invitation.memberId !== null) {
    if (meant === null || !isClaimable(meant)) return { kind: 'over' };
    return { kind: known === null ? 'claims' : 'hasOwnPlace' };
  }
  return { kind: memberCount < MEMBERS_LIMIT ? 'joins' : 'householdFull' };
}

/**
 * Returns true if a person with this invitation may register an account with that address. No more accounts
 * can register with an invitation than can accept it. Otherwise one link could open registration to
 * everybody.
 */
export function letsRegister(invitation: Invitation, email: string, now: Instant): boolean {
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return false;
  return isInvitationOpen(invitation, now) && invitation.registrations < invitation.maxUses;
}
