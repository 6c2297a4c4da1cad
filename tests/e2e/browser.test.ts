import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { installedChromium, launchChromium, watchedPage } from '../support/chromium.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { emptyFolder, send, startProgram, untilEnded, type Program } from '../support/program.js';
import { withChromium } from '../support/requirement.js';

const OPS_TOKEN = 'what-only-operators-know';

const chromium = installedChromium();

withChromium.describe('the pages of the service in a browser', () => {
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  let database: TestDatabase;
  let program: Program;
  let browser: Browser;

  beforeAll(async () => {
    folder = await emptyFolder();
    database = await createTestDatabase();
    program = await startProgram(folder.path, {
      DATABASE_URL: database.connectionString,
      OPS_TOKEN,
    });
    browser = await launchChromium(chromium!);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    program.kill('SIGTERM');
    await untilEnded(program);
    await database.drop();
    await folder.remove();
  });

  test('the API reference can register an account, and its later requests use the session of this account', async () => {
    const { page, errors, origins, screenshot } = await watchedPage(browser);
    await page.goto(`${program.url}/docs/`);
    for (const section of ['Health', 'Account']) await page.locator(`#operations-tag-${section}`).click();

    expect(await tryOut(page, 'ready')).toEqual([200, { status: 'ok' }]);
    const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' };
    const [status] = await tryOut(page, 'register', account);
    expect(status).toBe(201);
    expect(await tryOut(page, 'me')).toMatchObject([200, { user: { email: account.email } }]);

    await screenshot('docs');
    expect(errors).toEqual([]);
    expect([...origins]).toEqual([program.url]);
  }, 120_000);

  test('the job dashboard shows jobs without e-mail addresses to an operator with the token', async () => {
    const { page, errors, screenshot } = await watchedPage(browser, {
      httpCredentials: { username: 'ops', password: OPS_TOKEN, origin: program.url, send: 'always' },
    });
    const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' };
    await send(`${program.url}/v1/auth/register`, { method: 'POST', body: account });
    const { email } = account;
    await send(`${program.url}/v1/auth/password/forgot`, { method: 'POST', body: { email } });

    await page.goto(`${program.url}/ops/jobs`);
    await page.getByRole('link', { name: 'Queues' }).first().click();
    await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor();
    await page.getByRole('link', { name: 'extend-horizons' }).waitFor();
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    await page.waitForFunction(IS_ALIVE);
    await page.getByRole('combobox').selectOption('all');
    await page.waitForURL(/state=all/);
    const job = page.getByRole('row').locator('a[href*="mail-password-reset/jobs/"]').first();
    await job.waitFor();
    await screenshot('jobs');
    // The page requests fonts of another origin, which its content policy blocks. React Router cancels requests when a
    // page is left, and sometimes as soon as it has read their data.
    expect(errors.filter((error) => !/fonts\.googleapis|ERR_ABORTED|AbortError/.test(error))).toEqual([]);
    expect(await page.content()).not.toContain(email);
    await job.click();
    await page.getByRole('heading', { name: 'Job of mail-password-reset' }).waitFor();
    expect(await page.content()).not.toContain(email);
  }, 120_000);
});

/** A choice is lost if it is made before React has taken over the page. */
const IS_ALIVE = `Object.keys(document.querySelector('select') ?? {}).some((key) => key.startsWith('__reactProps'))`;

/** Sends a request with "Try it out" and returns the status and body that the page shows. */
async function tryOut(
  page: Page,
  operationId: string,
  body?: object,
): Promise<[status: number, body: unknown]> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Cancel' }).click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  if (body !== undefined) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
  await operation.getByRole('button', { name: 'Execute' }).click();

  const answer = operation.locator('.live-responses-table .response');
  const status = await answer.locator('.response-col_status').innerText();
  return [parseInt(status, 10), JSON.parse(await answer.locator('pre').first().innerText())];
}
