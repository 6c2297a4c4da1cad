import { isInvitationToken, isOpen } from '../../domain/households/invitation.js';
import type { Needs } from '../shared/needs.js';
import { invitationExpired, invitationInvalid } from './accept-invitation.js';
import type { Invited } from './ports.js';

/**
 * Where one is invited to, before signing in; uses nothing up. TOKEN_INVALID and INVITATION_EXPIRED as when accepting:
 * whoever does not hold a token that still works learns of no household.
 */
export function previewInvitation({
  invitations,
  opaqueTokens,
  clock,
}: Needs<'invitations' | 'opaqueTokens' | 'clock'>) {
  return async (token: string): Promise<Invited> => {
    if (!isInvitationToken(token)) throw invitationInvalid();
    const invited = await invitations.findInvited(opaqueTokens.hash(token));
    if (invited === null || !isOpen(invited.invitation, clock.now())) throw invitationExpired();
    return invited;
  };
}
