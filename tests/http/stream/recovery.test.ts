import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import type { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';

let one: StreamingService;
let two: StreamingService;
beforeAll(async () => {
  one = await StreamingService.start({ streams: { pingMs: 3_600_000 } });
  two = await one.another();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const TOPICS = ['tasks', 'shopping', 'notifications'];

const killConnections = (which: string) =>
  one.service.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
  );
const LISTENERS = `application_name = 'household-planner events'`;

async function hearsOfEachOther(stream: StreamClient, api: Api, home: string): Promise<void> {
  const before = stream.frames.length;
  await api.post(`${home}/tasks`, { title: 'x' });
  await stream.untilFrames(before + 1);
}

async function aStream() {
  const { api, id } = await one.api.register();
  const home = await api.household();
  return { api, id, home, stream: await two.stream(api, home) };
}

test('a listener whose connection is killed comes back, and tells every topic', async () => {
  const { api, home, stream } = await aStream();
  expect(await killConnections(LISTENERS)).toHaveLength(2);
  await stream.untilFrames(3);
  expect(stream.topics.toSorted()).toEqual(TOPICS.toSorted());
  await hearsOfEachOther(stream, api, home);
});

test('a session that ended while nobody listened loses its stream when somebody does again', async () => {
  const { id, stream } = await aStream();
  await one.service.query(`update sessions set revoked_at = now() where user_id = '${id}'`);
  await killConnections(LISTENERS);
  await stream.ended;
});

test('all connections to the database may be lost, again and again', async () => {
  const { api, home, stream } = await aStream();
  for (let i = 1; i <= 3; i++) {
    const before = stream.frames.length;
    await killConnections(`application_name like 'household-planner%'`);
    await stream.untilFrames(before + 3);
  }
  while ((await api.get(`${home}/occurrences`)).status !== 200);
  await hearsOfEachOther(stream, api, home);
});
