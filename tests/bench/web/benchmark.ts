import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD, PEOPLE } from '../../../bootstrap/seed/demo-plan.js';
import { installedChromium, launchChromium } from '../../support/chromium.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { median, quantile } from '../http/report.js';
import { startService } from '../http/service.js';
import type { Bar, Place } from './bar.js';
import { crowdedHousehold } from './crowded-household.js';
import { largeHousehold } from './large-household.js';
import { pages } from './pages.js';
import {
  firstRow,
  load,
  pace,
  signedIn,
  slowDown,
  touch,
  untilPaint,
  type Account,
  type Device,
  type Load,
} from './phone.js';

const RUNS = 5;
const TAPS = 20;
const SCREENS = 10;
const VISITS = 20;
const CROWD = 500;

const ANA: Account = { email: PEOPLE[0].email, password: PASSWORD };
const BEN: Account = { email: PEOPLE[1].email, password: PASSWORD };

/**
 * Measures the web client on a phone: a slowed-down Chromium, the built service, and the household of `npm
 * run seed`.
 */
export async function benchWeb(): Promise<void> {
  const executable = installedChromium();
  if (executable === null) throw new Error('There is no Chromium: say in CHROMIUM_PATH where one is.');
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createDatabase();
    const jwtSecret = randomBytes(32).toString('hex');
    await promisify(execFile)(process.execPath, ['dist/bootstrap/seed.js'], {
      env: { ...process.env, DATABASE_URL: connectionString, DATA_DIR: path.join(folder, 'seed') },
    });
    const service = await startService({ folder, connectionString, jwtSecret });
    const browser = await launchChromium(executable);
    try {
      const place = { browser, base: `http://127.0.0.1:${service.port}` };
      const bars = [
        ...(await firstLoads(place)),
        ...(await inputs(place)),
        ...(await acrossBrowsers(place)),
        ...(await crowd(place)),
        ...(await pages(place, { name: 'a year', account: ANA, words: ['bins', 'water', 'clean', 'dish'] })),
        ...(await pages(place, {
          name: '12 people, 60 series, 2,000 open tasks',
          account: await largeHousehold(place.base),
          words: ['chore', 'task number', 'number 19', 'person'],
        })),
      ];
      console.log(`\nChromium ${browser.version()}, Node ${process.version}\n`);
      console.log('| | measured | at most |\n|---|--:|--:|');
      for (const { name, figure, limit, unit } of bars)
        console.log(`| ${name} | ${shown(figure)} ${unit} | ${limit} ${unit} |`);
      tellFailures(
        bars
          .filter(({ figure, limit }) => !(figure <= limit))
          .map(
            ({ name, figure, limit, unit }) => `${name}: ${shown(figure)} ${unit}, at most ${limit} ${unit}`,
          ),
      );
    } finally {
      await browser.close();
      await service.stop();
    }
  });
}

const shown = (figure: number): string => (figure < 1 ? figure.toFixed(3) : figure.toFixed(0));

/** Measures the first load with empty caches, and a second load with the service worker in place. */
async function firstLoads({ browser, base }: Place): Promise<Bar[]> {
  const cold: (Load & Weight)[] = [];
  const again: Load[] = [];
  const paces: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const phone = await signedIn(browser, base, ANA);
    await slowDown(phone);
    const weigh = weighRequests(phone);
    cold.push({ ...(await load(phone, `${base}/`)), ...weigh() });
    await phone.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    again.push(await load(phone, `${base}/`));
    paces.push(await pace(phone));
    await phone.context.close();
  }
  console.log(
    `The processor of this phone takes ${median(paces).toFixed(0)} ms for the work that tells its pace.`,
  );
  const of = <T>(loads: readonly T[], figure: (each: T) => number) => median(loads.map(figure));
  return [
    { name: 'first load: scripts', figure: of(cold, ({ script }) => script), limit: 55_000, unit: 'bytes' },
    { name: 'first load: styles', figure: of(cold, ({ style }) => style), limit: 10_000, unit: 'bytes' },
    { name: 'first load: fonts', figure: of(cold, ({ font }) => font), limit: 60_000, unit: 'bytes' },
    {
      name: 'first load: requests before the first row',
      figure: of(cold, (each) => each.requests),
      limit: 15,
      unit: '',
    },
    { name: 'cold: first paint', figure: of(cold, (each) => each.firstPaint), limit: 1000, unit: 'ms' },
    { name: 'cold: largest paint', figure: of(cold, (each) => each.largestPaint), limit: 1800, unit: 'ms' },
    {
      name: 'cold: first row that can be ticked',
      figure: of(cold, (each) => each.firstRow),
      limit: 2000,
      unit: 'ms',
    },
    { name: 'cold: blocking time', figure: of(cold, (each) => each.blocked), limit: 250, unit: 'ms' },
    { name: 'cold: layout shift', figure: of(cold, (each) => each.shift), limit: 0.05, unit: '' },
    { name: 'again: largest paint', figure: of(again, (each) => each.largestPaint), limit: 800, unit: 'ms' },
    {
      name: 'again: first row that can be ticked',
      figure: of(again, (each) => each.firstRow),
      limit: 900,
      unit: 'ms',
    },
  ];
}

type Weight = {
  readonly requests: number;
  readonly script: number;
  readonly style: number;
  readonly font: number;
};

/** Counts what the page loads until the first row is visible: requests, and bytes as transferred. */
function weighRequests(device: Device): () => Weight {
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  let requests = 0;
  let hasRow = false;
  firstRow(device)
    .then(() => (hasRow = true))
    .catch(() => {});
  device.cdp.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (hasRow || request.url.startsWith('data:')) return;
    requests++;
    kinds.set(requestId, type ?? '');
  });
  device.cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined) bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return () => ({
    requests,
    script: bytes.get('Script') ?? 0,
    style: bytes.get('Stylesheet') ?? 0,
    font: bytes.get('Font') ?? 0,
  });
}

