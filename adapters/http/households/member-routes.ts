import { UpdateMemberInput } from './schema.js';
import { MemberDto, presentMember } from './present.js';
import { route, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const MEMBER = '/v1/households/{householdId}/members/{memberId}';

export function memberRoutes({ useCases }: RouteDependencies): Route[] {
  return [
    route({
      method: 'patch',
      path: MEMBER,
      operationId: 'updateMember',
      tag: 'Households',
      summary: 'Change a role (as an owner), or name, colour and days away (also one’s own)',
      access: 'member',
      body: UpdateMemberInput,
      responses: [{ status: 200, description: 'The member', body: MemberDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: presentMember(await useCases.editMember(caller, params.memberId, body)),
      }),
    }),
    route({
      method: 'delete',
      path: MEMBER,
      operationId: 'removeMember',
      tag: 'Households',
      summary: 'Leave a household, or remove someone from it (as an owner)',
      access: 'member',
      responses: [{ status: 204, description: 'Gone; with the last member, the household too' }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
      handle: async ({ caller, params }) => {
        await useCases.removeMember(caller, params.memberId);
        return { status: 204 };
      },
    }),
  ];
}
