import { decideAcceptance, type Invitation } from '../../domain/households/invitation.js';
import { claimMember, MEMBERS_LIMIT, newMember, rejoinMember } from '../../domain/households/membership.js';
import { isOpaqueToken, type MemberId, type UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Caller } from '../shared/caller.js';
import { ApplicationError, accountGone, limitReached, notFound } from '../shared/errors.js';
import type { NamedMember } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { type HouseholdDetail, readDetail } from './create-household.js';
import { finishDeparture } from './departure-steps.js';
import { requireHouseholdQuota } from './quota-guard.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/**
 * Makes the caller a member of the household. A caller who is a member already gets the same answer. If the invitation
 * is for a member without an account, the caller becomes that member, and the member's other data stays unchanged.
 *
 * @throws TOKEN_INVALID if the text does not have the form of a token.
 * @throws INVITATION_EXPIRED if the invitation is unknown, expired, revoked or used up, if it is older than the
 *   departure of the caller's former member, or if no account can take over the member whom it names.
 * @throws NOT_FOUND if it is for another e-mail address.
 * @throws LIMIT_REACHED if the household is full, or the caller is in the maximum number of households.
 * @throws ALREADY_MEMBER if the caller is or was another member of the household.
 */
export function acceptInvitation({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
  securityLog,
  afterMembershipChange,
}: Needs<'unitOfWork' | 'clock' | 'ids' | 'opaqueTokens' | 'securityLog'> & {
  afterMembershipChange: AfterMembershipChange;
}) {
  const finish = finishDeparture({ unitOfWork, clock, ids });
  return async ({ userId }: Caller, token: string): Promise<HouseholdDetail> => {
    if (!isOpaqueToken(token)) throw invitationInvalid();
    const tokenHash = opaqueTokens.hash(token);
    const former = await unitOfWork.run(async ({ invitations, households }) => {
      const invited = await invitations.findByTokenHash(tokenHash);
      if (invited === null) return null;
      const known = await households.members(invited.householdId, { withFormer: true });
      return known.find(({ accountId, leftAt }) => accountId === userId && leftAt !== null) ?? null;
    });
    if (former !== null) await finish(former.householdId, former.id);
    const { detail, joined } = await unitOfWork.run(async (scope) => {
      const { household, invitation } = await lockInvited(scope, tokenHash);
      const known = await scope.households.members(household.id, { withFormer: true });
      const at = clock.now();
      const { memberId, kind } = await admit(scope, invitation, known, userId, at);
      if (kind !== null) {
        await afterMembershipChange(scope, household, { memberId, kind });
        const joined = {
          kind: 'member',
          action: 'joined',
          memberId,
          invitedBy: invitation.createdBy,
        } as const;
        raiseEvent(scope.events, { household, memberId }, at, joined);
      }
      return { detail: await readDetail(scope, household, memberId), joined: kind !== null };
    });
    if (joined) securityLog.record('invitation_accepted', { userId, householdId: detail.household.id });
    return detail;
  };
}

export const invitationInvalid = () =>
  new ApplicationError('TOKEN_INVALID', 'This is not the token of an invitation. Check the link');
export const invitationExpired = () =>
  new ApplicationError(
    'INVITATION_EXPIRED',
    'This invitation is unknown or can no longer be used. Ask for a new one',
  );

/** Locks the household and then reads the invitation, so that parallel requests cannot both take its last use. */
async function lockInvited(
  { households, invitations }: Pick<UnitOfWorkScope, 'households' | 'invitations'>,
  tokenHash: string,
) {
  const found = await invitations.findByTokenHash(tokenHash);
  const household = found && (await households.findForUpdate(found.householdId));
  const invitation = found && (await invitations.find(found.householdId, found.id));
  if (household === null || invitation === null) throw invitationExpired();
  return { household, invitation };
}

/**
 * Makes the user a member, as `decideAcceptance` decides. `kind` null means that the user already was this member.
 */
async function admit(
  scope: Pick<UnitOfWorkScope, 'accounts' | 'households' | 'invitations' | 'displays' | 'events'>,
  invitation: Invitation,
  known: readonly NamedMember[],
  userId: UserId,
  now: Instant,
): Promise<{ memberId: MemberId; kind: 'joined' | 'returned' | null }> {
  const { accounts, households, invitations } = scope;
  const account = await accounts.find(userId);
  if (account === null) throw accountGone();
  const memberCount = known.filter(({ leftAt }) => leftAt === null).length;
  const own = known.find(({ accountId }) => accountId === userId) ?? null;
  const meant = known.find(({ id }) => id === invitation.memberId) ?? null;
  const decision = decideAcceptance(
    invitation,
    { email: account.email, known: own, meant, memberCount },
    now,
  );
  switch (decision.kind) {
    case 'alreadyMember':
      return { memberId: (own as NamedMember).id, kind: null };
    case 'forSomeoneElse':
      throw notFound('invitation');
    case 'over':
      throw invitationExpired();
    case 'householdFull':
      throw limitReached('members', `A household may have at most ${MEMBERS_LIMIT} members`);
    case 'hasOwnPlace':
      throw new ApplicationError(
        'ALREADY_MEMBER',
        'This account is or was another member of this household, so it cannot become the invited ' +
          'member. A former member can return with an invitation that names no member',
      );
    case 'claims':
    case 'joins': {
      await requireHouseholdQuota(households, userId);
      await invitations.save({ ...invitation, uses: invitation.uses + 1 });
      if (decision.kind === 'claims') {
        const member = claimMember(meant as NamedMember, userId);
        await households.saveMember(member);
        // The guest links of the member end, because the person can sign in from now on.
        const passes = await scope.displays.removePassesOf(invitation.householdId, member.id);
        for (const id of passes) scope.events.signedOut(id);
        return { memberId: member.id, kind: 'joined' };
      }
      if (own === null) {
        const joined = newMember(userId, invitation.householdId, 'MEMBER', { others: known, now });
        await households.insertMember(joined);
        return { memberId: joined.id, kind: 'joined' };
      }
      // The account is locked, so that it cannot be erased at the same time. For a new member the foreign key does
      // this.
      if ((await accounts.findForUpdate(userId)) === null) throw accountGone();
      await households.saveMember(rejoinMember(own, now));
      return { memberId: own.id, kind: 'returned' };
    }
  }
}
