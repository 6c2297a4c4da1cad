import type { Caller } from '../../../application/caller.js';
import { DeleteAccountInput, UpdateMeInput } from '../dto/account.js';
import { MeResponse, presentMe } from '../presenters/account.js';
import { route, type Route, type RouteResponse } from '../route.js';
import type { RouteDependencies } from './dependencies.js';

export function meRoutes({ useCases, cookies }: RouteDependencies): Route[] {
  const show = async (caller: Caller): Promise<RouteResponse> => ({
    status: 200,
    body: presentMe(await useCases.describeMe(caller), caller.sessionId),
  });

  return [
    route({
      method: 'get',
      path: '/v1/me',
      operationId: 'me',
      tag: 'Account',
      summary: 'Who is signed in, and in which households',
      access: 'session',
      responses: [{ status: 200, description: 'The account', schema: MeResponse }],
      handle: ({ caller }) => show(caller),
    }),
    route({
      method: 'patch',
      path: '/v1/me',
      operationId: 'updateMe',
      tag: 'Account',
      summary: 'Change name, language and time zone',
      access: 'session',
      body: UpdateMeInput,
      responses: [{ status: 200, description: 'The account', schema: MeResponse }],
      handle: async ({ caller, body: { displayName, locale, timeZone } }) => {
        await useCases.editProfile(caller, {
          ...(displayName !== undefined && { displayName }),
          ...(locale !== undefined && { locale }),
          ...(timeZone !== undefined && { timeZone }),
        });
        return show(caller);
      },
    }),
    route({
      method: 'delete',
      path: '/v1/me',
      operationId: 'deleteMe',
      tag: 'Account',
      summary: 'Erase the account at once and for good',
      access: 'session',
      body: DeleteAccountInput,
      responses: [{ status: 204, description: 'Gone' }],
      errors: ['INVALID_CREDENTIALS'],
      handle: async ({ caller, body: { password = null, confirm = null } }) => {
        await useCases.eraseAccount(caller, { password, confirm });
        return { status: 204, cookies: cookies.clear() };
      },
    }),
  ];
}
