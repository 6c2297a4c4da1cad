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
      summary: 'Show the account',
      description:
        'Returns the account of the caller and the households to which it belongs. `memberId` ' +
        'of each household is the caller’s member id there. Compare ids of members with it, ' +
        'not with the account id.',
      responses: [{ status: 200, description: 'The account.', body: MeResponse }],
      handle: ({ caller }) => show(caller),
    }),
    route({
      method: 'patch',
      path: '/v1/me',
      operationId: 'updateMe',
      summary: 'Edit the account',
      description:
        'Changes the name, the language or the time zone of the caller. Fields that are ' +
        'missing keep their values.',
      body: UpdateMeInput,
      responses: [{ status: 200, description: 'The account.', body: MeResponse }],
      handle: async ({ caller, body }) => {
        await useCases.editProfile(caller, body);
        return show(caller);
      },
    }),
    route({
      method: 'get',
      path: '/v1/me/export',
      operationId: 'exportMe',
      summary: 'Export the account',
      description:
        'Returns the account and the data of its households that the caller may see, as a JSON ' +
        'file. It contains the addresses of files, not their contents. The service sends the ' +
        'first part while it still reads the rest from the database.',
      responses: [{ status: 200, description: 'The exported data as a JSON file.', body: ExportDto }],
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
      summary: 'Delete the account',
      description: [
        'Deletes the account of the caller at once and permanently. A household is deleted with ' +
          'it if nobody else in it has an account. If the account is the last owner of another ' +
          'household, a member with an account becomes its owner.',
        'The body must contain the password. An account without a password sends its e-mail ' +
          'address in `confirm` instead.',
      ],
      bulkCost: () => HOUSEHOLD_LIMITS.openOccurrences,
      body: DeleteAccountInput,
      responses: [{ status: 204, description: 'The account was deleted.' }],
      errors: ['INVALID_CREDENTIALS'],
      handle: async ({ caller, body: { password = null, confirm = null } }) => {
        await useCases.eraseAccount(caller, { password, confirm });
        return { cookies: cookies.clear() };
      },
    }),
  ]);
}
