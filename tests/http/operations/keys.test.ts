import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { policyOf, type OperationName } from '../../../application/policy/operations.js';
import { type Route } from '../../../adapters/http/route.js';
import type { Api } from '../../support/api.js';
import { startDemo } from '../../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../../support/furnished-household.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
let mutations: readonly Route[];

beforeAll(async () => {
  service = await startDemo();
  mutations = service.routes.filter(({ access, method }) => access === 'member' && method !== 'get');
});
afterAll(() => service.close());

type Place = FurnishedHousehold & { readonly owner: Api };
async function furnished(): Promise<Place> {
  const owner = (await service.api.register()).api;
  return { owner, ...(await furnish(service, owner)) };
}

test('the route of every mutation declares how it answers a request that is repeated with its idempotency key, as its replay policy requires', () => {
  expect(mutations.length).toBeGreaterThan(40);
  for (const { operationId, onReplay, responses } of mutations) {
    const { replay } = policyOf(operationId as OperationName);
    const showsBody = responses[0]?.body !== undefined;
    expect({ operationId, shows: onReplay !== undefined }).toEqual({
      operationId,
      shows: replay === 'current' || replay === 'original',
    });
    if (onReplay !== undefined) expect({ operationId, showsBody }).toEqual({ operationId, showsBody: true });
    if (replay === 'empty') expect({ operationId, showsBody }).toEqual({ operationId, showsBody: false });
  }
});

describe('an Idempotency-Key', () => {
  const put = (api: Api, path: string, key: string, text = '2 kg flour') =>
    api.post(`${path}/shopping/items`, { text }, { 'idempotency-key': key });

  test('is refused for a different request, which writes nothing', async () => {
    const { owner, path } = await furnished();
    const key = randomUUID();
    expect((await put(owner, path, key)).status).toBe(201);
    const other = await put(owner, path, key, '3 kg flour');
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const elsewhere = await owner.post(`${path}/categories`, { name: 'x' }, { 'idempotency-key': key });
    expect(elsewhere.status).toBe(422);
    const { body } = await owner.get(`${path}/shopping/items`);
    expect(body).toContainEqual(expect.objectContaining({ name: 'flour', quantity: 2 }));
  });

  test('is refused if it is not a UUID', async () => {
    const { owner, path } = await furnished();
    expect((await put(owner, path, 'x')).status).toBe(400);
  });

  test('is valid only for the member who sent it', async () => {
    const { owner, flatmate, path } = await furnished();
    const key = randomUUID();
    await put(owner, path, key);
    const theirs = await put(flatmate, path, key);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.body[0].quantity).toBe(4);
  });

  test('lets only one of many simultaneous requests run', async () => {
    const { owner, path } = await furnished();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(owner, path, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ headers }) => headers['operation-id'])).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const { body } of answers) expect(body[0].quantity).toBe(2);
  });

  test('gives the answer of the first request to a parallel request that would have been a conflict', async () => {
    const { owner, path, ids } = await furnished();
    const one = `${path}/occurrences/${ids['occurrenceId']}`;
    const { version } = (await owner.get(one)).body as { version: number };
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.patch(one, { version, title: 'Once' }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await owner.get(one)).body).toMatchObject({ title: 'Once', version: version + 1 });
  });

  test('answers a repeated request with the present state, and with 404 if the row was deleted', async () => {
    const { owner, path, ids } = await furnished();
    const item = `${path}/shopping/items/${ids['shoppingItemId']}`;
    const key = { 'idempotency-key': randomUUID() };
    const { headers } = await owner.patch(item, { quantity: 2 }, key);
    await owner.patch(item, { quantity: 3 });
    expect((await owner.patch(item, { quantity: 2 }, key)).body.quantity).toBe(3);
    await owner.delete(item);
    const gone = await owner.patch(item, { quantity: 2 }, key);
    expect(gone.status).toBe(404);
    expect(gone.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'operation-id': headers['operation-id'],
    });
  });

  test('is not stored if the request changed nothing', async () => {
    const { owner, path } = await furnished();
    const key = { 'idempotency-key': randomUUID() };
    const cleared = await owner.post(`${path}/shopping/clear-checked`, undefined, key);
    expect(cleared.headers['operation-id']).toBeUndefined();
    expect((await put(owner, path, key['idempotency-key'])).status).toBe(201);
  });
});
