import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { PushOutcome, PushSender } from '../../../application/notifications/ports.js';
import { startMirror } from '../../calendar/mirror-world.js';
import { basic, bearer, figuresOf, OPS_TOKEN, someOperators } from '../../support/operators.js';
import { StreamingService } from '../../support/streaming-service.js';
import type { TestService } from '../../support/service.js';
import { aSignal } from '../../support/signal.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

const pageOf = async ({ api }: Pick<TestService, 'api'>) => {
  const { status, text } = await request(api.app).get('/metrics').set('Authorization', bearer(OPS_TOKEN));
  expect(status).toBe(200);
  return text;
};
const figures = async (service: Pick<TestService, 'api'>) => figuresOf(await pageOf(service));
const requests = (route: string, method: string, status: number) =>
  `planner_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;

/** Answers what it is told to. */
class ScriptedPushSender implements PushSender {
  readonly publicKey = null;
  outcome: PushOutcome = { kind: 'sent' };
  reaches = () => true;
  send = () => Promise.resolve(this.outcome);
}

describe('the figures', () => {
  let streaming: StreamingService;
  let service: TestService;
  const push = new ScriptedPushSender();
  beforeAll(async () => {
    streaming = await StreamingService.start({
      operators: await someOperators(),
      pushSender: push,
      trustProxy: 1,
      database: { poolSize: 3 },
    });
    service = streaming.service;
  });
  afterAll(() => streaming.close());

  test.each([
    ['nothing', undefined],
    ['a wrong token', bearer('wrong')],
    ['a session', 'session'],
    ['a wrong password', basic('wrong')],
    ['the token alone', OPS_TOKEN],
  ])('are not shown to somebody with %s', async (_name, given) => {
    const session = given === 'session' ? (await service.api.register()).auth['accessToken'] : undefined;
    const call = request(service.api.app).get('/metrics');
    const answer = await (given === undefined
      ? call
      : call.set('Authorization', session ? bearer(session) : given));
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('UNAUTHENTICATED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('are shown to the operator, whichever way the token comes', async () => {
    for (const authorization of [bearer(OPS_TOKEN), `bearer ${OPS_TOKEN}`, basic(OPS_TOKEN)]) {
      const answer = await request(service.api.app).get('/metrics').set('Authorization', authorization);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    }
    const posted = await request(service.api.app).post('/metrics').set('Authorization', bearer(OPS_TOKEN));
    expect(posted.status).toBe(405);
    expect(posted.headers['allow']).toBe('GET, HEAD');
  });

  test('count requests by route, method and status, also those that came to nothing', async () => {
    const { api } = await service.api.register();
    const home = await api.household();
    await api.get(`${home}/occurrences`);
    await api.get(`${home}/occurrences?q=secret`);
    await api.get('/v1/households/00000000-0000-7000-8000-000000000000/occurrences');
    await api.get('/nowhere/secret');
    await api.call('PUT', '/v1/me');
    await api.post('/v1/client-errors', { message: 'x'.repeat(20_000) });
    const page = await pageOf(service);
    const seen = figuresOf(page);
    const list = '/v1/households/{householdId}/occurrences';
    expect(seen.get(requests(list, 'GET', 200))).toBe(2);
    expect(seen.get(requests(list, 'GET', 404))).toBe(1);
    expect(seen.get(requests('none', 'GET', 404))).toBe(1);
    expect(seen.get(requests('/v1/me', 'PUT', 405))).toBe(1);
    expect(seen.get(requests('/v1/client-errors', 'POST', 413))).toBe(1);
    expect(
      seen.get(
        `planner_http_request_duration_seconds_bucket{le="10",route="${list}",method="GET",status="200"}`,
      ),
    ).toBe(2);
    expect(page).not.toMatch(UUID);
    expect(page).not.toContain('secret');
  });

  test('tell of the process, of its connections and of who waits for one', async () => {
    const [release, ...taken] = [aSignal(), aSignal(), aSignal(), aSignal()];
    const holding = taken.map((one) =>
      service.unitOfWork.run(async () => {
        one.give();
        await release.given;
      }),
    );
    await Promise.all(taken.map(({ given }) => given));
    const waiting = service.unitOfWork.run(() => Promise.resolve());
    const busy = await figures(service);
    release.give();
    await Promise.all([...holding, waiting]);
    const idle = await figures(service);
    const pool = (seen: Map<string, number>) =>
      ['connections', 'connections_idle', 'waiting'].map((name) => seen.get(`planner_database_${name}`));
    expect(pool(busy)).toEqual([3, 0, 1]);
    expect(pool(idle)).toEqual([3, 3, 0]);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(idle.get(name)).toBeGreaterThan(0);
  });

  test('count the streams that are open, and leave them out of the durations', async () => {
    const { api } = await service.api.register();
    const home = await api.household();
    const streams = [await streaming.stream(api, home), await streaming.stream(api, home)];
    expect((await figures(service)).get('planner_streams_open')).toBe(2);
    await api.post('/v1/auth/logout');
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await figures(service)).get('planner_streams_open')).toBe(0);
    expect([...(await figures(service)).keys()].filter((name) => name.includes('/events'))).toEqual([]);
  });

  test('count mails by what became of them', async () => {
    const { api, auth } = await service.api.register();
    const { email } = (auth as { user: { email: string } }).user;
    const mailed = async () => {
      await api.post('/v1/auth/password/forgot', { email });
      await service.performJobs().catch(() => undefined);
    };
    await mailed();
    service.mailer.answer = () => Promise.resolve('refused');
    await mailed();
    service.mailer.answer = () => Promise.reject(new Error('the server is away'));
    await mailed();
    const seen = await figures(service);
    for (const outcome of ['accepted', 'refused', 'failed'])
      expect(seen.get(`planner_mails_total{mail="passwordReset",outcome="${outcome}"}`)).toBe(1);
  });

  test('count pushes, those to devices that are gone among them', async () => {
    const { api, id } = await service.api.register();
    await api.household();
    const add = () => api.post('/v1/me/devices', { platform: 'ANDROID', token: crypto.randomUUID() });
    const device = (await add()).body.id;
    const wake = () =>
      service.useCases.pushToDevice({ userId: id as never, deviceId: device }).catch(() => undefined);
    await wake();
    push.outcome = { kind: 'retry', afterMs: null };
    await wake();
    push.outcome = { kind: 'gone' };
    await wake();
    const seen = await figures(service);
    for (const outcome of ['sent', 'retry', 'gone']) {
      expect(outcome).toEqual(outcome);
      expect(seen.get(`planner_pushes_total{platform="ANDROID",outcome="${outcome}"}`)).toBe(1);
    }
  });

  test('tell how many jobs there are, as the queue was counted last', async () => {
    await service.query(
      `update pgboss.queue set queued_count = 5, ready_count = 3, deferred_count = 2, active_count = 1, failed_count = 4
        where name = 'push'`,
    );
    const seen = await figures(service);
    expect(
      ['waiting', 'deferred', 'active', 'failed'].map((state) =>
        seen.get(`planner_jobs{job="push",state="${state}"}`),
      ),
    ).toEqual([3, 2, 1, 4]);
  });
});

test('jobs that have run are counted by how they ended', async () => {
  const { metrics } = await someOperators();
  metrics.ran('push', 'completed', 0.02);
  metrics.ran('push', 'completed', 0.2);
  metrics.ran('push', 'failed', 70);
  const { text } = await metrics.page();
  const seen = figuresOf(text);
  expect(seen.get('planner_job_duration_seconds_count{job="push",outcome="completed"}')).toBe(2);
  expect(seen.get('planner_job_duration_seconds_bucket{le="0.05",job="push",outcome="completed"}')).toBe(1);
  expect(seen.get('planner_job_duration_seconds_sum{job="push",outcome="failed"}')).toBe(70);
});

test('a queue that does not answer leaves the other figures alone', async () => {
  const { metrics } = await someOperators();
  metrics.watch({
    connections: () => ({ open: 2, idle: 1, waiting: 0 }),
    openStreams: () => 7,
    jobs: () => Promise.reject(new Error('the queue is away')),
  });
  const seen = figuresOf((await metrics.page()).text);
  expect(seen.get('planner_streams_open')).toBe(7);
  expect([...seen.keys()].filter((name) => name.startsWith('planner_jobs'))).toEqual([]);
});

test('calls to a calendar are counted by their outcome, and those that were not needed', async () => {
  const world = await startMirror({ operators: await someOperators() });
  await world.link();
  await world.service.performJobs();
  const id = await world.task();
  await world.sweep();
  await world.edit(id, { priority: 'HIGH' });
  await world.sweep();
  await world.edit(id, { title: 'Paper' });
  await world.sweep();
  const page = await pageOf(world.service);
  await world.close();
  const seen = figuresOf(page);
  expect(seen.get('planner_calendar_calls_total{call="insertEvent",outcome="inserted"}')).toBe(1);
  expect(seen.get('planner_calendar_calls_total{call="updateEvent",outcome="updated"}')).toBe(1);
  expect(seen.get('planner_calendar_calls_saved_total')).toBe(1);
  expect(page).not.toMatch(UUID);
});
