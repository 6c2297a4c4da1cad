import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';

/** A phone's window, its processor and its connection: a fourth of this one's speed, 150 ms there and back, 1.6 Mbit/s. */
const WINDOW = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
  // What is waited for is told in words, which the policy of the pages lets nobody evaluate.
  bypassCSP: true,
};
const SLOWER = 4;
const MOBILE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** What can be observed in a page itself. */
const IN_PAGE = 'tests/bench/web/in-page.js';

export type Device = { readonly context: BrowserContext; readonly page: Page; readonly cdp: CDPSession };
export type Account = { readonly email: string; readonly password: string };

/** A session of its own in which nothing of the client was loaded yet, signed in, with a phone's window and no hurry taken away. */
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

/** From here on as slow as a phone in everything that is asked for. */
export async function slowDown(
  { cdp }: Device,
  { network = true, processor = true }: { network?: boolean; processor?: boolean } = {},
): Promise<void> {
  await cdp.send('Network.enable');
  if (network) await cdp.send('Network.emulateNetworkConditions', MOBILE);
  if (processor) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Milliseconds from the navigation on; the shift is the browser's own figure. */
export type Load = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Until the first row stands there that can be ticked. */
  readonly firstRow: number;
  /** The time that tasks of more than 50 ms took beyond 50 ms. */
  readonly blocked: number;
  readonly shift: number;
};

/** Goes to `url` and waits until nothing more is asked for. Nothing is run in the page meanwhile: that would be measured too. */
export async function load(device: Device, url: string): Promise<Load> {
  const { page } = device;
  const row = firstRow(device);
  await page.goto(url, { waitUntil: 'commit' });
  await row;
  await page.waitForTimeout(1000);
  return page.evaluate<Load>('globalThis.seen');
}

/**
 * Milliseconds that the processor takes, as slow as it is made by now, for a fixed piece of work: on a machine that takes twice as long,
 * so does all that a page does.
 */
export async function pace({ page }: Device): Promise<number> {
  return page.evaluate<number>('globalThis.pace()');
}

/** When the page that is gone to next has its first row, as that page tells. */
export function firstRow({ cdp }: Device): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No row within 30 s.')), 30_000);
    cdp.once('Runtime.bindingCalled', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A finger on it. `tap` looks in the page at what lies there amid the touch, as slowly as all else runs in it: that is done before here. */
export async function touch({ page }: Device, target: Locator): Promise<void> {
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not to be seen.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Milliseconds from an input to the next paint, as the browser's event timing has it; it tells none that is shorter than a frame. */
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
