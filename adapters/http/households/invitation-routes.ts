import { AcceptInvitationInput, CreateInvitationInput, InviteMemberInput } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import {
  HouseholdDto,
  InvitationPreviewDto,
  presentHouseholdDetail,
  presentInvited,
  InvitationDto,
  presentInvitation,
  presentIssuedInvitation,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function invitationRoutes({ useCases, webBaseUrl }: RouteDependencies): Route[] {
  return tagged('Invitations', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/invitations',
      operationId: 'createInvitation',
      summary: 'Create a link by which others can join',
      access: 'member',
      body: CreateInvitationInput,
      bodyOptional: true,
      responses: [{ status: 201, description: 'The invitation with its link', body: InvitationDto }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body: { email = null, expiresInDays = null, maxUses = null } }) => ({
        body: presentIssuedInvitation(
          await useCases.createInvitation(caller, { email, expiresInDays, maxUses }),
          webBaseUrl,
        ),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/members/{memberId}/invitations',
      operationId: 'inviteMember',
      summary:
        'Create a link by which somebody becomes a member who has no account yet (as an owner, or who looks after them)',
      access: 'member',
      body: InviteMemberInput,
      bodyOptional: true,
      responses: [{ status: 201, description: 'The invitation with its link', body: InvitationDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body: { email = null, expiresInDays = null } }) => ({
        body: presentIssuedInvitation(
          await useCases.inviteMember(caller, params.memberId, { email, expiresInDays }),
          webBaseUrl,
        ),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/invitations',
      operationId: 'listInvitations',
      summary: 'The invitations of a household, without their links',
      access: 'member',
      query: PageQuery,
      responses: [{ status: 200, description: 'Newest first', body: [InvitationDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listInvitations(caller, readPage(query, CURSOR)), presentInvitation),
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/invitations/{invitationId}',
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation (who gave it out, an owner, who looks after whose place it is)',
      access: 'member',
      responses: [{ status: 204, description: 'Nobody can join by it any more' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params }) => useCases.revokeInvitation(caller, params.invitationId),
    }),
    route({
      method: 'post',
      path: '/v1/invitations/preview',
      operationId: 'previewInvitation',
      summary: 'Where an invitation leads, before signing in',
      access: 'none',
      limited: 'auth',
      body: AcceptInvitationInput,
      responses: [{ status: 200, description: 'What it is to', body: InvitationPreviewDto }],
      errors: ['TOKEN_INVALID', 'INVITATION_EXPIRED'],
      handle: async ({ body }) => ({
        body: presentInvited(await useCases.previewInvitation(body.token)),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Join a household by an invitation',
      access: 'session',
      limited: 'auth',
      bulkCost: ({ caller, body }) => useCases.measureRejoin(caller, body.token),
      body: AcceptInvitationInput,
      responses: [
        { status: 201, description: 'The household joined', body: HouseholdDto, headers: ['Location'] },
      ],
      errors: ['TOKEN_INVALID', 'INVITATION_EXPIRED', 'NOT_FOUND', 'ALREADY_MEMBER', 'LIMIT_REACHED'],
      handle: async ({ caller, body }) => {
        const detail = await useCases.acceptInvitation(caller, body.token);
        return {
          body: presentHouseholdDetail(detail),
          headers: { Location: `/v1/households/${detail.household.id}` },
        };
      },
    }),
  ]);
}
