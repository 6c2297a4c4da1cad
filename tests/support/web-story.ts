import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { readWebClient } from '../../adapters/http/web/web-client.js';
import { installedChromium, watchedPage, type WatchedPage } from './chromium.js';
import { ROOT } from './dockerfile.js';
import { withChromium } from './requirement.js';
import { startService, type TestService } from './service.js';
import { sharedBrowser } from './shared/fixtures.js';
import { frontOfDay, type Day } from './web-day.js';
import { withoutExpected } from './web-pages.js';
import { aHouse, PHONE, signInAt, type House, type Person } from './web-people.js';

export const DESK: BrowserContextOptions = { ...PHONE, viewport: { width: 1440, height: 1000 } };

/**
 * Declares tests of pages with the built client. The test chooses the time, for the service and for every
 * browser.
 */
export function describeStories(name: string, tests: (story: Story) => void): void {
  const chromium = installedChromium();
  withChromium.describe(name, () => {
    const story = new Story();
    beforeAll(() => story.open(chromium ?? ''), 120_000);
    afterEach(() => story.endsWell());
    afterAll(() => story.close());
    tests(story);
  });
}

export class Story {
  service!: TestService;
  base!: string;
  #browser!: Browser;
  #server!: RunningServer;
  #front!: Day;
  #seen: WatchedPage[] = [];
  #people: Person[] = [];
  #forgiven: RegExp[] = [];

  /** Starts a new story at this time. */
  begins(iso: string): void {
    this.service.clock.set(iso);
  }

  /**
   * Moves the clock of the service and of all browsers to this time. Background work of the service does not
   * run by itself; the test has to start it.
   */
  async goesOnAt(iso: string): Promise<void> {
    this.service.clock.set(iso);
    for (const { page } of this.#seen) await this.#setClock(page);
    // The sessions of the API clients end within minutes, so they sign in again. Browsers renew their
    // sessions themselves.
    await Promise.all(this.#people.map((each) => each.signIn()));
  }

  async house<const Names extends readonly [string, ...string[]]>(
    ...names: Names
  ): Promise<House<{ readonly [Place in keyof Names]: Person }>> {
    const house = await aHouse(this.base, names, () => this.service.clock.advance(1000));
    this.#people.push(...house.people);
    return house;
  }

  /** Opens a new browser context in which this person is signed in, on the page Today. */
  async signedIn(who: Person, look?: BrowserContextOptions): Promise<WatchedPage> {
    const seen = await this.newPage(look);
    await signInAt(seen.page, this.base, who);
    return seen;
  }

  /** Opens a new browser context in which nobody is signed in. */
  async newPage(look: BrowserContextOptions = PHONE): Promise<WatchedPage> {
    const seen = await watchedPage(this.#browser, look);
    this.#seen.push(seen);
    await this.#setClock(seen.page);
    return seen;
  }

  async #setClock(page: Page): Promise<void> {
    await page.clock.setFixedTime(this.service.clock.now());
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  }

  async open(chromium: string): Promise<void> {
    const client = await readWebClient(path.join(ROOT, 'dist/web'));
    if (client === null) throw new Error('npm run build');
    this.#front = await frontOfDay();
    this.base = this.#front.url;
    this.service = await startService({ web: client, webBaseUrl: this.base });
    this.#server = await listen(this.service.api.app, { host: '127.0.0.1', port: 0 });
    this.#front.behind(`http://127.0.0.1:${this.#server.port}`);
    this.#browser = await sharedBrowser(chromium);
  }

  /** Accepts errors that match this pattern, for the current story. */
  forgive(error: RegExp): void {
    this.#forgiven.push(error);
  }

  /** Closes the pages of the story, and fails if any page had another error. */
  async endsWell(): Promise<void> {
    const errors = this.#seen.flatMap((seen) => withoutExpected(seen.errors));
    await Promise.all(this.#seen.map(({ page }) => page.context().close()));
    const forgiven = this.#forgiven;
    [this.#seen, this.#people, this.#forgiven] = [[], [], []];
    expect(errors.filter((error) => !forgiven.some((each) => each.test(error)))).toEqual([]);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#front.close();
    await this.service.close();
    await this.#server.close();
  }
}
