import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isIdempotent, type Route } from '../../../adapters/http/route.js';
import { policyOf, type OperationName } from '../../../application/policy/operations.js';
import { startDemo } from '../../support/demo-calendars.js';
import { furnish } from '../../support/furnished-household.js';
import { prepareRequest } from '../../support/operations/valid-request.js';
import type { TestService } from '../../support/service.js';
import { sampled } from '../../support/tier.js';
import { arrived, begun, connectionIdOf, signedIn } from '../calendar/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

const mutations = (): Route[] =>
  service.routes.filter(({ method, access }) => method !== 'get' && access === 'member');

const undoOf = (operationId: string) => policyOf(operationId as OperationName).undo;

const isNothing = (operationId: string) => {
  const undoable = undoOf(operationId);
  return typeof undoable === 'object' && 'nothing' in undoable;
};
/** Operations on calendars. A calendar can be connected only in a browser. */
const BY_BROWSER = ['linkCalendar', 'unlinkCalendar', 'synchroniseCalendar'];

test('each sampled mutation returns the operation and the undo state that its policy declares, and runs only once per idempotency key', async () => {
  const seen: unknown[] = [];
  const expected: unknown[] = [];
  const routes = mutations().filter(({ operationId }) => !BY_BROWSER.includes(operationId));
  for (const route of sampled(routes, 12)) {
    const { operationId } = route;
    const owner = (await service.api.register()).api;
    const home = { owner, ...(await furnish(service, owner)) };
    const send = await prepareRequest(route, home);
    const key = isIdempotent(route) ? randomUUID() : undefined;
    const operations = async () => (await owner.get(`${home.path}/operations`)).body as unknown;
    const undo = async (id: string) => (await owner.get(`${home.path}/operations/${id}`)).body.undo as string;
    const first = await send(key);
    const { status, headers } = first;
    const id = headers['operation-id'];
    seen.push({
      operationId,
      first: [status, id, headers['idempotent-replayed']],
      undo: id === undefined ? null : await undo(id),
    });
    expected.push({
      operationId,
      first: [route.responses[0]?.status, isNothing(operationId) ? undefined : expect.any(String), undefined],
      undo: isNothing(operationId) ? null : undoOf(operationId) === 'yes' ? 'POSSIBLE' : 'NEVER',
    });
    if (key === undefined) continue;
    const before = await operations();
    const again = await send(key);
    const shown = (response: typeof again) => [
      response.headers['location'],
      response.headers['etag'],
      response.body as unknown,
    ];
    seen.push({
      again: [again.status, again.headers['operation-id'], again.headers['idempotent-replayed']],
      answer: shown(again),
      operations: await operations(),
    });
    expected.push({ again: [status, id, 'true'], answer: shown(first), operations: before });
  }
  expect(seen).toEqual(expected);
  expect(mutations().filter(isIdempotent).length).toBeGreaterThan(25);
}, 240_000);

test('calendar mutations that change something return an operation, which cannot be undone', async () => {
  const browser = await signedIn(service);
  const { body } = await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
  const path = `/v1/households/${String(body.id)}`;
  await arrived(browser, await begun(browser));
  const choice = { connectionId: await connectionIdOf(browser), calendarId: 'demo-family' };
  const linked = await browser.put(`${path}/calendar/link`, choice);
  const again = await browser.put(`${path}/calendar/link`, choice);
  const asked = await browser.post(`${path}/calendar/sync`);
  const unlinked = await browser.delete(`${path}/calendar/link`);
  expect(asked.status).toBe(200);
  for (const { headers } of [again, asked]) expect(headers['operation-id']).toBeUndefined();
  for (const { headers } of [linked, unlinked]) {
    const { body: operation } = await browser.get(`${path}/operations/${String(headers['operation-id'])}`);
    expect(operation).toMatchObject({ kind: 'EDITED', subject: null, undo: 'NEVER', undoUntil: null });
  }
});
