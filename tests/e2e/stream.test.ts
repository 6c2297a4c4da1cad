import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { newHome, send, untilEnded, type Program } from '../support/program.js';
import { StreamClient } from '../support/stream-client.js';
import { inFullTier } from '../support/tier.js';
import { within } from '../support/until.js';

let service: BuiltService<TestDatabase>;
let start: BuiltService<TestDatabase>['start'];
let one: Program;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
  ({ start } = service);
  one = await start();
}, 120_000);
afterAll(() => service.remove());

const open = ({ url }: Program, home: string, token: string) =>
  StreamClient.open(`${url}${home}/events`, { authorization: `Bearer ${token}` });
const addTask = ({ url }: Program, home: string, token: string) =>
  send(`${url}${home}/tasks`, { method: 'POST', token, body: { title: 'x' } });

inFullTier.test(
  'a client notices that the process of its live stream was killed, and can reconnect to another process',
  async () => {
    const two = await start();
    const { token, home } = await newHome(one.url);
    const stream = await open(two, home, token);
    two.kill('SIGKILL');
    await stream.untilEnded();
    const again = await StreamClient.open(`${one.url}${home}/events`, {
      authorization: `Bearer ${token}`,
      'last-event-id': 'x',
    });
    await again.untilFrames(3);
  },
  180_000,
);

test('live streams show changes made by other processes, and end when their own process shuts down', async () => {
  const two = await start({ ROLE: 'api' });
  const { token, home } = await newHome(one.url);
  const onOne = await open(one, home, token);
  const onTwo = await open(two, home, token);
  for (const [process, stream] of [
    [one, onTwo],
    [two, onOne],
  ] as const) {
    const before = stream.frames.length;
    await addTask(process, home, token);
    await stream.untilFrames(before + 1);
  }

  const stalled = await open(two, home, token);
  stalled.stall();
  two.kill('SIGTERM');
  await within(onTwo.ended, 'the stream of the stopped process has ended');
  expect(await within(two.ended, 'the process has ended')).toBe(0);

  // The other process receives the last change of the first one.
  const before = onOne.frames.length;
  await addTask(one, home, token);
  await onOne.untilFrames(before + 1);
  one.kill('SIGTERM');
  expect(await untilEnded(one)).toBe(0);
}, 180_000);
