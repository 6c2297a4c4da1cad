import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sendAccepted } from '../bench/worst/accepted.js';
import { worstRequests } from '../bench/worst/requests.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import type { Api } from '../support/api.js';
import { startDemo } from '../support/demo-calendars.js';
import type { TestService } from '../support/service.js';

/** `npm run bench -- worst` holds 100 ms; here clients, tests and a busy machine share the loop. */
const MAX_STALL_MS = 1_000;
/** They take away what other requests need, so somebody who is nobody here sends them. */
const ENDINGS = /^(logout|logoutAll|deleteMe)$/;

let service: TestService;
let api: Api;
let home: FurnishedHousehold;
beforeAll(async () => {
  service = await startDemo();
  ({ api } = await service.api.register());
  home = await furnish(service, api);
});
afterAll(() => service.close());

test('no operation stalls the process, whatever its limits allow to be sent', async () => {
  const document = (await service.api.get('/openapi.json')).body as object;
  const requests = worstRequests(document);
  expect(new Set(requests.map(({ operationId }) => operationId)).size).toBeGreaterThan(100);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const stalled: unknown[] = [];
  for (const { operationId, kind, method, path, query, body } of requests) {
    const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => home.ids[name] ?? 'x');
    const sender = ENDINGS.test(operationId) || method === 'DELETE' ? service.api.as(null) : api;
    const made = body?.() ?? null;
    delay.reset();
    delay.enable();
    const { status } = await sender.call(method, query === '' ? address : `${address}?${query}`, {
      headers: { 'content-type': 'application/json' },
      ...(made !== null && { body: made }),
    });
    delay.disable();
    if (delay.max / 1e6 > MAX_STALL_MS || status >= 500)
      stalled.push([operationId, kind, status, delay.max / 1e6]);
  }
  expect(stalled).toEqual([]);
}, 120_000);

test('C-01 C-06 nor does one that is accepted, with the longest texts that it may have', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const stalled: unknown[] = [];
  const send = (method: string, path: string, body?: object) => api.call(method, path, { body });
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  await sendAccepted(send, today, async (operationId, kind, run) => {
    let stall = Infinity;
    for (let attempt = 0; attempt < 2 && stall > MAX_STALL_MS; attempt++) {
      delay.reset();
      delay.enable();
      await run();
      delay.disable();
      stall = Math.min(stall, delay.max / 1e6);
    }
    // Fifty series with ninety rows each: what they cost is for the benchmark alone to say.
    if (stall > MAX_STALL_MS && operationId !== 'applyTemplate') stalled.push([operationId, kind, stall]);
  });
  expect(stalled).toEqual([]);
}, 240_000);
