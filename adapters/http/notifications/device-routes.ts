import { toPushAddress, RegisterDeviceInput } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
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
      summary: 'What a browser needs to subscribe to pushes',
      access: 'session',
      responses: [{ status: 200, description: 'The public key', body: PushKeyDto }],
      handle: () => ({ body: { publicKey: useCases.pushPublicKey() } }),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'registerDevice',
      summary: 'Wake this device when there is something new; again is fine',
      access: 'session',
      body: RegisterDeviceInput,
      responses: [{ status: 201, description: 'The device', body: DeviceDto }],
      handle: async ({ caller, body }) => ({
        body: presentDevice(await useCases.registerDevice(caller, toPushAddress(body))),
      }),
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listDevices',
      summary: 'The devices of the caller that are woken',
      access: 'session',
      query: PageQuery,
      responses: [{ status: 200, description: 'Newest first', body: [DeviceDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listDevices(caller, readPage(query, CURSOR)), presentDevice),
    }),
    route({
      method: 'delete',
      path: `${LIST}/{deviceId}`,
      operationId: 'removeDevice',
      summary: 'Wake this device no more',
      access: 'session',
      responses: [{ status: 204, description: 'Forgotten' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, params }) => useCases.removeDevice(caller, params.deviceId),
    }),
  ]);
}
