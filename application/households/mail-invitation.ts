import { isInvitationOpen } from '../../domain/households/invitation.js';
import type { HouseholdId, InvitationId } from '../../domain/shared/ids.js';
import { joinLink } from '../shared/links.js';
import type { InvitationMail } from '../shared/ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'unitOfWork' | 'opaqueTokens' | 'mailer' | 'clock' | 'webBaseUrl'>;

export type InvitationKey = { readonly householdId: HouseholdId; readonly invitationId: InvitationId };

/**
 * Sends an e-mail with a link to the invited person, if the invitation is still valid. The link has a token of its
 * own, because the token that the inviter has seen is not stored. Both links belong to the same invitation and use it
 * up together. A retry creates another token.
 */
export function mailInvitation({ unitOfWork, opaqueTokens, mailer, clock, webBaseUrl }: Dependencies) {
  return async (key: InvitationKey): Promise<void> => {
    const mail = await unitOfWork.run(async (scope) => {
      const token = opaqueTokens.generate();
      const letter = await write(scope, key, opaqueTokens.hash(token), clock.now());
      return letter && { ...letter, link: joinLink(webBaseUrl, token) };
    });
    if (mail !== null) await sendOrGiveUp(mailer, mail);
  };
}

/**
 * Stores the hash of the token and returns the mail. Its language is that of the account with the address or, if
 * there is none, of the household. Returns null if the invitation is no longer valid or has no address.
 */
async function write(
  { households, invitations, accounts }: Pick<UnitOfWorkScope, 'households' | 'invitations' | 'accounts'>,
  { householdId, invitationId }: InvitationKey,
  mailTokenHash: string,
  now: number,
): Promise<Omit<InvitationMail, 'link'> | null> {
  const household = await households.findForUpdate(householdId);
  const invitation = household && (await invitations.find(householdId, invitationId));
  if (
    household === null ||
    invitation === null ||
    invitation.email === null ||
    !isInvitationOpen(invitation, now)
  )
    return null;
  await invitations.save({ ...invitation, mailTokenHash });
  const members = await households.members(householdId, { withFormer: true });
  const reader = await accounts.findByEmail(invitation.email);
  return {
    kind: 'invitation',
    to: invitation.email,
    locale: reader?.locale ?? household.locale,
    inviter: members.find(({ id }) => id === invitation.createdBy)?.name ?? '',
    household: household.name,
    expiresAt: invitation.expiresAt,
    timeZone: reader?.timeZone ?? household.timeZone,
  };
}
