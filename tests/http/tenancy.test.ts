import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Route } from '../../adapters/http/route.js';
import type { Api } from '../support/api.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import type { TestService } from '../support/service.js';

let service: TestService;
let owner: Api;
let home: string;
let ids: FurnishedHousehold['ids'];
const others: Record<string, Api> = {};

beforeAll(async () => {
  service = await startDemo();
  owner = (await service.api.register()).api;
  ({ path: home, ids } = await furnish(service, owner));
  others['a stranger'] = (await service.api.register()).api;
  await others['a stranger'].household();
  const former = await service.api.register();
  await service.join(home, former.id);
  await service.leave(home, former.id);
  others['an ex-member'] = former.api;
});
afterAll(() => service.close());

const householdRoutes = () => service.routes.filter(({ path }) => path.includes('{householdId}'));
const addressOf = ({ path }: Route, known: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? randomUUID());
const call = (api: Api, route: Route, known: Readonly<Record<string, string>>) =>
  api.call(route.method.toUpperCase(), addressOf(route, known), {
    ...(route.method !== 'get' && { body: VALID_BODIES[route.operationId] ?? {} }),
  });

describe('every household route', () => {
  test('is in the table, and there is one of everything that its path names', () => {
    expect(householdRoutes().length).toBeGreaterThan(50);
    const named = householdRoutes().flatMap(({ path }) =>
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    expect(Object.keys(ids)).toEqual(expect.arrayContaining(named));
  });

  test.each(['a stranger', 'an ex-member'])(
    'is 404 HOUSEHOLD_NOT_FOUND for %s, byte for byte as for a household that is not',
    async (who) => {
      const api = others[who] as Api;
      for (const route of householdRoutes()) {
        const real = await call(api, route, ids);
        const invented = await call(api, route, { ...ids, householdId: randomUUID() });
        const malformed = await call(api, route, { ...ids, householdId: 'x' });
        for (const { status, body } of [real, invented, malformed]) {
          expect(route.operationId).toEqual(route.operationId);
          expect(status).toBe(404);
          expect(body.error?.code).toBe('HOUSEHOLD_NOT_FOUND');
        }
        expect(real.text).toEqual(invented.text);
        expect(malformed.text).toEqual(invented.text);
      }
    },
  );

  test('is 401 without a session, also for what does not exist', async () => {
    for (const route of householdRoutes()) {
      const answers = [await call(service.api, route, ids), await call(service.api, route, {})];
      for (const { status } of answers) {
        expect(route.operationId).toEqual(route.operationId);
        expect(status).toBe(401);
      }
    }
  });

  test('ids of another household are those that do not exist', async () => {
    const api = others['a stranger'] as Api;
    const own = (await api.get('/v1/households')).body[0].id as string;
    // The calendars of the demo are called alike for everybody.
    for (const route of householdRoutes().filter(({ path }) => /\{(?!householdId|calendarId)/.test(path))) {
      const foreign = await call(api, route, { ...ids, householdId: own });
      const invented = await call(api, route, { householdId: own });
      const malformed = await call(api, route, {
        householdId: own,
        occurrenceId: "1' or '1'='1",
        itemId: '%00',
        categoryId: '-',
        invitationId: '1',
        memberId: 'me',
        seriesId: 'x'.repeat(10_000),
        swapId: '..',
        shoppingItemId: '%2e',
        templateId: 'null',
        notificationId: '0',
        attachmentId: "'--",
      });
      expect(route.operationId).toEqual(route.operationId);
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(invented.text);
      expect(route.operationId).toEqual(route.operationId);
      expect(malformed.status).toBe(404);
      expect(malformed.body.error.code).toEqual(foreign.body.error.code);
    }
  });

  test('HEAD says no more than GET', async () => {
    const api = others['a stranger'] as Api;
    for (const route of householdRoutes().filter(({ method }) => method === 'get')) {
      const head = await api.call('HEAD', addressOf(route, ids));
      expect(route.operationId).toEqual(route.operationId);
      expect(head.status).toBe(404);
    }
  });
});

test('T-A4 foreign ids in bodies and queries are refused or find nothing', async () => {
  const api = others['a stranger'] as Api;
  const own = `/v1/households/${(await api.get('/v1/households')).body[0].id}`;
  const ownerId = (await owner.get('/v1/me')).body.user.id;
  const answers = [
    await api.post(`${own}/tasks`, { title: 'x', categoryId: ids['categoryId'] }),
    await api.post(`${own}/tasks`, { title: 'x', responsibleMemberIds: [ownerId] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  for (const query of [`categoryId=${ids['categoryId']}`, `assignee=${ownerId}`])
    expect((await api.get(`${own}/occurrences?${query}`)).body).toEqual([]);
});

test('a member of two households sees each on its own', async () => {
  const { api } = await service.api.register();
  const [first, second] = [await api.household(), await api.household()];
  await api.post(`${first}/tasks`, { title: 'common word one' });
  await api.post(`${second}/tasks`, { title: 'common word two' });
  const titles = async (path: string) =>
    (await api.get(`${path}/occurrences?q=common`)).body.map(({ title }: any) => title);
  expect(await titles(first)).toEqual(['common word one']);
  expect(await titles(second)).toEqual(['common word two']);
});

test.each(["1' or '1'='1", '%00', '%25', 'x'.repeat(10_000), '..%2f..'])(
  '%.20s is no household, and no failure',
  async (id) => {
    for (const path of [`/v1/households/${id}`, `/v1/households/${id}/occurrences`]) {
      const { status } = await owner.get(path);
      expect([400, 404]).toContain(status);
    }
  },
);

test('whatever is called an id is a UUID', async () => {
  await owner.post(`${home}/shopping/items`, { text: 'milk' });
  await owner.post('/v1/me/feeds', { householdId: ids['householdId'] });
  const seen: unknown[] = [];
  for (const route of service.routes.filter(
    ({ method, path }) => method === 'get' && path.startsWith('/v1') && !path.includes('/events'),
  )) {
    const { body, status } = await owner.call('GET', addressOf(route, ids));
    if (status === 200) collectIds(body, seen);
  }
  expect(seen.length).toBeGreaterThan(100);
  expect(seen.filter((id) => typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
});

function collectIds(value: unknown, into: unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (/^id$|[a-z]Id$/.test(name) && inner !== null) into.push(inner);
    collectIds(inner, into);
  }
}

test('one foreign id among ten refuses them all', async () => {
  const api = others['a stranger'] as Api;
  const own = `/v1/households/${(await api.get('/v1/households')).body[0].id}`;
  const mine = (await api.get('/v1/me')).body.user.id as string;
  const foreign = ids['memberId'] as string;
  const tasks = Array.from({ length: 10 }, (_, i) => ({
    title: `task ${i}`,
    responsibleMemberIds: [i === 7 ? foreign : mine],
  }));
  const template = await api.post(`${own}/templates`, { name: 'Ten', tasks });
  expect(template.status).toBe(400);
  expect((await api.get(`${own}/templates`)).body).toEqual([]);
  const responsible = await api.post(`${own}/tasks`, { title: 'x', responsibleMemberIds: [mine, foreign] });
  expect(responsible.status).toBe(400);
  expect((await api.get(`${own}/occurrences`)).body).toEqual([]);
});

test('a foreign occurrence is 404 whatever the caller says to have read of it', async () => {
  const api = others['a stranger'] as Api;
  const own = (await api.get('/v1/households')).body[0].id as string;
  for (const known of ['"1"', '*', 'W/"1"']) {
    const answer = await api.call('GET', `/v1/households/${own}/occurrences/${ids['occurrenceId']}`, {
      headers: { 'if-none-match': known },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('TASK_NOT_FOUND');
  }
});
