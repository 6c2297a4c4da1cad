import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';

/**
 * A phone: its window, a processor with a quarter of this machine's speed, and a connection with 150 ms
 * latency and 1.6 Mbit/s.
 */
const WINDOW = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
  // Playwright waits for conditions that are given as code in a string. The content security policy of the
  // pages forbids to evaluate those.
  bypassCSP: true,
};
const SLOWER = 4;
const MOBILE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** The script with the measurements that run in the page. */
const IN_PAGE = 'tests/bench/web/in-page.js';

export type Device = { readonly context: BrowserContext; readonly page: Page; readonly cdp: CDPSession };
export type Account = { readonly email: string; readonly password: string };

/**
 * Opens a browser context with the window of a phone, signed in and with an empty cache. It is not slowed
 * down yet.
 */
export async function signedIn(browser: Browser, base: string, account: Account): Promise<Device> {
  const context = await browser.newContext(WINDOW);
  await context.addInitScript({ path: IN_PAGE });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${base}/licences.txt`);
  const status = await page.evaluate(
    `fetch('/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'web', 'x-requested-with': 'app' },
      body: ${JSON.stringify(JSON.stringify(account))},
    }).then(({ status }) => status)`,
  );
  if (status !== 200) throw new Error(`The sign-in was answered with ${String(status)}.`);
  // The client only looks for a session if it finds this cookie.
  await context.addCookies([{ name: 'planner_session', value: '1', url: base }]);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'tellRow' });
  return { context, page, cdp };
}

/** Slows the browser down to the speed of a phone: its network, its processor, or both. */
export async function slowDown(
  { cdp }: Device,
  { network = true, processor = true }: { network?: boolean; processor?: boolean } = {},
): Promise<void> {
  await cdp.send('Network.enable');
  if (network) await cdp.send('Network.emulateNetworkConditions', MOBILE);
  if (processor) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/**
 * The times are milliseconds from the start of the navigation. `shift` is the layout shift as the browser
 * measures it.
 */
export type Load = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** When the first row that can be ticked is visible. */
  readonly firstRow: number;
  /** The total time by which tasks exceeded 50 ms. */
  readonly blocked: number;
  readonly shift: number;
};

/**
 * Goes to `url` and waits until the first row is visible, and one second more. Nothing is evaluated in the
 * page during the load, because that would be measured too.
 */
export async function load(device: Device, url: string): Promise<Load> {
  const { page } = device;
  const row = firstRow(device);
  await page.goto(url, { waitUntil: 'commit' });
  await row;
  await page.waitForTimeout(1000);
  return page.evaluate<Load>('globalThis.seen');
}

/**
 * Returns how many milliseconds the slowed-down processor takes for a fixed piece of work. If a machine takes
 * twice as long, all times of a page are about twice as long too.
 */
export async function pace({ page }: Device): Promise<number> {
  return page.evaluate<number>('globalThis.pace()');
}

/** Resolves when the page that is opened next shows its first row. The page itself reports that. */
export function firstRow({ cdp }: Device): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No row within 30 s.')), 30_000);
    cdp.once('Runtime.bindingCalled', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Touches the target. Playwright's `tap` checks in the slowed-down page what lies at this place, between the
 * touch events. Here the check comes before the touch, so that it is not measured.
 */
export async function touch({ page }: Device, target: Locator): Promise<void> {
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not to be seen.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * Returns the milliseconds from an input to the next paint, from the Event Timing API. Durations below one
 * frame are not reported and count as 16 ms.
 */
export async function untilPaint(
  { page }: Device,
  kind: 'click' | 'keydown',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate('globalThis.inputs = {}');
  await act();
  await page.waitForTimeout(400);
  return page.evaluate<number>(`globalThis.inputs.${kind} ?? 16`);
}
