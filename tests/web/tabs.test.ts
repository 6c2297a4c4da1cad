import { expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { inFullTier, sampled } from '../support/tier.js';
import { until, within } from '../support/until.js';
import { describeWeb } from '../support/web-pages.js';
import { home, person, signedIn, type Person } from '../support/web-people.js';

const TABS = 8;

/** The ways in which the tests end the tab that reads the live stream. */
const ENDINGS: readonly [string, (leader: Page, next: Page) => Promise<void>][] = [
  ['is closed', (leader) => leader.close()],
  [
    'is frozen while the user looks at another tab',
    async (leader, next) => {
      const browser = await leader.context().newCDPSession(leader);
      // Headless browsers keep running a page that they report as frozen. A page that a debugger has paused
      // does nothing at all.
      await browser.send('Debugger.enable');
      const paused = new Promise((resolve) => browser.once('Debugger.paused', resolve));
      await browser.send('Debugger.pause');
      void leader.evaluate('1').catch(() => undefined);
      await within(paused, 'the page is paused');
      await next.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    },
  ],
  [
    'is killed',
    async (leader) => {
      const browser = await leader.context().newCDPSession(leader);
      const crashed = leader.waitForEvent('crash');
      void browser.send('Page.crash').catch(() => undefined);
      await crashed;
    },
  ],
];

describeWeb('the client in many tabs of one browser', (web) => {
  inFullTier.test(
    'reads only one live stream, and renews an expired session only once',
    async () => {
      const { ana, id, context, tabs } = await opened(TABS);
      expect(await streamsOf(tabs[0])).toBe(1);
      const asked: string[] = [];
      context.on('request', (request) => {
        if (request.method() !== 'OPTIONS') asked.push(new URL(request.url()).pathname);
      });
      let read = 0;
      context.on('response', (response) => {
        if (response.url().includes('/changes') && response.status() < 400) read++;
      });
      const before = (await context.cookies()).length;
      await context.clearCookies({ name: 'gn_at' });
      expect(await context.cookies()).toHaveLength(before - 1);
      await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
      await until(() => read >= TABS, 'every tab has read');
      await ana.post(`/households/${id}/tasks/quick`, { text: 'Sweep the yard today' });
      await Promise.all(tabs.map((tab) => tab.getByText('Sweep the yard').waitFor()));
      expect(asked.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1);
      expect(await streamsOf(tabs[0])).toBe(1);
      await context.close();
    },
    180_000,
  );

  test.each(sampled(ENDINGS, 3))(
    'misses no change when the tab that reads the live stream %s',
    async (_, end) => {
      const { ana, id, context, tabs } = await opened(3);
      const leader = await leaderOf(tabs);
      const [next, last] = tabs.filter((tab) => tab !== leader) as [Page, Page];
      await end(leader, next);
      // This happens while no tab reads the stream.
      await ana.post(`/households/${id}/tasks/quick`, { text: 'Sweep the yard today' });
      await next.getByText('Sweep the yard').waitFor();
      await last.getByText('Sweep the yard').waitFor();
      await ana.post(`/households/${id}/tasks/quick`, { text: 'Water the herbs today' });
      await Promise.all([next, last].map((tab) => tab.getByText('Water the herbs').waitFor()));
      await context.close();
    },
    180_000,
  );

  /** Opens this many tabs at Today. All of them have received a change already. */
  async function opened(
    count: number,
  ): Promise<{ ana: Person; id: string; context: BrowserContext; tabs: [Page, ...Page[]] }> {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page } = await signedIn(web, ana);
    const tabs: [Page, ...Page[]] = [page];
    while (tabs.length < count) {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      tabs.push(tab);
    }
    await ana.post(`/households/${id}/tasks/quick`, { text: 'Call the plumber today' });
    await Promise.all(tabs.map((tab) => tab.getByText('Call the plumber').waitFor()));
    return { ana, id, context: page.context(), tabs };
  }
});

/** Returns how many tabs of this browser hold the lock for reading a stream. */
const streamsOf = (tab: Page): Promise<number> =>
  tab.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name?.startsWith('planner.live')).length;
  });

/** Returns the tab that reads the stream: the one that holds the lock. */
async function leaderOf(tabs: readonly Page[]): Promise<Page> {
  for (const tab of tabs) {
    const leads = await tab.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      const holder = held.find(({ name }) => name?.startsWith('planner.live'))?.clientId;
      const mark = crypto.randomUUID();
      // A lock names its holder by an id that only the browser knows. A lock of this tab's own reveals the id
      // of this tab.
      return navigator.locks.request(mark, async () => {
        const { held: now = [] } = await navigator.locks.query();
        return now.find(({ name }) => name === mark)?.clientId === holder;
      });
    });
    if (leads) return tab;
  }
  throw new Error('nobody reads the stream');
}
