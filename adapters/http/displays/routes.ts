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

/** Returns the id of the display that the operation created. */
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
      summary: 'Add a display',
      description: [
        'Creates a display, a tablet on the wall that is not a member. A household ' +
          'may have ten displays.',
        'Enter the `pairingCode` of the answer on the tablet within ten minutes. The code ' +
          'works once. A display ends when it is removed, or after 60 days without a request.',
      ],
      body: CreateDisplayInput,
      responses: [{ status: 201, description: 'The display with its pairing code.', body: NewDisplayDto }],
      // NOT_FOUND is possible if the request is repeated after the display was removed.
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, body }) => ({
        body: presentNew(await useCases.createDisplay(caller, body.name)),
      }),
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listDisplays',
      summary: 'List the displays and passes',
      description:
        'Returns the displays and guest passes of the household to owners. A pass is a link ' +
        'that acts as a display for one guest. Other members get the passes of members whom ' +
        'they manage.',
      responses: [{ status: 200, description: 'The rows, oldest first.', body: [DisplayDto] }],
      errors: ['FORBIDDEN'],
      handle: async ({ caller }) => ({ body: (await useCases.listDisplays(caller)).map(presentDisplay) }),
    }),
    route({
      method: 'delete',
      path: `${LIST}/{displayId}`,
      operationId: 'removeDisplay',
      summary: 'Remove a display or a pass',
      description:
        'Ends a display at once, or a guest pass (the link that acts as a display for one ' +
        'guest). Owners may remove all of them, and managers the passes of their members.',
      responses: [{ status: 204, description: 'The display or pass has ended.' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params }) => useCases.removeDisplay(caller, params.displayId),
    }),
    route({
      method: 'put',
      path: `${MEMBER}/pin`,
      operationId: 'setPin',
      summary: 'Set the PIN of a member',
      description:
        'Sets the PIN that a display asks for before it acts for this member, and lifts its ' +
        'lock. If the member has an account, only that account and owners may do this. ' +
        'Otherwise their managers and owners may do it. Pets cannot have a PIN.',
      body: PinInput,
      responses: [{ status: 204, description: 'The PIN is set, and the lock is lifted.' }],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: ({ caller, params, body }) => useCases.setPin(caller, params.memberId, body.pin),
    }),
    route({
      method: 'delete',
      path: `${MEMBER}/pin`,
      operationId: 'removePin',
      summary: 'Remove the PIN of a member',
      description:
        'Lets anybody at a display choose this member without a PIN. If the member has an ' +
        'account, only that account and owners may do this. Otherwise their managers and owners ' +
        'may do it.',
      responses: [{ status: 204, description: 'The member has no PIN.' }],
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
      summary: 'Create a guest pass',
      description: [
        'Creates a link that acts as a display for one guest without an account. `until` is ' +
          'its last day, at most 60 days ahead. Owners and managers of the guest may do this. A ' +
          'household may have ten passes.',
        'Send the token of the link (`/pass#token=…`) as `code` to `POST /v1/displays/pair`, ' +
          'as often as you like. A pass shows the dates from the day before its first day to ' +
          'its last day. It shows no series. Pets cannot have a pass (409 `INVALID_STATE`).',
      ],
      body: PassInput,
      responses: [{ status: 201, description: 'The pass with its link.', body: NewPassDto }],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body }) => ({
        body: presentPass(await useCases.issuePass(caller, params.memberId, body.until), webBaseUrl),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/displays/pair',
      operationId: 'pairDisplay',
      summary: 'Pair a display',
      description: [
        'Turns a device into a display, with the pairing code of a display or the token of a ' +
          'guest pass (`POST …/members/{memberId}/pass`). A browser gets the cookie `gn_dt` and is signed out. An app (`X-Client: ' +
          'mobile`) gets a bearer token.',
        'Before the first day of a pass the answer is 409 with the reason `PASS_NOT_STARTED` ' +
          'and `details.firstDate`.',
      ],
      limited: 'auth',
      headers: [
        { name: 'X-Client', description: '`mobile`: the token is in the body, and no cookie is set.' },
      ],
      body: PairDisplayInput,
      responses: [
        {
          status: 200,
          description:
            'The display and the household that it shows. A browser gets the cookie of the display ' +
            'and loses those of its session.',
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
      summary: 'Show the current display',
      description: 'Returns the display that sends this request, and the household that it shows.',
      access: 'display',
      responses: [
        { status: 200, description: 'The display and the household that it shows.', body: PairedDisplayDto },
      ],
      handle: ({ caller }) => ({ body: presentOwn(caller.display, caller.household.id) }),
    }),
    route({
      method: 'post',
      path: '/v1/displays/act',
      operationId: 'actOnDisplay',
      summary: 'Choose who acts on a display',
      description: [
        'Returns a token for the chosen member. Send it as `X-Act-Token` with the next request. ' +
          'It is valid for five minutes. The answer to a request that needs a chosen member ' +
          'contains the next token in the same header.',
        '- A member with a PIN must enter it. A wrong PIN is 403 `PIN_REJECTED`. With a guest ' +
          'link, only its guest can be chosen, without a PIN.',
        '- After five wrong PINs within 15 minutes on one display, or twenty per day, the answer ' +
          'is 429 `RATE_LIMITED` until a new PIN is set. If the member has no account, the ' +
          'managers who are not away are notified. If there ' +
          'are none, or if the member has an account, the owners are notified.',
      ],
      access: 'display',
      body: ActInput,
      responses: [{ status: 200, description: 'The token with which the member acts.', body: ActDto }],
      errors: ['PIN_REJECTED', 'FORBIDDEN'],
      handle: async ({ caller, body: { memberId, pin = null } }) => ({
        body: { actToken: await useCases.actOnDisplay(caller, { memberId, pin }) },
      }),
    }),
  ]);
}
