import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { OwnServer } from '../support/database/own-server.js';
import { PatientClients } from '../support/patient-clients.js';
import { newHome, newMember, send, untilEnded, type Program } from '../support/program.js';
import { StreamClient } from '../support/stream-client.js';
import { until } from '../support/until.js';

let service: BuiltService<OwnServer>;
beforeAll(async () => {
  service = await builtService(() => OwnServer.create());
}, 120_000);
let clients: PatientClients | undefined;
afterAll(async () => {
  await clients?.stop({ giveUp: true });
  await service.remove();
});

const readiness = async ({ url }: Program) => (await send(`${url}/health/ready`)).status;

test('the service answers 503 while the database is down, and recovers without losing acknowledged tasks when it is back', async () => {
  const { database, start } = service;
  const programs = [await start({ ROLE: 'api' }), await start({ ROLE: 'all' })] as const;
  const [api, other] = programs;
  const { url } = api;
  const { token, home } = await newHome(url);
  const member = await newMember(url, { token, home });
  const stream = await StreamClient.open(`${other.url}${home}/events`, { authorization: `Bearer ${token}` });
  // Only one process receives the requests. So the stream and the jobs of the other one depend on notifications between
  // processes.
  const load = new PatientClients({
    urls: [url],
    home,
    token,
    task: () => ({ responsibleMemberIds: [member.id] }),
    pauseMs: 100,
  });
  clients = load.start(4);
  await until(() => load.acknowledged.size >= 20, '20 requests are acknowledged');

  await database.crash();
  const goneAt = performance.now();
  expect(await Promise.all(programs.map(readiness))).toEqual([503, 503]);
  await until(() => load.since(goneAt).length >= 50, '50 requests are sent while the database is away');
  const away = load.since(goneAt);
  expect(away.filter(({ status }) => status !== 503)).toEqual([]);
  expect(new Set(away.map(({ code, retryAfter }) => `${code} ${retryAfter}`))).toEqual(
    new Set(['UNAVAILABLE 1']),
  );
  expect((await send(`${url}/health/live`)).status).toBe(200);

  await database.start();
  const framesBefore = stream.frames.length;
  const acknowledgedBefore = load.acknowledged.size;
  await Promise.all([
    until(
      async () => (await Promise.all(programs.map(readiness))).every((status) => status === 200),
      'both processes are ready again',
    ),
    stream.untilFrames(framesBefore + 1),
    until(async () => {
      const { body } = await send(`${url}${home}/notifications?limit=500`, { token: member.token });
      const first = [...load.acknowledged.values()][acknowledgedBefore];
      return Array.isArray(body) && body.some(({ occurrenceId }) => occurrenceId === first);
    }, 'a job that was added after the restart has run'),
  ]);
  // From now on a request may find that its first try, which was cut off, still counts as running; nothing else
  // is refused.
  const wellAt = performance.now();
  await until(() => load.since(wellAt).length >= 20, '20 requests are answered after the restart');
  await load.stop();
  const refused = load.tries.filter(({ status }) => status === 0 || status >= 300);
  const refusedSince = refused.filter(({ startedAt }) => startedAt >= wellAt);
  expect(refusedSince.filter(({ code }) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
  const passing = ['UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'];
  expect(refused.filter(({ code }) => !passing.includes(code ?? ''))).toEqual([]);
  expect(load.since(wellAt).length).toBeGreaterThanOrEqual(20);

  const { body } = await send(`${url}${home}/occurrences?limit=500`, { token });
  expect(body.map(({ title }: { title: string }) => title).toSorted()).toEqual(
    [...load.acknowledged.keys()].toSorted(),
  );
  for (const one of programs) one.kill('SIGTERM');
  expect(await Promise.all(programs.map(untilEnded))).toEqual([0, 0]);
}, 180_000);
