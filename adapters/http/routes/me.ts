import type { Caller } from '../../../application/caller.js';
import { UpdateMeInput } from '../dto/account.js';
import { MeResponse, presentMe } from '../presenters/account.js';
import { route, type Route, type RouteResponse } from '../route.js';
import type { RouteDependencies } from './dependencies.js';

export function meRoutes({ useCases }: RouteDependencies): Route[] {
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
  ];
}
