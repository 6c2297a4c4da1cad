import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { basic, bearer, figuresOf, OPS_TOKEN } from '../support/operators.js';
import { newHome, send, type Program } from '../support/program.js';
import { requirement } from '../support/requirement.js';
import { isSentryInstalled } from '../support/sentry-package.js';
import { SentryStandIn } from '../support/sentry-stand-in.js';

let service: BuiltService<TestDatabase>;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(() => service.remove());

const start = (env: Record<string, string>) => service.start({ OPS_TOKEN, ...env });
const stop = async (program: Program) => {
  program.kill('SIGTERM');
  return program.ended;
};

test('a worker shows operators its figures and the queue, and ends in time with its dashboard open', async () => {
  const worker = await start({ ROLE: 'worker' });
  const page = await fetch(`${worker.url}/metrics`, { headers: { authorization: bearer(OPS_TOKEN) } });
  expect(page.status).toBe(200);
  expect((await fetch(`${worker.url}/metrics`)).status).toBe(401);
  const seen = figuresOf(await page.text());
  expect(seen.get('planner_jobs{job="push",state="waiting"}')).toBe(0);
  expect(seen.get('planner_streams_open')).toBe(0);
  const queues = await fetch(`${worker.url}/ops/jobs/queues`, {
    headers: { authorization: basic(OPS_TOKEN) },
  });
  expect(queues.status).toBe(200);
  expect((await queues.text()).includes('send-reminders')).toBe(true);
  expect((await send(`${worker.url}/v1/me`)).status).toBe(404);
  expect(await stop(worker)).toBe(0);
}, 180_000);

requirement(isSentryInstalled, 'the optional package @sentry/node is not installed').test(
  'with SENTRY_DSN defects and errors of clients are sent, the last of them at the end',
  async () => {
    const sentry = await SentryStandIn.start();
    const program = await start({ SENTRY_DSN: sentry.dsn });
    const { token, home } = await newHome(program.url);
    await send(`${program.url}/v1/client-errors`, {
      method: 'POST',
      body: { message: 'it broke for ana@example.org' },
    });
    await query(service.database, 'alter table occurrences rename to occurrences_gone');
    const failed = await send(`${program.url}${home}/tasks`, {
      method: 'POST',
      token,
      body: { title: 'Passport' },
    });
    expect(failed.status).toBe(500);
    expect(await stop(program)).toBe(0);
    await query(service.database, 'alter table occurrences_gone rename to occurrences');
    const events = sentry.reports.map(({ event }) => event);
    expect(events.find(({ tags }) => tags.source === 'client').exception.values[0].value).toBe(
      'it broke for [e-mail]',
    );
    const defect = events.find(({ tags }) => tags.failure === 'request failed');
    const line = program.lines
      .map((text) => JSON.parse(text))
      .find(({ message }) => message === 'request failed');
    expect(defect.tags.requestId).toBe(line.requestId);
    expect(defect.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0);
    for (const { raw } of sentry.reports) {
      expect(raw).not.toContain('Passport');
      expect(raw).not.toContain('ana@');
    }
    await sentry.close();
  },
  180_000,
);
