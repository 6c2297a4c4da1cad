import type { IssuedInvitation } from '../../../application/households/invitations.js';
import { AcceptInvitationInput, CreateInvitationInput, InviteMemberInput } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import {
  HouseholdDto,
  InvitationPreviewDto,
  answerJoined,
  presentInvited,
  InvitationDto,
  presentInvitation,
  presentIssuedInvitation,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function invitationRoutes({ useCases, webBaseUrl }: RouteDependencies): Route[] {
  const answerIssued = (issued: IssuedInvitation) => ({ body: presentIssuedInvitation(issued, webBaseUrl) });
  return tagged('Invitations', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/invitations',
      operationId: 'createInvitation',
      summary: 'Invite somebody by a link',
      description: [
        'Creates a link with which others can join the household. The answer contains the ' +
          'token only this time. The link has the token in its fragment (`/join#token=…`), ' +
          'which no server sees.',
        'If the body contains an `email` and the address of the caller is verified, the link is ' +
          'mailed to it. The caller can send at most 3 such mails per day to the same address, and ' +
          'create at most 20 invitations with an `email` per day (429). `mailed` says whether the ' +
          'link is mailed.',
      ],
      body: CreateInvitationInput,
      bodyOptional: true,
      responses: [{ status: 201, description: 'The invitation with its token.', body: InvitationDto }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body: { email = null, expiresInDays = null, maxUses = null } }) =>
        answerIssued(await useCases.createInvitation(caller, { email, expiresInDays, maxUses })),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/members/{memberId}/invitations',
      operationId: 'inviteMember',
      summary: 'Invite somebody to become an existing member',
      description: [
        'Creates a claim link for a member without an account. The account that accepts it ' +
          'becomes this member, with its past, its turns and its colour. Owners and the ' +
          'managers of the member may do this.',
        'An account that is or was another member of the household gets 409 `ALREADY_MEMBER` ' +
          'when it accepts.',
      ],
      body: InviteMemberInput,
      bodyOptional: true,
      responses: [{ status: 201, description: 'The invitation with its token.', body: InvitationDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body: { email = null, expiresInDays = null } }) =>
        answerIssued(await useCases.inviteMember(caller, params.memberId, { email, expiresInDays })),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/invitations',
      operationId: 'listInvitations',
      summary: 'List the invitations',
      description:
        'Returns the invitations of a household, without their tokens. Expired, used and revoked ' +
        'ones are included.',
      query: PageQuery,
      responses: [pageOf(InvitationDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listInvitations(caller, readPage(query, CURSOR)), presentInvitation),
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/invitations/{invitationId}',
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      description:
        'Makes the link of an invitation invalid. The member who created it, owners, and the ' +
        'managers of the invited member may do this.',
      responses: [{ status: 204, description: 'The invitation is revoked.' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params }) => useCases.revokeInvitation(caller, params.invitationId),
    }),
    route({
      method: 'post',
      path: '/v1/invitations/preview',
      operationId: 'previewInvitation',
      summary: 'Show where an invitation leads',
      description:
        'Returns the household and the inviter for an invitation token, without using it. No ' +
        'session is needed.',
      limited: 'auth',
      body: AcceptInvitationInput,
      responses: [{ status: 200, description: 'The household and the inviter.', body: InvitationPreviewDto }],
      errors: ['TOKEN_INVALID', 'INVITATION_EXPIRED'],
      handle: async ({ body }) => ({
        body: presentInvited(await useCases.previewInvitation(body.token)),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Join a household',
      description:
        'Makes the caller a member of the household of the invitation. If the invitation names an ' +
        'existing member without an account, the caller becomes this member. For a member of the ' +
        'household, nothing changes. If the invitation is for another e-mail address, the answer ' +
        'is 404.',
      limited: 'auth',
      bulkCost: ({ caller, body }) => useCases.measureRejoin(caller, body.token),
      body: AcceptInvitationInput,
      responses: [
        {
          status: 201,
          description: 'The household that the caller joined.',
          body: HouseholdDto,
          headers: ['Location'],
        },
      ],
      errors: ['TOKEN_INVALID', 'INVITATION_EXPIRED', 'NOT_FOUND', 'ALREADY_MEMBER', 'LIMIT_REACHED'],
      handle: async ({ caller, body }) => answerJoined(await useCases.acceptInvitation(caller, body.token)),
    }),
  ]);
}
