import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { installedChromium, launchChromium, watchedPage, type WatchedPage } from './chromium.js';
import { createTestDatabase, type TestDatabase } from './database/test-database.js';
import { emptyFolder, startProgram, type Program } from './program.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser, the built program that it asks, and the folder in which that runs. */
export type Web = { readonly browser: Browser; readonly base: string; readonly folder: string };

/** Tests of pages: one program on a database of its own, and one browser, for all of them; skipped without a Chromium. */
export function describeWeb(name: string, tests: (web: Web) => void): void {
  const chromium = installedChromium();
  if (chromium === null) {
    console.log('Skipped: no Chromium. Install one, or say in CHROMIUM_PATH where it is, to test the pages.');
    describe.skip(name, () => tests({} as Web));
    return;
  }
  describe(name, () => {
    let folder: Awaited<ReturnType<typeof emptyFolder>>;
    let database: TestDatabase;
    let program: Program;
    const web = {} as { browser: Browser; base: string; folder: string };

    beforeAll(async () => {
      folder = await emptyFolder();
      web.folder = folder.path;
      database = await createTestDatabase();
      program = await startProgram(folder.path, { DATABASE_URL: database.connectionString });
      web.base = program.url.replace('127.0.0.1', 'localhost');
      web.browser = await launchChromium(chromium);
    }, 120_000);

    afterAll(async () => {
      await web.browser.close();
      program.kill('SIGTERM');
      await program.ended;
      await database.drop();
      await folder.remove();
    });

    tests(web);
  });
}

export const PASSWORD = 'correct horse battery';

/** Somebody who has just registered, and asks the service without a browser. */
export async function person({ base }: Pick<Web, 'base'>, displayName: string, locale = 'en') {
  const email = `${crypto.randomUUID()}@example.org`;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'X-Requested-With': 'app',
    'X-Client': 'mobile',
  };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${base}/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const post = async (path: string, body: unknown) => {
    const response = await send('POST', path, body);
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; token: string; accessToken: string };
  };
  const { accessToken } = await post('/auth/register', { email, password: PASSWORD, displayName, locale });
  headers['Authorization'] = `Bearer ${accessToken}`;
  return { email, send, post };
}

/** Their browser, on today. */
export async function signedIn(web: Web, email: string, look: Parameters<typeof watchedPage>[1]) {
  const seen = await watchedPage(web.browser, look);
  const { page } = seen;
  page.setDefaultTimeout(30_000);
  await page.goto(`${web.base}/sign-in`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/today$/);
  return seen;
}

/** What axe finds wrong, by its rule and the places. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 150)).join(' | ')))`);
}

/** By how many pixels a page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');

/** A first start asks once whether there is a session; what a page no longer needs to know it stops asking. */
export const withoutExpected = (errors: WatchedPage['errors']): string[] =>
  errors.filter((error) => !/status of 401|net::ERR_ABORTED/.test(error));
