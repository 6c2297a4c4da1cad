import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { basic, bearer, OPS_TOKEN, someOperators } from '../../support/operators.js';
import { startService, type TestService } from '../../support/service.js';

const PATH = '/ops/jobs';
const connections = async (service: TestService) => {
  const [row] = await service.query(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'household-planner dashboard'`,
  );
  return row!['n'];
};
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
    ['with a wrong one', basic('wrong')],
    ['with half of it', basic(OPS_TOKEN.slice(0, 10))],
    ['with a wrong bearer', bearer('wrong')],
    ['with the token as name', basic('', OPS_TOKEN)],
    ['with no colon', `Basic ${Buffer.from(OPS_TOKEN).toString('base64')}`],
    ['with another scheme', `Digest ${OPS_TOKEN}`],
  ])('asks for the operator %s, and is not even loaded', async (_name, authorization) => {
    for (const path of [PATH, `${PATH}/`, `${PATH}.data`, `${PATH}/queues`, `${PATH}/assets/any.js`]) {
      const answer = await get(path, authorization);
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('UNAUTHENTICATED');
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    }
    // The database takes a moment to notice.
    while ((await connections(service)) !== 0);
  });

  test('shows the queues, with scripts and styles of its own, and has the browser load nothing else', async () => {
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
      const asset = await get(path, basic(OPS_TOKEN));
      expect(path).toEqual(path);
      expect(asset.status).toBe(200);
      expect(asset.headers['content-type']).toEqual(
        expect.stringMatching(path.endsWith('.css') ? 'text/css' : 'text/javascript'),
      );
    }
    const policy = page.headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:/);
  });

  test('takes the token from a program as well', async () => {
    expect((await get(`${PATH}/queues`, bearer(OPS_TOKEN))).status).toBe(200);
  });

  test('loosens the policy of no other page', async () => {
    for (const path of ['/health/live', '/openapi.json', '/ops', '/ops/other', '/metrics'])
      expect((await get(path)).headers['content-security-policy']).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
  });

  test('beside it there is nothing', async () => {
    for (const path of ['/ops', '/ops/', '/ops/other', '/ops/jobsx'])
      expect((await get(path, basic(OPS_TOKEN))).body.error.code).toBe('NOT_FOUND');
  });

  test('changes nothing, and shows no single job', async () => {
    const { id } = await jobIn(service);
    const job = `${PATH}/queues/purge-trash/jobs/${id}`;
    const cancelled = await request(service.api.app)
      .post(`${job}.data`)
      .set({ Authorization: basic(OPS_TOKEN), 'Sec-Fetch-Site': 'same-origin' })
      .type('form')
      .send({ intent: 'cancel' });
    expect(cancelled.status).toBe(403);
    expect(cancelled.body.error.code).toBe('FORBIDDEN');
    expect((await jobIn(service)).state).toBe('created');
    for (const path of [job, `${job}.data`])
      expect((await get(path, basic(OPS_TOKEN))).body.error.code).toBe('NOT_FOUND');
  });

  test('its connections end with the service', async () => {
    const other = await service.another({ operators: await someOperators() });
    await request(other.api.app).get(`${PATH}/queues`).set('Authorization', basic(OPS_TOKEN));
    const before = await connections(service);
    await other.close();
    expect(before).toBeGreaterThan(0);
    // The database takes a moment to notice.
    while ((await connections(service)) !== 0);
  });
});

test('without a token there is nothing, as at any other address', async () => {
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
