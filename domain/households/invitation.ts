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
 * The maximum number of open invitations per household, because each may have sent an e-mail to a stranger.
 */
export const OPEN_INVITATIONS_LIMIT = 50;
/** The number of past invitations that are still listed. */
export const INVITATIONS_KEPT = 200;

/** A link with which its holder can become a member. */
export type Invitation = {
  readonly id: InvitationId;
  readonly householdId: HouseholdId;
  /** SHA-256 of the token. The token itself exists only in the link. */
  readonly tokenHash: string;
  /** SHA-256 of a second token that was created for the e-mail. */
  readonly mailTokenHash: string | null;
  /** The normalised address. If set, only the account with this address can use the link. */
  readonly email: string | null;
  readonly expiresAt: Instant;
  readonly maxUses: number;
  readonly uses: number;
  /** The number of accounts registered with this invitation, on a service where registration requires one. */
  readonly registrations: number;
  readonly revokedAt: Instant | null;
  /**
   * The member without an account whom the accepting account takes over. null means that a new member is
   * created.
   */
  readonly memberId: MemberId | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/**
 * Returns true if the text has the form of an invitation token: 256 bits in base64url. Any other text was cut
 * off or made up.
 */
export function isInvitationToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function expiryAfter(days: number, now: Instant): Instant {
  return now + days * DAY_MS;
}

/**
 * Returns true if somebody can still join with the invitation. It ends at the exact instant of its expiry.
 */
export function isInvitationOpen({ revokedAt, expiresAt, uses, maxUses }: Invitation, now: Instant): boolean {
  return revokedAt === null && now < expiresAt && uses < maxUses;
}

export type Acceptance =
  | { readonly kind: 'joins' }
  /** The account takes over the member without an account for whom the invitation is. */
  | { readonly kind: 'claims' }
  /**
   * The account is a member already. Accepting again is no error and uses up nothing, whatever the state of
   * the invitation.
   */
  | { readonly kind: 'alreadyMember' }
  /** The invitation is for a member without an account, but the accepting account already is or was another member. */
  | { readonly kind: 'hasOwnPlace' }
  | { readonly kind: 'forSomeoneElse' }
  /** Expired, revoked, used up, or older than the account's departure. The answer does not say which. */
  | { readonly kind: 'over' }
  | { readonly kind: 'householdFull' };

/** Returns true if an account can take over that member. Pets cannot have one. */
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
    /** The member that the account is or was in this household. */
    known: Pick<Member, 'id' | 'leftAt'> | null;
    /** The member for whom the invitation is, if any. */
    meant: Pick<Member, 'isProxy' | 'leftAt' | 'group'> | null;
    memberCount: number;
  },
  now: Instant,
): Acceptance {
  const leftAt = known?.leftAt ?? null;
  if (known !== null && leftAt === null && [null, known.id].includes(invitation.memberId))
    return { kind: 'alreadyMember' };
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return { kind: 'forSomeoneElse' };
  // A removed member must not return with an invitation that is older than the removal.
  if (!isInvitationOpen(invitation, now) || (leftAt !== null && invitation.createdAt < leftAt))
    return { kind: 'over' };
  if (invitation.memberId !== null) {
    if (meant === null || !isClaimable(meant)) return { kind: 'over' };
    return { kind: known === null ? 'claims' : 'hasOwnPlace' };
  }
  return { kind: memberCount < MEMBERS_LIMIT ? 'joins' : 'householdFull' };
}

/**
 * Returns true if the holder of the invitation may register with that address. At most as many accounts can
 * register as may join, so that a link that nobody accepts does not open registration to everybody.
 */
export function letsRegister(invitation: Invitation, email: string, now: Instant): boolean {
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return false;
  return isInvitationOpen(invitation, now) && invitation.registrations < invitation.maxUses;
}
