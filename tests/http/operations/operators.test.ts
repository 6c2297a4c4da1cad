import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { PushOutcome, PushSender } from '../../../application/notifications/ports.js';
import { startMirror } from '../../calendar/mirror-world.js';
import { basic, bearer, figuresOf, OPS_TOKEN, someOperators } from '../../support/operators.js';
import { StreamingService } from '../../support/streaming-service.js';
import { type TestService, startService, type ServiceOptions } from '../../support/service.js';
import { aSignal } from '../../support/signal.js';
import { PlatformPushSender } from '../../../adapters/push/platform-push-sender.js';
import { startDemo } from '../../support/demo-calendars.js';
import { processorTimeOfProcess } from '../../support/processor-time.js';
import { until } from '../../support/until.js';

describe('metrics', () => {
  const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

  const pageOf = async ({ api }: Pick<TestService, 'api'>) => {
    const { status, text } = await request(api.app).get('/metrics').set('Authorization', bearer(OPS_TOKEN));
    expect(status).toBe(200);
    return text;
  };
  const figures = async (service: Pick<TestService, 'api'>) => figuresOf(await pageOf(service));
  const requests = (route: string, method: string, status: number) =>
    `planner_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;

  /** A push sender that returns the outcome that the test chooses. */
  class ScriptedPushSender implements PushSender {
    readonly publicKey = null;
    outcome: PushOutcome = { kind: 'sent' };
    reaches = () => true;
    send = () => Promise.resolve(this.outcome);
  }

  describe('the metrics', () => {
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
      ['no credentials', undefined],
      ['a wrong token', bearer('wrong')],
      ['the token of a session', 'session'],
      ['a wrong password', basic('wrong')],
      ['the token without a scheme', OPS_TOKEN],
    ])('are not shown to a caller with %s', async (_name, given) => {
      const session = given === 'session' ? (await service.api.register()).auth['accessToken'] : undefined;
      const call = request(service.api.app).get('/metrics');
      const answer = await (given === undefined
        ? call
        : call.set('Authorization', session ? bearer(session) : given));
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('UNAUTHENTICATED');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });

    test('are shown to the operator, who sends a bearer token or a password', async () => {
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

    test('count requests by route, method and status, including unknown routes', async () => {
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

    test('show the process, its database connections and waiting requests', async () => {
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

    test('count open streams, and exclude them from the durations', async () => {
      const { api } = await service.api.register();
      const home = await api.household();
      const streams = [await streaming.stream(api, home), await streaming.stream(api, home)];
      expect((await figures(service)).get('planner_streams_open')).toBe(2);
      await api.post('/v1/auth/logout');
      await Promise.all(streams.map(({ ended }) => ended));
      expect((await figures(service)).get('planner_streams_open')).toBe(0);
      expect([...(await figures(service)).keys()].filter((name) => name.includes('/events'))).toEqual([]);
    });

    test('count mails by outcome', async () => {
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
      for (const outcome of ['accepted', 'refused', 'failed']) {
        const count = seen.get(`planner_mails_total{mail="passwordReset",outcome="${outcome}"}`);
        expect({ outcome, count }).toEqual({ outcome, count: 1 });
      }
    });

    test('count pushes, including those to devices that no longer exist', async () => {
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
        const count = seen.get(`planner_pushes_total{platform="ANDROID",outcome="${outcome}"}`);
        expect({ outcome, count }).toEqual({ outcome, count: 1 });
      }
    });

    test('show how many jobs are in each state, as the queue last counted them', async () => {
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

  test('count finished jobs by outcome', async () => {
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

  test('are shown without the counts of jobs if the queue does not answer', async () => {
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

  test('count calls to calendars by outcome, and changes that needed no call', async () => {
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
});

describe('reports of client errors', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ trustProxy: 1 });
  });
  afterAll(() => service.close());

  let address = 0;
  /** Sends a report from a new address each time, because reports are limited per address. */
  const report = (body: object, headers = {}) =>
    service.api.post('/v1/client-errors', body, { 'x-forwarded-for': `198.51.100.${++address}`, ...headers });
  const reports = () =>
    service.logger.events('warn').filter(({ message }) => message === 'error in a client');

  test('are accepted from anybody who sends the CSRF header', async () => {
    const answer = await report({
      message: 'Cannot read properties of undefined',
      stack: 'TypeError: …\n    at list.js:1:1',
      url: 'https://web.example.org/households/1?q=secret#token=abc',
      release: '1.2.3',
      userAgent: 'Firefox',
      context: { view: 'today' },
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(reports().at(-1)).toEqual({
      message: 'error in a client',
      reported: 'Cannot read properties of undefined',
      stack: 'TypeError: …\n    at list.js:1:1',
      url: 'https://web.example.org/households/1',
      release: '1.2.3',
      userAgent: 'Firefox',
      context: '{"view":"today"}',
    });
    expect((await report({ message: 'x' }, { 'x-requested-with': undefined })).status).toBe(403);
  });

  test('are shortened, and e-mail addresses and tokens in them are masked', async () => {
    const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    await report({
      message: `failed for ana@example.org with ${token}`,
      stack: 'at x\n'.repeat(2_000),
      context: { mail: 'ana@example.org', 'quote"@x.y': '\\\u0000', filler: '- '.repeat(1_500) },
    });
    const { reported, stack, context } = reports().at(-1) as Record<string, string>;
    expect(reported).toBe('failed for [e-mail] with [masked]');
    expect(stack!.length).toBe(4_000);
    expect(context!.length).toBe(2_000);
    expect(context).not.toContain('ana@');
  });

  test.each([
    ['without a message', {}, 400],
    ['with a list as context', { message: 'x', context: [] }, 400],
    ['with too much context', { message: 'x', context: { text: 'x'.repeat(8_200) } }, 400],
    ['with more than 16 kB', { message: 'x', stack: 'x'.repeat(16_500) }, 413],
  ])('are refused %s', async (_name, body, status) => {
    expect((await report(body)).status).toBe(status);
  });

  test('are limited by IP address', async () => {
    const answers = [];
    for (let i = 0; i < 31; i++)
      answers.push(await report({ message: 'x' }, { 'x-forwarded-for': '203.0.113.5' }));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(30);
    expect(answers.at(-1)?.status).toBe(429);
  });

  test('cost at most 500 ms of processor time, even if their text is designed to slow down the masking', async () => {
    const spent = await processorTimeOfProcess(() =>
      report({ message: 'x', stack: `${'a'.repeat(8_000)}\n${'@'.repeat(7_000)}` }),
    );
    expect(spent).toBeLessThan(500);
  });
});

describe('the route GET /v1/meta', () => {
  const running: TestService[] = [];
  async function start(options: ServiceOptions = {}): Promise<TestService> {
    const service = await startService(options);
    running.push(service);
    return service;
  }
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });

  test('shows without a session what the service offers', async () => {
    const { api, routes } = await start();
    const { status, body, headers } = await api.get('/v1/meta');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const serves = (name: string) => routes.some(({ path }) => path.endsWith(`{householdId}/${name}`));
    expect(body).toEqual({
      version: '0.0.0',
      webBuild: null,
      features: {
        registration: true,
        registrationMode: 'open',
        google: false,
        oidc: false,
        calendar: 'none',
        push: false,
        mail: false,
        changes: serves('changes'),
        commands: serves('commands'),
        operations: serves('operations'),
        displays: serves('displays'),
      },
      secureCookies: true,
      limits: { attachmentBytes: 10_485_760, passwordMin: 10 },
    });
  });

  test('shows what the operator has configured', async () => {
    const push = new PlatformPushSender({
      android: null,
      web: { publicKey: 'B' } as never,
    });
    const { api } = await start({ mailIsSent: true, pushSender: push });
    expect((await api.get('/v1/meta')).body.features).toMatchObject({
      mail: true,
      push: true,
    });
    const demo = await startDemo();
    running.push(demo);
    expect((await demo.api.get('/v1/meta')).body.features.calendar).toBe('demo');
  });

  test('returns 405 for a POST', async () => {
    const { api } = await start();
    expect((await api.post('/v1/meta', {})).status).toBe(405);
  });
});

describe('the page of jobs', () => {
  const PATH = '/ops/jobs';
  const connections = async (service: TestService) => {
    const [row] = await service.query(
      `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'household-planner dashboard'`,
    );
    return row!['n'];
  };
  /** Waits, because PostgreSQL notices only a moment later that connections are closed. */
  const allConnectionsClosed = (service: TestService) =>
    until(
      async () => (await connections(service)) === 0,
      'PostgreSQL has closed the connections of the dashboard',
    );
  const addJob = (service: TestService) =>
    service.unitOfWork.run(({ jobs }) => jobs.enqueue('purge-trash', {}, { startAfter: 4e12 }));
  const jobIn = async (service: TestService) => {
    const [job] = await service.query(`select id, state from pgboss.job where name = 'purge-trash'`);
    return job as { id: string; state: string };
  };

  describe('the dashboard of the queue', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService({ operators: await someOperators() });
    });
    afterAll(() => service.close());
    const get = (path: string, authorization?: string) => {
      const call = request(service.api.app).get(path);
      return authorization === undefined ? call : call.set('Authorization', authorization);
    };

    test.each([
      ['without a token', undefined],
      ['with a wrong token', basic('wrong')],
      ['with half of the token', basic(OPS_TOKEN.slice(0, 10))],
      ['with a wrong bearer token', bearer('wrong')],
      ['with the token as user name', basic('', OPS_TOKEN)],
      ['with the token without a colon', `Basic ${Buffer.from(OPS_TOKEN).toString('base64')}`],
      ['with another scheme', `Digest ${OPS_TOKEN}`],
    ])('answers 401 to a request %s, and is not even loaded', async (_name, authorization) => {
      for (const path of [PATH, `${PATH}/`, `${PATH}.data`, `${PATH}/queues`, `${PATH}/assets/any.js`]) {
        const answer = await get(path, authorization);
        expect(answer.status).toBe(401);
        expect(answer.body.error.code).toBe('UNAUTHENTICATED');
        expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
      }
      await allConnectionsClosed(service);
    });

    test('shows the queues, and loads only its own scripts and styles', async () => {
      await addJob(service);
      const page = await get(PATH, basic(OPS_TOKEN));
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toEqual(expect.stringContaining('text/html'));
      expect(page.text).toContain('pg-boss');
      expect((await get(`${PATH}/queues`, basic(OPS_TOKEN, 'somebody'))).text).toContain('purge-trash');
      const assets = [...page.text.matchAll(/"(\/ops\/jobs\/assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, path]) => path!,
      );
      expect(assets.length).toBeGreaterThan(3);
      for (const path of new Set(assets)) {
        const { status, headers } = await get(path, basic(OPS_TOKEN));
        expect({ path, status, type: headers['content-type'] }).toEqual({
          path,
          status: 200,
          type: expect.stringMatching(path.endsWith('.css') ? 'text/css' : 'text/javascript'),
        });
      }
      const policy = page.headers['content-security-policy']!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:/);
    });

    test('accepts the operator token as a bearer token too', async () => {
      expect((await get(`${PATH}/queues`, bearer(OPS_TOKEN))).status).toBe(200);
    });

    test('does not change the content security policy of other pages', async () => {
      for (const path of ['/health/live', '/openapi.json', '/ops', '/ops/other', '/metrics'])
        expect((await get(path)).headers['content-security-policy']).toBe(
          "default-src 'none';frame-ancestors 'none'",
        );
    });

    test('returns NOT_FOUND for all other addresses below /ops', async () => {
      for (const path of ['/ops', '/ops/', '/ops/other', '/ops/jobsx'])
        expect((await get(path, basic(OPS_TOKEN))).body.error.code).toBe('NOT_FOUND');
    });

    describe('the page of a single job', () => {
      const own = { Authorization: basic(OPS_TOKEN), 'Sec-Fetch-Site': 'same-origin' };
      const post = (path: string, headers: Record<string, string> = own) =>
        request(service.api.app).post(path).set(headers);
      const state = async () => (await jobIn(service)).state;
      let job: string;
      beforeAll(async () => {
        if ((await service.query(`select 1 from pgboss.job where name = 'purge-trash'`)).length === 0)
          await addJob(service);
        job = `${PATH}/queues/purge-trash/jobs/${(await jobIn(service)).id}`;
      });

      test('shows the state of the job, and has a content security policy that allows no scripts', async () => {
        const page = await get(job, basic(OPS_TOKEN));
        expect(page.status).toBe(200);
        expect(page.text).toContain('0 of at most 11');
        expect(page.text).toContain('>created<');
        expect(page.headers['content-security-policy']).not.toContain('script-src');
        expect(page.headers['cache-control']).toBe('no-store');
      });

      test('is opened by a redirect when the script of the dashboard requests the data of the job', async () => {
        const answer = await get(`${job}.data`, basic(OPS_TOKEN));
        expect(answer.status).toBe(204);
        expect(PATH + answer.headers['x-remix-redirect']).toBe(job);
        expect(answer.headers['x-remix-reload-document']).toBe('true');
      });

      test('shows ids, but no e-mail addresses and tokens', async () => {
        const id = crypto.randomUUID();
        const secret = 'x'.repeat(43);
        const [added] = await service.query(
          `insert into pgboss.job (name, data, output, singleton_key, policy, state)
           values ('purge-trash', '{"householdId":"${id}"}', '{"message":"<b> of ana@example.org by ${secret}"}',
                   '${id}', 'short', 'failed') returning id`,
        );
        const page = await get(`${PATH}/queues/purge-trash/jobs/${added!['id']}`, basic(OPS_TOKEN));
        expect(page.text).toContain(id);
        expect(page.text).toContain('&lt;b&gt; of [e-mail] by [masked]');
        expect(page.text).not.toContain(secret);
        await service.query(`delete from pgboss.job where id = '${added!['id']}'`);
      });

      test('lets the operator cancel and resume the job, but not retry the job while it is waiting', async () => {
        const cancelled = await post(`${job}/cancel`);
        expect(cancelled.status).toBe(303);
        expect(cancelled.headers['location']).toBe(`${job}?notice=cancel`);
        expect(await state()).toBe('cancelled');
        expect((await get(cancelled.headers['location']!, basic(OPS_TOKEN))).text).toContain('Resume');
        expect((await post(`${job}/cancel`)).headers['location']).toBe(`${job}?notice=refused`);
        expect((await post(`${job}/resume`)).headers['location']).toBe(`${job}?notice=resume`);
        expect(await state()).toBe('created');
        expect((await post(`${job}/retry`)).headers['location']).toBe(`${job}?notice=refused`);
        expect(await state()).toBe('created');
      });

      test('does not resume a job while another job of the same key is waiting', async () => {
        const [{ id, singleton_key: key }] = (await service.query(
          `select id, singleton_key from pgboss.job where name = 'purge-trash'`,
        )) as [{ id: string; singleton_key: string }];
        await post(`${job}/cancel`);
        await service.unitOfWork.run(({ jobs }) =>
          jobs.enqueue('purge-trash', {}, { startAfter: 4e12, singletonKey: key }),
        );
        expect((await post(`${job}/resume`)).headers['location']).toBe(`${job}?notice=refused`);
        await service.query(`delete from pgboss.job where singleton_key = '${key}' and id <> '${id}'`);
        await post(`${job}/resume`);
      });

      test.each([
        ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
        ['a sibling of the host', { 'Sec-Fetch-Site': 'same-site' }],
        ['another origin, in a browser without Sec-Fetch-Site', { Origin: 'https://evil.example' }],
        ['an unknown origin', {}],
      ])('refuses changes from %s', async (_name, headers) => {
        const refused = await post(`${job}/cancel`, { Authorization: basic(OPS_TOKEN), ...headers });
        expect(refused.status).toBe(403);
        expect(refused.body.error.code).toBe('CSRF_REJECTED');
        expect(await state()).toBe('created');
      });

      test('accepts changes from programs and from browsers without Sec-Fetch-Site', async () => {
        const program = { Authorization: bearer(OPS_TOKEN), 'X-Requested-With': 'app' };
        expect((await post(`${job}/cancel`, program)).status).toBe(303);
        const browser = { Authorization: basic(OPS_TOKEN), Host: 'home.lan', Origin: 'http://home.lan' };
        expect((await post(`${job}/resume`, browser)).status).toBe(303);
        expect(await state()).toBe('created');
      });

      test.each(['cancel', 'resume', 'retry'])('answers 401 to %s without a token', async (change) => {
        expect((await post(`${job}/${change}`, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(401);
      });

      test.each([
        ['an unknown id', '/queues/purge-trash/jobs/00000000-0000-7000-8000-000000000000'],
        ['an invalid id', '/queues/purge-trash/jobs/1'],
        ['an unknown queue', '/queues/nothing/jobs/00000000-0000-7000-8000-000000000000'],
      ])('reports that the job does not exist: %s', async (_name, path) => {
        const page = await get(PATH + path, basic(OPS_TOKEN));
        expect(page.status).toBe(404);
        expect(page.text).toContain('No such job');
        expect((await post(`${PATH}${path}/cancel`)).headers['location']).toContain('notice=refused');
      });
    });

    describe('the page of schedules', () => {
      test('shows each schedule with a button that adds its job', async () => {
        expect((await get(`${PATH}/schedules`, basic(OPS_TOKEN))).text).toContain('There are no schedules');
        // Adds a schedule, as a worker does when it starts.
        await service.query(
          `insert into pgboss.schedule (name, cron, timezone, data) values ('purge-history', '51 3 * * *', 'UTC', '{}')`,
        );
        const page = await get(`${PATH}/schedules`, basic(OPS_TOKEN));
        expect(page.text).toContain('Run purge-history now');
        const added = await request(service.api.app)
          .post(`${PATH}/schedules/purge-history/run`)
          .set({ Authorization: basic(OPS_TOKEN), 'Sec-Fetch-Site': 'same-origin' });
        expect(added.status).toBe(303);
        const [, id] = /\/queues\/purge-history\/jobs\/([^?]+)\?notice=run$/.exec(
          added.headers['location']!,
        )!;
        const rows = await service.query(`select name, data from pgboss.job where id = '${id}'`);
        expect(rows).toEqual([{ name: 'purge-history', data: {} }]);
      });

      test('adds no job that has no schedule', async () => {
        const refused = await request(service.api.app)
          .post(`${PATH}/schedules/notify/run`)
          .set({ Authorization: basic(OPS_TOKEN), 'Sec-Fetch-Site': 'same-origin' });
        expect(refused.headers['location']).toBe(`${PATH}/schedules?notice=refused`);
      });

      test('is shown instead of the pages that the dashboard has for schedules', async () => {
        for (const path of ['/schedules/new', '/schedules/purge-history/x'])
          expect((await get(PATH + path, basic(OPS_TOKEN))).headers['location']).toBe(`${PATH}/schedules`);
        const data = await get(`${PATH}/schedules.data`, basic(OPS_TOKEN));
        expect(data.headers['x-remix-redirect']).toBe('/schedules');
      });
    });

    test('refuses changes that are sent to the dashboard’s own pages instead of the pages of the service', async () => {
      const refused = await request(service.api.app)
        .post(`${PATH}/queues/purge-trash.data`)
        .set({ Authorization: basic(OPS_TOKEN), 'Sec-Fetch-Site': 'same-origin' })
        .type('form')
        .send({ intent: 'cancel' });
      expect(refused.status).toBe(403);
      expect(refused.body.error.code).toBe('FORBIDDEN');
    });

    test('closes its database connections when the service is closed', async () => {
      const other = await service.another({ operators: await someOperators() });
      await request(other.api.app).get(`${PATH}/queues`).set('Authorization', basic(OPS_TOKEN));
      const before = await connections(service);
      await other.close();
      expect(before).toBeGreaterThan(0);
      await allConnectionsClosed(service);
    });
  });

  test('returns 404 like any unknown address if the service has no operator token', async () => {
    const service = await startService();
    const answers = await Promise.all(
      ['/ops/jobs', '/ops/jobs/queues', '/metrics', '/nothing'].map((path) =>
        request(service.api.app).get(path).set('Authorization', basic(OPS_TOKEN)),
      ),
    );
    await service.close();
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(answers[3]!.body);
    }
  });
});
