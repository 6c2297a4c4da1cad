import { normalizeEmail } from '../../domain/accounts/email.js';
import {
  expiryAfter,
  INVITATION_DAYS,
  INVITATION_USES,
  INVITATIONS_KEPT,
  isClaimable,
  isInvitationOpen,
  OPEN_INVITATIONS_LIMIT,
  type Invitation,
} from '../../domain/households/invitation.js';
import { isOwnerOrManager, looksAfter } from '../../domain/households/membership.js';
import type { AccessParams } from '../../domain/operations/operation.js';
import { isOpaqueToken, type InvitationId, type MemberId } from '../../domain/shared/ids.js';
import type { Caller, MemberCaller } from '../shared/caller.js';
import { forbidden, invalidState, limitReached, notFound } from '../shared/errors.js';
import {
  countAttempt,
  INVITATION_MAILS,
  invitationMailsKey,
  RECIPIENT_MAILS,
  recipientKey,
} from '../shared/rate-limits.js';
import { invitationExpired, invitationInvalid } from './accept-invitation.js';
import { lockMembership, type LockedHousehold } from './lock-membership.js';
import type { InvitationDetail } from './ports.js';
import type { Needs } from '../composition/needs.js';

export type NewInvitation = {
  readonly email: string | null;
  readonly expiresInDays: number | null;
  readonly maxUses: number | null;
};

/** A new invitation with its token. Only the hash of the token is stored, so it cannot be shown again. */
export type IssuedInvitation = {
  readonly invitation: Invitation;
  readonly token: string;
  /** True if a job was queued that mails a link of its own to the address. */
  readonly mailed: boolean;
};

type InvitationDependencies = Needs<'unitOfWork' | 'clock' | 'ids' | 'opaqueTokens' | 'rateLimiter'>;

/**
 * Creates a link with which other people can join. The policy of the operation admits every adult member.
 *
 * A link with an address can be used only by the account with that address. If {@link mayMail} returns true, the
 * service also mails a link to the address. Otherwise the member has to hand it over.
 *
 * @throws LIMIT_REACHED if the household has too many open invitations, or the caller's account has created too many.
 * @throws RATE_LIMITED if the caller has created too many invitations with an address within a day.
 */
export function createInvitation(dependencies: InvitationDependencies) {
  const issue = issueInvitation(dependencies);
  return (caller: MemberCaller, input: NewInvitation): Promise<IssuedInvitation> =>
    issue(caller, input, null);
}

/**
 * Creates a link with which an account takes over a member without an account, once.
 * @throws NOT_FOUND if the household has no such active member.
 * @throws FORBIDDEN unless the caller is an owner or manages the member.
 * @throws INVALID_STATE if the member has an account or cannot have one. Other errors as for {@link
 *   createInvitation}.
 */
export function inviteMember(dependencies: InvitationDependencies) {
  const issue = issueInvitation(dependencies);
  return (
    caller: MemberCaller,
    id: MemberId,
    input: Omit<NewInvitation, 'maxUses'>,
  ): Promise<IssuedInvitation> => issue(caller, { ...input, maxUses: 1 }, id);
}

function requireClaimable({ members, me }: LockedHousehold, id: MemberId): void {
  const member = members.find((one) => one.id === id);
  if (member === undefined) throw notFound('member');
  if (!isOwnerOrManager(me, member))
    throw forbidden(
      'OWNERS_OR_MANAGERS_ONLY',
      'Only an owner or a manager of the member may invite somebody to become this member',
    );
  if (!isClaimable(member))
    throw invalidState(
      'NOT_CLAIMABLE',
      'Nobody can be invited to become this member, because the member has an account, has left or is a pet',
    );
}

