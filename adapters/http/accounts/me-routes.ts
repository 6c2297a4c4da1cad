import { HOUSEHOLD_LIMITS } from '../../../domain/limits/limits.js';
import type { Caller } from '../../../application/shared/caller.js';
import { DeleteAccountInput, UpdateMeInput } from './schema.js';
import { writeExport } from './export/write-export.js';
import { ExportDto } from './export/present-export.js';
import { MeResponse, presentMe } from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const FILE_NAME = 'household-planner-export.json';

export function meRoutes({ useCases, cookies, clock }: RouteDependencies): Route[] {
  const show = async (caller: Caller): Promise<RouteResponse<MeResponse>> => ({
    status: 200,
    body: presentMe(await useCases.describeMe(caller), caller.sessionId),
  });

  return tagged('Account', [
    route({
      method: 'get',
      path: '/v1/me',
      operationId: 'me',
      summary: 'Who is signed in, and in which households',
      access: 'session',
      responses: [{ status: 200, description: 'The account', body: MeResponse }],
      handle: ({ caller }) => show(caller),
    }),
    route({
      method: 'patch',
      path: '/v1/me',
      operationId: 'updateMe',
      summary: 'Change name, language and time zone',
      access: 'session',
      body: UpdateMeInput,
      responses: [{ status: 200, description: 'The account', body: MeResponse }],
      handle: async ({ caller, body }) => {
        await useCases.editProfile(caller, body);
        return show(caller);
      },
    }),
    route({
      method: 'get',
      path: '/v1/me/export',
      operationId: 'exportMe',
      summary: 'All that the caller may see, to take along',
      access: 'session',
      responses: [{ status: 200, description: 'A file, sent as it is read', body: ExportDto }],
      handle: async ({ caller }) => {
        const now = clock.now();
        const account = await useCases.exportAccount(caller);
        return {
          content: {
            type: 'application/json; charset=utf-8',
            data: writeExport(useCases, caller, account, now),
          },
          headers: { 'Content-Disposition': `attachment; filename="${FILE_NAME}"` },
        };
      },
    }),
    route({
      method: 'delete',
      path: '/v1/me',
      operationId: 'deleteMe',
      summary: 'Erase the account at once and for good',
      access: 'session',
      bulkCost: () => HOUSEHOLD_LIMITS.openOccurrences,
      body: DeleteAccountInput,
      responses: [{ status: 204, description: 'Gone' }],
      errors: ['INVALID_CREDENTIALS'],
      handle: async ({ caller, body: { password = null, confirm = null } }) => {
        await useCases.eraseAccount(caller, { password, confirm });
        return { cookies: cookies.clear() };
      },
    }),
  ]);
}
