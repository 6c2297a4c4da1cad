import { Type, type Static } from 'typebox';
import type { IssuedInvitation } from '../../../application/households/create-invitation.js';
import { joinLink } from '../../../application/shared/links.js';
import type { Invitation } from '../../../domain/households/invitation.js';
import { instant, nullable, presentInstant, uuid } from '../schema/common.js';

export const InvitationDto = Type.Object(
  {
    id: uuid(),
    email: nullable(Type.String({ format: 'idn-email' })),
    url: nullable(
      Type.String({ description: 'only in the answer that creates it, since it holds the token' }),
    ),
    token: Type.Optional(Type.String({ description: 'only in the answer that creates it' })),
    mailed: Type.Optional(
      Type.Boolean({
        description:
          'only in the answer that creates it: whether a mail is on its way. None is when the address of the inviter is not verified, or when the invited one has had three in a day; the link can be handed over all the same',
      }),
    ),
    expiresAt: instant(),
    maxUses: Type.Integer(),
    uses: Type.Integer(),
    revokedAt: nullable(instant()),
    createdBy: uuid(),
    createdAt: instant(),
  },
  { title: 'InvitationDto' },
);
type InvitationDto = Static<typeof InvitationDto>;

/** Once given out, the link is nobody's to read again. */
export function presentInvitation(invitation: Invitation): InvitationDto {
  return {
    id: invitation.id,
    email: invitation.email,
    url: null,
    expiresAt: presentInstant(invitation.expiresAt),
    maxUses: invitation.maxUses,
    uses: invitation.uses,
    revokedAt: presentInstant(invitation.revokedAt),
    createdBy: invitation.createdBy,
    createdAt: presentInstant(invitation.createdAt),
  };
}

export function presentIssuedInvitation(
  { invitation, token, mailed }: IssuedInvitation,
  webBaseUrl: string,
): InvitationDto {
  return { ...presentInvitation(invitation), url: joinLink(webBaseUrl, token), token, mailed };
}
