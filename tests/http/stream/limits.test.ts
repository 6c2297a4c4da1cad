import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';

let one: StreamingService;
beforeAll(async () => {
  one = await StreamingService.start({ streams: { pingMs: 500, perHousehold: 12 } });
});
afterAll(() => one.close());

const statuses = (streams: readonly StreamClient[]) => streams.map(({ status }) => status).toSorted();
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

describe('so many streams', () => {
  test('of one user and no more, however they come at once; a closed one frees its place', async () => {
    const { api } = await one.api.register();
    const [home, other] = [await api.household(), await api.household()];
    const streams = await times(12, () => one.stream(api, home));
    expect(statuses(streams)).toEqual([...Array<number>(10).fill(200), 429, 429]);

    const refused = await api.get(`${other}/events`);
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(
      (await fetch(`${one.address}${home}/events`, { method: 'HEAD', headers: bearer(api.token) })).ok,
    ).toBe(true);

    streams.find(({ status }) => status === 200)?.close();
    await untilAdmitted(() => one.stream(api, other));
    expect((await one.stream(api, home)).status).toBe(429);
  });

  test('of one household and no more', async () => {
    const ana = await one.api.register();
    const home = await ana.api.household();
    const ben = await one.api.register();
    await one.service.join(home, ben.id);
    expect(statuses(await times(10, () => one.stream(ana.api, home)))).toEqual(Array(10).fill(200));
    expect(statuses(await times(4, () => one.stream(ben.api, home)))).toEqual([200, 200, 429, 429]);
  });

  test('refuse nobody else', async () => {
    const { api } = await one.api.register();
    expect((await one.stream(api, await api.household())).status).toBe(200);
  });
});

test('a storm of connections meets the global limit, pings do not count', async () => {
  const limited = await one.another({
    // One of them has fetched the document that answers are checked against.
    rateLimits: { global: 6, auth: 1_000_000 },
    streams: { pingMs: 50 },
  });
  const { api } = await one.api.register();
  const home = await api.household();
  const streams = await times(4, () => limited.stream(api, home));
  for (const stream of streams) await stream.until(({ pings }) => pings >= 3);
  expect(statuses([await limited.stream(api, home), await limited.stream(api, home)])).toEqual([200, 429]);
  await limited.close();
});

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

/** The server hears of a closed connection a moment later. */
async function untilAdmitted(open: () => Promise<StreamClient>): Promise<void> {
  while ((await open()).status === 429);
}
