import { beforeEach, expect, test } from '@jest/globals';
import type { IdempotentRequest } from '../../../application/shared/idempotency.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
let request: IdempotentRequest;
beforeEach(async () => {
  home = await aHome();
  const { userId } = home.ana;
  const key = '01900000-0000-7000-8000-000000000001';
  request = {
    scope: { userId, householdId: home.householdId, route: 'createTask', key },
    fingerprint: 'first',
  };
});

const create = (asked = request) =>
  home.useCases.runOnce(
    asked,
    (scope) => home.useCases.createTask(home.ana, aDraft(), scope),
    ({ id }) => ({ status: 201, headers: {}, body: id }),
  );
const count = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.length;

test('a key creates once, and is answered alike each time', async () => {
  const first = await create();
  const second = await create();
  expect(second).toEqual({ ...first, replayed: true });
  expect(await count()).toBe(1);
});

test('a key of another request, or of one that still runs, is refused', async () => {
  const running = create();
  await expect(create()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  await running;
  await expect(create({ ...request, fingerprint: 'other' })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await count()).toBe(1);
});

test('a key of work that failed is free again', async () => {
  const failing = home.useCases.runOnce(
    request,
    () => Promise.reject(new Error('in the middle')),
    () => ({ status: 201, headers: {}, body: null }),
  );
  await expect(failing).rejects.toThrow('in the middle');
  expect((await create()).replayed).toBe(false);
});
