import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { PatientClients, type Try } from '../support/patient-clients.js';
import { newHome, send, type Program } from '../support/program.js';
import { inFullTier } from '../support/tier.js';
import { until, within } from '../support/until.js';

const LOOK_MS = 50;

let service: BuiltService<TestDatabase>;
let clients: PatientClients | undefined;
/** Goes on after a test. */
let other: Program | undefined;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(async () => {
  await clients?.stop({ giveUp: true });
  await service.remove();
});

const secrets = {
  JWT_SECRETS: `a:${randomBytes(32).toString('hex')}`,
  ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
};
const start = () =>
  service.start({
    NODE_ENV: 'production',
    BASE_URL: 'https://planner.example.org',
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'planner@example.org',
    GOOGLE_CALENDAR_CLIENT_ID: 'nobody',
    GOOGLE_CALENDAR_CLIENT_SECRET: 'nobody',
    ...secrets,
  });

/** Sends clients to whoever says that it is ready, as a load balancer does; what the doomed one said, in order. */
async function balance(doomed: Program, other: Program, ready: string[]): Promise<number[]> {
  const said: number[] = [];
  for (let goesOn = true; goesOn;) {
    await delay(LOOK_MS);
    const { status } = await send(`${doomed.url}/health/ready`).catch(() => ({ status: 0 }));
    if (said.at(-1) !== status) said.push(status);
    ready.splice(0, ready.length, ...(status === 200 ? [doomed.url, other.url] : [other.url]));
    goesOn = status !== 0;
  }
  return said;
}

test('SIGTERM under load: it says that it is not ready, answers what it is asked, and ends within 10 s', async () => {
  const [one, two] = [await start(), await start()];
  other = two;
  const { token, home } = await newHome(one.url);
  const ready = [one.url, two.url];
  const balancing = balance(one, two, ready);
  const load = new PatientClients({ urls: ready, home, token });
  clients = load.start(12);
  const before = 100;
  await until(() => load.tries.length >= before);

  one.kill('SIGTERM');
  expect(await within(one.ended, 'the process has ended')).toBe(0);
  expect(await balancing).toEqual([200, 503, 0]);
  await until(() => load.tries.length > 2 * before);
  await load.stop();
  expect(load.tries.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
}, 180_000);

inFullTier.test(
  'SIGTERM: whoever goes on asking over connections that it keeps is answered until the door is closed',
  async () => {
    // A machine that stands still for longer than the door waits cuts somebody off, but not each time.
    const cutOff: Try[][] = [];
    while (cutOff.length < 6 && cutOff.at(-1)?.length !== 0) cutOff.push(await cutOffAtSigterm());
    expect(cutOff.at(-1)).toEqual([]);
  },
  180_000,
);

async function cutOffAtSigterm(): Promise<Try[]> {
  const one = other ?? (await start());
  other = undefined;
  const { token, home } = await newHome(one.url);
  const load = new PatientClients({ urls: [one.url], home, token });
  clients = load.start(24);
  await until(() => load.tries.length >= 240);
  one.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  await load.stop({ giveUp: true });
  const failed = load.tries.filter(({ status }) => status !== 200 && status !== 201);
  expect(failed.length).toBeGreaterThan(0);
  return failed.filter(({ code }) => code !== 'ECONNREFUSED');
}
