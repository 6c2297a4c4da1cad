import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { installedChromium, type WatchedPage } from './chromium.js';
import { withChromium, withFullChromium } from './requirement.js';
import { until } from './until.js';
import { sharedBrowser, sharedService } from './shared/fixtures.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A connection to the shared browser, and the address, folder and database of the shared process of the built service. */
export type Web = {
  readonly browser: Browser;
  readonly base: string;
  readonly folder: string;
  readonly databaseUrl: string;
};

/**
 * Declares tests of pages of the built service. They create their own households, and are skipped if there is
 * no Chromium.
 */
export const describeWeb = (name: string, tests: (web: Web) => void): void =>
  describeIn(withChromium, installedChromium(), name, tests);

/**
 * Like {@link describeWeb}, in the full browser. Only it shows notifications, keeps a screen on, and lets a
 * waiting service worker take over.
 */
export const describeWebInWholeBrowser = (name: string, tests: (web: Web) => void): void =>
  describeIn(withFullChromium, installedChromium({ isWhole: true }), name, tests);

function describeIn(
  requirement: typeof withChromium,
  chromium: string | null,
  name: string,
  tests: (web: Web) => void,
): void {
  requirement.describe(name, () => {
    const web = {} as { -readonly [Name in keyof Web]: Web[Name] };

    beforeAll(async () => {
      const { url, folder, databaseUrl } = await sharedService();
      Object.assign(web, { base: url.replace('127.0.0.1', 'localhost'), folder, databaseUrl });
      web.browser = await sharedBrowser(chromium ?? '');
    }, 120_000);

    afterAll(() => web.browser.close());

    tests(web);
  });
}

/**
 * Returns the violations that axe finds, with the places. Waits until all animations have ended, because axe
 * checks what is visible at that moment.
 */
export async function violations(page: Page): Promise<string[]> {
  await until(() => page.evaluate(ARRIVED), 'the page has arrived');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate(`axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 150)).join(' | ')))`);
}

/**
 * A condition to poll. The promise of a transition may never resolve if another style replaces the
 * transition.
 */
const ARRIVED = `document.getAnimations().every(({ playState, effect }) =>
  playState === 'finished' || effect.getComputedTiming().endTime === Infinity)`;

/** Returns by how many pixels a page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');

/**
 * Removes errors that are expected: the first start finds no session (401), and the page cancels requests
 * that it no longer needs.
 */
export const withoutExpected = (errors: WatchedPage['errors']): string[] =>
  errors.filter((error) => !/status of 401|net::ERR_ABORTED/.test(error));
