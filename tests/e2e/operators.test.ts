import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { basic, bearer, figuresOf, OPS_TOKEN } from '../support/operators.js';
import { newHome, send, untilEnded, type Program } from '../support/program.js';
import { installedChromium, watchedPage } from '../support/chromium.js';
import { requirement, withChromium } from '../support/requirement.js';
import { sharedBrowser } from '../support/shared/fixtures.js';
import { isSentryInstalled } from '../support/sentry-package.js';
import { SentryStandIn } from '../support/sentry-stand-in.js';

let service: BuiltService<TestDatabase>;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(() => service.remove());

const start = (env: Record<string, string>) => service.start({ OPS_TOKEN, ...env });
const stop = (program: Program) => {
  program.kill('SIGTERM');
  return untilEnded(program);
};

test('a worker serves metrics and the job dashboard to operators with the token, and still shuts down cleanly', async () => {
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
  expect((await queues.text()).includes('send-due-notifications')).toBe(true);
  expect((await send(`${worker.url}/v1/me`)).status).toBe(404);
  expect(await stop(worker)).toBe(0);
}, 180_000);

withChromium.test(
  'an operator finds a failed job in the dashboard, reads its error, and retries it successfully',
  async () => {
    const program = await start({});
    await query(service.database, 'alter table day_calendars rename to day_calendars_gone');
    const browser = await sharedBrowser(installedChromium()!);
    const { page, errors, screenshot } = await watchedPage(browser, {
      viewport: { width: 390, height: 844 },
      // The zone of the service. The dashboard renders times on the server and again in the browser, and React reports
      // an error if they differ.
      timezoneId: 'UTC',
      httpCredentials: { username: 'ops', password: OPS_TOKEN, origin: program.url, send: 'always' },
    });
    const state = async (wanted: string) => {
      for (const end = Date.now() + 45_000; ; await page.reload()) {
        const shown = await page.locator('.state').textContent();
        if (shown === wanted) return;
        if (Date.now() > end) throw new Error(`The page shows the state ${shown}, not ${wanted}`);
      }
    };

    await page.goto(`${program.url}/ops/jobs/schedules`);
    await screenshot('job-schedules-phone');
    // This job is not retried by itself: it fails at its first attempt.
    await page.getByRole('button', { name: 'Run fetch-day-calendars now' }).click();
    await page.getByText('The job was added.').waitFor();
    await state('failed');
    await page.getByText('relation "day_calendars" does not exist').first().waitFor();
    await screenshot('job-failed-phone');

    const id = await page.locator('dd code').textContent();
    await page.goto(`${program.url}/ops/jobs/queues/fetch-day-calendars?state=failed`);
    await page.waitForLoadState('networkidle');
    await page.locator(`a[href$="/jobs/${id}"]`).first().click();
    await page.getByRole('heading', { name: 'Job of fetch-day-calendars' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await screenshot('job-failed-desk-dark');

    await query(service.database, 'alter table day_calendars_gone rename to day_calendars');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('The job starts again as soon as a worker is free.').waitFor();
    await state('completed');
    expect(await page.locator('dd', { hasText: 'of at most' }).textContent()).toBe('2 of at most 2');
    expect(await page.getByRole('button').count()).toBe(0);
    // The dashboard asks for fonts of another host, which its policy refuses.
    expect(errors.filter((error) => !error.includes('fonts.g'))).toEqual([]);
    await browser.close();
    expect(await stop(program)).toBe(0);
  },
  180_000,
);

requirement(isSentryInstalled, 'the optional package @sentry/node is not installed').test(
  'the service sends its own errors and the errors of clients to SENTRY_DSN, the last errors during shutdown',
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
