import { isBearerMode } from '../credentials.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { presentSession, SessionDto } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['newest', 'id'];

export function sessionRoutes({ useCases, cookies }: RouteDependencies): Route[] {
  return tagged('Account', [
    route({
      method: 'get',
      path: '/v1/auth/sessions',
      operationId: 'listSessions',
      summary: 'List the signed-in devices',
      description: 'Returns the sessions of the caller. `current` marks the session of this request.',
      query: PageQuery,
      responses: [pageOf(SessionDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listSessions(caller, readPage(query, CURSOR)), (session) =>
          presentSession(session, caller.sessionId),
        ),
    }),
    route({
      method: 'delete',
      path: '/v1/auth/sessions/{sessionId}',
      operationId: 'revokeSession',
      summary: 'Sign out one device',
      description: 'Ends one session of the caller. Its tokens stop working at once.',
      responses: [{ status: 204, description: 'The session has ended.' }],
      handle: async ({ caller, params, http }) => {
        await useCases.revokeSession(caller, params.sessionId);
        const own = params.sessionId === caller.sessionId && !isBearerMode(http);
        return { cookies: own ? cookies.clear() : [] };
      },
    }),
  ]);
}
