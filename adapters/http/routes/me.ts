import { MeResponse, presentMe } from '../presenters/account.js';
import { route, type Route } from '../route.js';
import type { RouteDependencies } from './dependencies.js';

export function meRoutes({ useCases }: RouteDependencies): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/me',
      operationId: 'me',
      tag: 'Account',
      summary: 'Who is signed in, and in which households',
      access: 'session',
      responses: [{ status: 200, description: 'The account', schema: MeResponse }],
      handle: async ({ caller }) => ({
        status: 200,
        body: presentMe(await useCases.describeMe(caller), caller.sessionId),
      }),
    }),
  ];
}
