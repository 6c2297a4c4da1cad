import type { ListedOperation } from '../../../domain/operations/operation.js';
import type { DisplayId } from '../../../domain/shared/ids.js';
import { listShownRowIds } from '../../../application/operations/queries.js';
import { isBearerMode } from '../credentials.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import {
  ActDto,
  DisplayDto,
  NewDisplayDto,
  NewPassDto,
  PairedDisplayDto,
  presentDisplay,
  presentNew,
  presentOwn,
  presentPaired,
  presentPass,
} from './present.js';
import { ActInput, CreateDisplayInput, PairDisplayInput, PassInput, PinInput } from './schema.js';

const MEMBER = '/v1/households/{householdId}/members/{memberId}';
const LIST = '/v1/households/{householdId}/displays';

/** The display that a request added. */
const readDisplay = (operation: ListedOperation) => listShownRowIds(operation)[0] as DisplayId;

export function displayRoutes({ useCases, cookies, webBaseUrl }: RouteDependencies): Route[] {
  return tagged('Displays', [
    route({
      method: 'post',
      path: LIST,
      operationId: 'createDisplay',
      onReplay: async ({ caller, operation }) => ({
        body: presentNew(await useCases.showNewDisplay(caller, readDisplay(operation))),
      }),
      summary: 'Add a display, with the code by which a device becomes it (as an owner)',
      access: 'member',
      body: CreateDisplayInput,
      responses: [{ status: 201, description: 'The display with its code', body: NewDisplayDto }],
      // Of one that is asked for again, and gone.
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, body }) => ({
        body: presentNew(await useCases.createDisplay(caller, body.name)),
      }),
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listDisplays',
      summary:
        'The displays and passes of a household (as an owner), or the passes of those whom the caller looks after',
      access: 'member',
      responses: [{ status: 200, description: 'Oldest first', body: [DisplayDto] }],
      errors: ['FORBIDDEN'],
      handle: async ({ caller }) => ({ body: (await useCases.listDisplays(caller)).map(presentDisplay) }),
    }),
    route({
      method: 'delete',
      path: `${LIST}/{displayId}`,
      operationId: 'removeDisplay',
      summary: 'End a display or a pass at once (as an owner, a pass also as who looks after them)',
      access: 'member',
      responses: [{ status: 204, description: 'It has ended' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params }) => useCases.removeDisplay(caller, params.displayId),
    }),
    route({
      method: 'put',
      path: `${MEMBER}/pin`,
      operationId: 'setPin',
      summary:
        'Set the PIN by which a member is chosen on a display (themselves, who looks after them, an owner)',
      access: 'member',
      body: PinInput,
      responses: [{ status: 204, description: 'It is theirs from now on, and not locked' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params, body }) => useCases.setPin(caller, params.memberId, body.pin),
    }),
    route({
      method: 'delete',
      path: `${MEMBER}/pin`,
      operationId: 'removePin',
      summary: 'Let anybody choose a member on a display (themselves, who looks after them, an owner)',
      access: 'member',
      responses: [{ status: 204, description: 'They have none' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params }) => useCases.removePin(caller, params.memberId),
    }),
    route({
      method: 'post',
      path: `${MEMBER}/pass`,
      operationId: 'issuePass',
      onReplay: async ({ caller, operation }) => ({
        body: presentPass(await useCases.showNewPass(caller, readDisplay(operation)), webBaseUrl),
      }),
      summary:
        'A link that is a display of somebody without an account, for at most 60 days (as an owner, or who looks after them)',
      access: 'member',
      body: PassInput,
      responses: [{ status: 201, description: 'The pass with its link', body: NewPassDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body }) => ({
        body: presentPass(await useCases.issuePass(caller, params.memberId, body.until), webBaseUrl),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/displays/pair',
      operationId: 'pairDisplay',
      summary: 'Become a display, by its code or by what the link of a pass carries',
      access: 'none',
      limited: 'auth',
      headers: [
        { name: 'X-Client', description: '`mobile`: the token comes in the body, and no cookie is set' },
      ],
      body: PairDisplayInput,
      responses: [
        {
          status: 200,
          description:
            'What it shows. The cookie of the display is set, and those of a session end: a browser is one or the other',
          body: PairedDisplayDto,
        },
      ],
      errors: ['PAIRING_EXPIRED', 'INVALID_STATE'],
      handle: async ({ body, http }) => {
        const paired = await useCases.pairDisplay(body.code);
        const bearerMode = isBearerMode(http);
        return {
          body: presentPaired(paired, bearerMode),
          cookies: bearerMode ? [] : cookies.setDisplay(paired.token),
        };
      },
    }),
    route({
      method: 'get',
      path: '/v1/displays/current',
      operationId: 'showDisplay',
      summary: 'Which display is asking, and what it shows',
      access: 'display',
      responses: [{ status: 200, description: 'The display', body: PairedDisplayDto }],
      handle: ({ caller }) => ({ body: presentOwn(caller.display, caller.household.id) }),
    }),
    route({
      method: 'post',
      path: '/v1/displays/act',
      operationId: 'actOnDisplay',
      summary: 'Choose who does what is done on this display next',
      access: 'display',
      body: ActInput,
      responses: [{ status: 200, description: 'What they act with', body: ActDto }],
      errors: ['PIN_REJECTED', 'FORBIDDEN'],
      handle: async ({ caller, body: { memberId, pin = null } }) => ({
        body: { actToken: await useCases.actOnDisplay(caller, { memberId, pin }) },
      }),
    }),
  ]);
}
