import { randomUUID } from 'node:crypto';
import request from 'supertest';
import type { Route } from '../../../adapters/http/route.js';
import type { Api } from '../api.js';
import type { FurnishedHousehold } from '../furnished-household.js';
import { VALID_BODIES } from '../isolation/valid-bodies.js';

export type Place = FurnishedHousehold & { readonly owner: Api };

/** How the request differs from a valid request of the owner about the furnished household. */
type Before = { readonly ids?: Record<string, string>; readonly body?: object; readonly by?: Api };
const retitled = async ({ owner, path, ids }: Place): Promise<Before> => {
  const { version } = (await owner.get(`${path}/occurrences/${ids['occurrenceId']}`)).body;
  return { body: { version, title: 'y' } };
};
const BEFORE: Readonly<Record<string, (home: Place) => Promise<Before> | Before>> = {
  updateOccurrence: retitled,
  previewOccurrenceEdit: retitled,
  restoreOccurrence: async ({ owner, path, ids }) => {
    await owner.delete(`${path}/occurrences/${ids['occurrenceId']}`);
    return {};
  },
  reopenOccurrence: async ({ owner, path, ids }) => {
    await owner.post(`${path}/occurrences/${ids['occurrenceId']}/complete`);
    return {};
  },
  emptyTrash: async ({ owner, path, ids }) => {
    await owner.delete(`${path}/occurrences/${ids['occurrenceId']}`);
    return {};
  },
  clearCheckedShoppingItems: async ({ owner, path, ids }) => {
    await owner.patch(`${path}/shopping/items/${ids['shoppingItemId']}`, { checked: true });
    return {};
  },
  requestSwap: async ({ owner, path, ids, theirTurn }) => {
    await owner.delete(`${path}/swaps/${ids['swapId']}`);
    return { body: { withOccurrenceId: theirTurn } };
  },
  claimOccurrence: async ({ owner, path }) => {
    const { body } = await owner.post(`${path}/tasks`, { title: 'Nobody’s' });
    return { ids: { occurrenceId: body.id as string } };
  },
  releaseOccurrence: async ({ owner, path }) => {
    const { body } = await owner.post(`${path}/tasks`, { title: 'Nobody’s' });
    await owner.post(`${path}/occurrences/${body.id as string}/claim`);
    return { ids: { occurrenceId: body.id as string } };
  },
  createTemplate: () => ({ body: { name: 'Another', tasks: [{ title: 'x' }] } }),
  removeMember: async ({ flatmate }) => ({
    ids: { memberId: (await flatmate.get('/v1/me')).body.user.id as string },
  }),
  inviteMember: withoutAccount,
  issuePass: withoutAccount,
  acceptSwap: ({ flatmate }) => ({ by: flatmate }),
  declineSwap: ({ flatmate }) => ({ by: flatmate }),
  undoOperation: async ({ owner, path, ids }) => {
    const done = await owner.post(`${path}/occurrences/${ids['occurrenceId']}/complete`);
    return { ids: { operationId: done.headers['operation-id'] as string } };
  },
};

async function withoutAccount({ owner, path }: Place): Promise<Before> {
  const { body } = await owner.post(`${path}/members`, { displayName: 'Leo', group: 'CHILD' });
  return { ids: { memberId: body.id as string } };
}

/**
 * Makes the household ready for a valid request of this route, and returns a function that sends it with the given
 * Idempotency-Key.
 */
export async function prepareRequest(route: Route, home: Place): Promise<(key?: string) => request.Test> {
  const before: Before = (await BEFORE[route.operationId]?.(home)) ?? {};
  const { ids: more = {}, body, by = home.owner } = before;
  const ids: Readonly<Record<string, string>> = { ...home.ids, ...more };
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? randomUUID());
  return (key) => {
    const call = request(by.app)
      [route.method](address)
      .set({ authorization: `Bearer ${by.token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' });
    if (key !== undefined) call.set('idempotency-key', key);
    if (route.upload)
      return call.attach('file', Buffer.from('text'), { filename: 'a.txt', contentType: 'text/plain' });
    return call.send(body ?? (VALID_BODIES[route.operationId] as object | undefined) ?? {});
  };
}
