import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

/** With the real cost of a hash: that is what the two must share. */
let service: TestService;
let email: string;
beforeAll(async () => {
  service = await startService({ slowHashes: true });
  email = (await service.credentialsOf((await service.api.register()).id)).email;
});
afterAll(() => service.close());

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** In turns, so that whatever else the machine does is shared alike. */
async function medians(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds: number) {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    service.clock.advance(60 * 60_000);
    for (const [times, work] of i % 2 === 0
      ? ([
          [ones, one],
          [others, other],
        ] as const)
      : ([
          [others, other],
          [ones, one],
        ] as const))
      times.push(await timed(work));
  }
  return [median(ones), median(others)] as const;
}

const differ = ([one, other]: readonly [number, number]) => Math.abs(one - other) / Math.max(one, other);

test('an unknown address takes as long as a wrong password', async () => {
  const login = (address: string) =>
    service.api.post('/v1/auth/login', { email: address, password: 'not the password' });
  const measured = await medians(
    () => login(email),
    () => login(`${randomUUID()}@example.org`),
    41,
  );
  expect(differ(measured)).toBeLessThan(0.25);
});

test('asking for a new password takes as long for an unknown address', async () => {
  const forgot = (address: string) => service.api.post('/v1/auth/password/forgot', { email: address });
  const measured = await medians(
    () => forgot(email),
    () => forgot(`${randomUUID()}@example.org`),
    61,
  );
  expect(differ(measured)).toBeLessThan(0.25);
});