/** Measures the time from a tap or a key to the paint that shows its effect. */
async function inputs({ browser, base }: Place): Promise<Bar[]> {
  const phone = await signedIn(browser, base, ANA);
  const { page } = phone;
  await load(phone, `${base}/`);
  const home = page.url();
  await slowDown(phone);
  const several = async (act: () => Promise<number>) => {
    const figures: number[] = [];
    for (let run = 0; run < RUNS; run++) figures.push(await act());
    return median(figures);
  };
  const tick = await several(() =>
    untilPaint(phone, 'click', () => touch(phone, page.locator('[data-row] [role=checkbox]').first())),
  );
  const dialog = await several(async () => {
    const figure = await untilPaint(phone, 'click', () =>
      touch(phone, page.getByRole('button', { name: 'More', exact: true })),
    );
    await page.keyboard.press('Escape');
    return figure;
  });
  await page.goto(home);
  const sentence = page.getByRole('textbox', { name: 'Add a task' });
  await sentence.tap();
  await page.keyboard.type('Take out the bins every tuesday');
  const key = await several(() => untilPaint(phone, 'keydown', () => page.keyboard.press('s')));
  await phone.context.close();
  return [
    { name: 'a tap on a tick, until it is painted', figure: tick, limit: 120, unit: 'ms' },
    { name: 'a dialog, until it is painted', figure: dialog, limit: 150, unit: 'ms' },
    { name: 'a key in quick add, until it is painted', figure: key, limit: 100, unit: 'ms' },
  ];
}

/** Measures the time from a tap in one browser until the row changes in another. */
async function acrossBrowsers({ browser, base }: Place): Promise<Bar[]> {
  const [ana, ben] = [await signedIn(browser, base, ANA), await signedIn(browser, base, BEN)];
  await load(ana, `${base}/`);
  await load(ben, `${base}/`);
  await slowDown(ana);
  const row = ana.page.locator('[data-row]', { has: ana.page.locator('[role=checkbox]') }).first();
  const id = (await row.getAttribute('data-row')) ?? '';
  const tick = `[data-row="${id}"] [role=checkbox]`;
  // The row moves to the completed tasks, which may be collapsed. So the state also changes if the row
  // disappears.
  const state = `document.querySelector('${tick}')?.ariaChecked ?? 'gone'`;
  const waits: number[] = [];
  for (let tap = 0; tap < TAPS; tap++) {
    const before = await ben.page.evaluate<string>(state);
    const seen = ben.page.evaluate<number>(`new Promise((resolve) => {
      const look = () => (${state}) === ${JSON.stringify(before)} ? requestAnimationFrame(look) : resolve(Date.now());
      look();
    })`);
    await ana.page.evaluate(
      `addEventListener('click', () => (globalThis.tappedAt = Date.now()), { once: true, capture: true })`,
    );
    await touch(ana, ana.page.locator(tick));
    waits.push((await seen) - (await ana.page.evaluate<number>('globalThis.tappedAt')));
    await ana.page.waitForTimeout(100);
  }
  await ana.context.close();
  await ben.context.close();
  return [
    {
      name: `two browsers: from a tap to the other's row, 95th of 100`,
      figure: quantile(
        waits.toSorted((a, b) => a - b),
        0.95,
      ),
      limit: 1000,
      unit: 'ms',
    },
  ];
}

/** Measures a household with 500 open tasks for today. */
async function crowd({ browser, base }: Place): Promise<Bar[]> {
  const account = await crowdedHousehold(base, CROWD);
  const phone = await signedIn(browser, base, account);
  const { page, cdp } = phone;
  await load(phone, `${base}/`);
  await slowDown(phone, { network: false });
  const today = page.getByRole('link', { name: 'Today' }).first();
  const shopping = page.getByRole('link', { name: 'Shopping' }).first();
  const visit = async () => {
    await shopping.tap();
    await page.locator('[data-row]').first().waitFor({ state: 'detached' });
    await today.tap();
    await page.locator('[data-row]').first().waitFor();
  };
  await visit();
  const screens: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await shopping.tap();
    await page.locator('[data-row]').first().waitFor({ state: 'detached' });
    await page.evaluate(`addEventListener('click', () => {
      const from = performance.now();
      const look = () => document.querySelector('[data-row]') === null
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => (globalThis.drawnAfter = performance.now() - from));
      look();
    }, { once: true, capture: true })`);
    await page.evaluate('globalThis.drawnAfter = 0');
    await today.tap();
    await page.waitForFunction('globalThis.drawnAfter > 0');
    screens.push(await page.evaluate<number>('globalThis.drawnAfter'));
  }
  const frames = await page.evaluate<{ all: number; long: number }>(`globalThis.scroll(${SCREENS})`);
  const before = await keptBytes();
  for (let i = 0; i < VISITS; i++) await visit();
  const after = await keptBytes();
  await phone.context.close();
  return [
    { name: `${CROWD} rows: first screen`, figure: median(screens), limit: 600, unit: 'ms' },
    {
      name: `${CROWD} rows: frames of over 50 ms while ${SCREENS} screens are scrolled`,
      figure: (frames.long / frames.all) * 100,
      limit: 5,
      unit: '%',
    },
    {
      name: `${CROWD} rows: what ${VISITS} visits leave in memory`,
      figure: Math.max(0, (after / before - 1) * 100),
      limit: 10,
      unit: '%',
    },
  ];

  async function keptBytes(): Promise<number> {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }
}