function issueInvitation({ unitOfWork, clock, ids, opaqueTokens, rateLimiter }: InvitationDependencies) {
  return async (
    caller: MemberCaller,
    input: NewInvitation,
    memberId: MemberId | null,
  ): Promise<IssuedInvitation> => {
    const email = input.email === null ? null : normalizeEmail(input.email);
    if (email !== null)
      await countAttempt({ rateLimiter, clock }, invitationMailsKey(caller.userId), INVITATION_MAILS);
    const mailed = email !== null && (await mayMail({ unitOfWork, rateLimiter }, caller, email));
    return unitOfWork.run(async (scope) => {
      const locked = await lockMembership(scope, caller);
      const { household, me } = locked;
      if (memberId !== null) requireClaimable(locked, memberId);
      const now = clock.now();
      if ((await scope.invitations.countOpen(household.id, now)) >= OPEN_INVITATIONS_LIMIT)
        throw limitReached(
          'invitations',
          `A household may have at most ${OPEN_INVITATIONS_LIMIT} open invitations. Revoke one first`,
        );
      await scope.invitations.forgetOver(household.id, now, INVITATIONS_KEPT);
      const token = opaqueTokens.generate();
      const invitation: Invitation = {
        id: ids.next<InvitationId>(),
        householdId: household.id,
        tokenHash: opaqueTokens.hash(token),
        mailTokenHash: null,
        email,
        expiresAt: expiryAfter(input.expiresInDays ?? INVITATION_DAYS.default, now),
        maxUses: input.maxUses ?? INVITATION_USES.default,
        uses: 0,
        registrations: 0,
        revokedAt: null,
        memberId,
        createdBy: me.id,
        createdAt: now,
      };
      await scope.invitations.insert(invitation);
      scope.operation.is('MEMBER', { access: 'INVITATION', change: 'CREATED' } satisfies AccessParams);
      if (mailed)
        await scope.jobs.enqueue('mail-invitation', {
          householdId: household.id,
          invitationId: invitation.id,
        });
      return { invitation, token, mailed };
    });
  };
}

/**
 * Returns true if the invitation may be mailed: the sender has verified an address of their own, and has not caused
 * too many mails to this address within a day. Otherwise spammers could use the service to write to strangers. Each
 * call with a verified sender counts as a mail.
 */
async function mayMail(
  { unitOfWork, rateLimiter }: Needs<'unitOfWork' | 'rateLimiter'>,
  { userId }: Caller,
  email: string,
): Promise<boolean> {
  const sender = await unitOfWork.run(({ accounts }) => accounts.find(userId));
  if (sender?.emailVerified !== true) return false;
  const { count } = await rateLimiter.hit(
    recipientKey('invitation', userId, email),
    RECIPIENT_MAILS.windowMs,
  );
  return count <= RECIPIENT_MAILS.limit;
}

/**
 * Returns an invitation and the name of its household, before the caller signs in. The invitation is not used up.
 * Only holders of a valid token learn about a household.
 * @throws TOKEN_INVALID if the text does not have the form of a token.
 * @throws INVITATION_EXPIRED if the invitation is unknown or can no longer be used.
 */
export function previewInvitation({
  invitations,
  opaqueTokens,
  clock,
}: Needs<'invitations' | 'opaqueTokens' | 'clock'>) {
  return async (token: string): Promise<InvitationDetail> => {
    if (!isOpaqueToken(token)) throw invitationInvalid();
    const invited = await invitations.findInvited(opaqueTokens.hash(token));
    if (invited === null || !isInvitationOpen(invited.invitation, clock.now())) throw invitationExpired();
    if (invited.invitation.memberId !== null && invited.forMember === null) throw invitationExpired();
    return invited;
  };
}

/**
 * Revokes an invitation. Does nothing if it was revoked before.
 *
 * @throws NOT_FOUND if the household has no such invitation.
 * @throws FORBIDDEN unless the caller created it, is an owner, or manages the member for whom it is.
 */
export function revokeInvitation({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: InvitationId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const invitation = await scope.invitations.find(household.id, id);
      if (invitation === null) throw notFound('invitation');
      const invited = members.find(({ id: member }) => member === invitation.memberId);
      const isTheirs = invitation.createdBy === me.id || (invited !== undefined && looksAfter(me, invited));
      if (me.role !== 'OWNER' && !isTheirs)
        throw forbidden(
          'OWNERS_OR_INVITER_ONLY',
          'Only the creator of the invitation, an owner, or a manager of the invited member may revoke it',
        );
      if (invitation.revokedAt !== null) return;
      await scope.invitations.save({ ...invitation, revokedAt: clock.now() });
      scope.operation.is('MEMBER', { access: 'INVITATION', change: 'DELETED' } satisfies AccessParams);
    });
}
