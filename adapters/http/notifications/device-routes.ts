import { toPushAddress, RegisterDeviceInput } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { DeviceDto, presentDevice, PushKeyDto } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST = '/v1/me/devices';
const CURSOR: CursorShape = ['newest', 'id'];

export function deviceRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Notifications', [
    route({
      method: 'get',
      path: '/v1/me/push-key',
      operationId: 'showPushKey',
      summary: 'Show the public key for pushes',
      description:
        'Returns the VAPID key that a browser needs to subscribe to pushes. It is null if ' +
        'this service sends none.',
      responses: [{ status: 200, description: 'The public key.', body: PushKeyDto }],
      handle: () => ({ body: { publicKey: useCases.pushPublicKey() } }),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'registerDevice',
      summary: 'Register a push device',
      description:
        'Stores where pushes for this device are sent. Repeating it only updates `lastSeenAt`. ' +
        'The endpoint of a browser must be a public https address. The service calls it at most ' +
        'ten times per push, at least 30 seconds apart.',
      body: RegisterDeviceInput,
      responses: [{ status: 201, description: 'The device.', body: DeviceDto }],
      handle: async ({ caller, body }) => ({
        body: presentDevice(await useCases.registerDevice(caller, toPushAddress(body))),
      }),
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listDevices',
      summary: 'List the push devices',
      description: 'Returns the devices of the caller that get pushes.',
      query: PageQuery,
      responses: [pageOf(DeviceDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listDevices(caller, readPage(query, CURSOR)), presentDevice),
    }),
    route({
      method: 'delete',
      path: `${LIST}/{deviceId}`,
      operationId: 'removeDevice',
      summary: 'Unregister a push device',
      description: 'Stops pushes to this device.',
      responses: [{ status: 204, description: 'The device gets no more pushes.' }],
      handle: ({ caller, params }) => useCases.removeDevice(caller, params.deviceId),
    }),
  ]);
}
