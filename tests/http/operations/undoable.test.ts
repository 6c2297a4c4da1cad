import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import type { Route } from '../../../adapters/http/route.js';
import { UNDOABLE } from '../../../adapters/http/operations/undoable.js';
import type { Api } from '../../support/api.js';
import { startDemo } from '../../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../../support/furnished-household.js';
import { VALID_BODIES } from '../../support/isolation/valid-bodies.js';
import type { TestService } from '../../support/service.js';
import { arrived, begun, connectionIdOf, signedIn } from '../calendar/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

const mutations = (): Route[] =>
  service.routes.filter(({ method, access }) => method !== 'get' && access === 'member');

test('each mutation of a household says whether it can be undone', () => {
  expect(
    mutations()
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(Object.keys(UNDOABLE).sort());
});

type Home = FurnishedHousehold & { readonly owner: Api };

/** What has to be there first, and what is asked for instead of the body that any household takes. */
const GROUND: Readonly<Record<string, (home: Home) => Promise<Record<string, unknown> | Response>>> = {
  updateOccurrence: async ({ owner, path, ids }) => ({
    body: {
      title: 'Another',
      version: (await owner.get(`${path}/occurrences/${ids['occurrenceId'] ?? ''}`)).body.version as number,
    },
  }),
  reopenOccurrence: ({ owner, path, ids }) =>
    owner.post(`${path}/occurrences/${ids['occurrenceId'] ?? ''}/complete`),
  restoreOccurrence: ({ owner, path, ids }) =>
    owner.delete(`${path}/occurrences/${ids['occurrenceId'] ?? ''}`),
  emptyTrash: ({ owner, path, ids }) => owner.delete(`${path}/occurrences/${ids['occurrenceId'] ?? ''}`),
  requestSwap: async ({ owner, path, ids, theirTurn }) => {
    await owner.delete(`${path}/swaps/${ids['swapId'] ?? ''}`);
    return { body: { withOccurrenceId: theirTurn } };
  },
  clearCheckedShoppingItems: ({ owner, path, ids }) =>
    owner.patch(`${path}/shopping/items/${ids['shoppingItemId'] ?? ''}`, { checked: true }),
  createTemplate: () => Promise.resolve({ body: { name: 'Another', tasks: [{ title: 'x' }] } }),
  undoOperation: async ({ owner, path, ids }) => {
    const tick = await owner.post(`${path}/occurrences/${ids['occurrenceId'] ?? ''}/complete`);
    return { operationId: tick.headers['operation-id'] };
  },
  removeMember: async ({ flatmate }) => ({
    memberId: (await flatmate.get('/v1/me')).body.user.id as string,
  }),
  acceptSwap: () => Promise.resolve({ byFlatmate: true }),
  declineSwap: () => Promise.resolve({ byFlatmate: true }),
};

async function perform(home: Home, route: Route): Promise<Response> {
  const ground = await GROUND[route.operationId]?.(home);
  const given: Record<string, unknown> = ground === undefined || 'status' in ground ? {} : ground;
  const known: Record<string, unknown> = { ...home.ids, ...given };
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(known[name]));
  if (route.upload === true) return upload(home.owner, address);
  const body = given['body'] ?? VALID_BODIES[route.operationId];
  const caller = given['byFlatmate'] === true ? home.flatmate : home.owner;
  return caller.call(route.method.toUpperCase(), address, { body });
}

const upload = ({ app, token }: Api, address: string): Promise<Response> =>
  request(app)
    .post(address)
    .set({ authorization: `Bearer ${token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
    .attach('file', Buffer.from('other'), { filename: 'more.txt', contentType: 'text/plain' })
    .then((response) => response);

const isNothing = (operationId: string) => {
  const undoable = UNDOABLE[operationId];
  return typeof undoable === 'object' && 'nothing' in undoable;
};
/** Of calendars, whose connections browsers alone make. */
const BY_BROWSER = ['linkCalendar', 'unlinkCalendar'];

const undoOf = async (api: Api, path: string, response: Response) =>
  (await api.get(`${path}/operations/${String(response.headers['operation-id'])}`)).body.undo as string;

test('each that changes something tells which operation it was, and that says whether it can be undone', async () => {
  for (const route of mutations().filter(({ operationId }) => !BY_BROWSER.includes(operationId))) {
    const owner = (await service.api.register()).api;
    const home = { ...(await furnish(service, owner)), owner };
    const response = await perform(home, route);
    const told = [route.operationId, response.status < 300, response.headers['operation-id'] !== undefined];
    if (isNothing(route.operationId)) {
      expect(told[2]).toBe(false);
      continue;
    }
    expect(told).toEqual([route.operationId, true, true]);
    expect([route.operationId, await undoOf(owner, home.path, response)]).toEqual([
      route.operationId,
      UNDOABLE[route.operationId] === 'yes' ? 'POSSIBLE' : 'NEVER',
    ]);
  }
}, 120_000);

test('so do those of a calendar', async () => {
  const browser = await signedIn(service);
  const { body } = await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
  const path = `/v1/households/${String(body.id)}`;
  await arrived(browser, await begun(browser));
  const choice = { connectionId: await connectionIdOf(browser), calendarId: 'demo-family' };
  const linked = await browser.put(`${path}/calendar/link`, choice);
  const again = await browser.put(`${path}/calendar/link`, choice);
  const unlinked = await browser.delete(`${path}/calendar/link`);
  expect(again.headers['operation-id']).toBeUndefined();
  for (const { headers } of [linked, unlinked]) {
    const { body: operation } = await browser.get(`${path}/operations/${String(headers['operation-id'])}`);
    expect(operation).toMatchObject({ kind: 'EDITED', subject: null, undo: 'NEVER', undoUntil: null });
  }
});
