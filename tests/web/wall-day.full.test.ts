import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, CDPSession, Locator } from 'playwright-core';
import { builtService, type BuiltService } from '../support/built-service.js';
import { installedChromium, launchChromium, watchedPage } from '../support/chromium.js';
import { withChromium } from '../support/requirement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import type { Program } from '../support/program.js';
import { frontOfDay, type Day } from '../support/web-day.js';
import { until, within } from '../support/until.js';
import { home, person } from '../support/web-people.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * How far the clock moves at once, in milliseconds: less than the minute after which a silent stream counts
 * as dead.
 */
const STEP = 40_000;
const LITTLE = 1000;

const chromium = installedChromium();

/* A tablet hangs on the wall for a day and a night, which pass within a minute. Nobody reloads it, so
   nothing may accumulate. */
withChromium.describe('a day on the wall', () => {
  let built: BuiltService<TestDatabase>;
  let program: Program;
  let day: Day;
  let browser: Browser;
  const saturday = beforeSummer();

  beforeAll(async () => {
    built = await builtService(createTestDatabase);
    program = await built.start();
    day = await frontOfDay();
    day.behind(program.url);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await day.close();
    await built.remove();
  });

  test('the wall runs for 24 hours over a restart, midnight and the change to summer time without using more and more memory', async () => {
    const sunday = dayAfter(saturday);
    // 13:00 in Paris, on the day before the change to summer time.
    let now = Date.parse(`${saturday}T12:00:00Z`);
    const ana = await person(day.url, 'Ana');
    const id = await home(ana);
    const at = `/households/${id}`;
    const { members } = await ana.get<{ members: { id: string }[] }>(at);
    const create = (title: string, date: string) =>
      ana.post(`${at}/tasks`, { title, date, responsibleMemberIds: [members[0]?.id] });
    const { id: bins } = await create('Bins', saturday);
    await create('Bread', saturday);
    const { id: breakfast } = await create('Breakfast', sunday);
    const { pairingCode } = (await ana.post(`${at}/displays`, { name: 'Kitchen' })) as unknown as {
      pairingCode: string;
    };

    browser = await launchChromium(chromium ?? '');
    const { page, errors } = await watchedPage(browser, {
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Paris',
    });
    await page.clock.install({ time: now });
    await page.goto(`${day.url}/display#token=${pairingCode}`);
    const tick = (title: string) => page.getByRole('checkbox', { name: `${title}, Ana`, checked: false });
    await tick('Bins').waitFor();
    now += 10 * MINUTE;
    await page.clock.pauseAt(now);
    const cdp = await page.context().newCDPSession(page);

    const pass = async (duration: number) => {
      for (let left = duration; left > 0; left -= STEP) {
        const step = Math.min(STEP, left);
        day.ping();
        now += step;
        await page.clock.runFor(step);
      }
    };
    /**
     * Waits until the page shows as many of something. The page draws nothing while its clock stands, so the clock goes on by
     * a second before each look.
     */
    const comes = async (locator: Locator, count = 1) => {
      const isThere = async () => {
        if ((await locator.count()) === count) return true;
        day.ping();
        now += LITTLE;
        await page.clock.runFor(LITTLE);
        return false;
      };
      await until(isThere, `the page shows ${count} of ${String(locator)}`).catch(async (error: Error) => {
        throw new Error(`${error.message}, on:\n${await page.locator('body').innerText()}`);
      });
    };
    const isOpen = (taskId: string) =>
      until(
        async () => (await ana.get<{ status: string }>(`${at}/occurrences/${taskId}`)).status === 'TODO',
        'the tick on the wall is taken back',
      );
    /** One hour in which the tablet and others do something. */
    const hour = async (title: string, taskId: string) => {
      await ana.post(`${at}/occurrences/${taskId}/complete`, {});
      await comes(page.getByRole('checkbox', { name: `${title}, Ana`, checked: true }));
      await pass(20 * MINUTE);
      await ana.post(`${at}/occurrences/${taskId}/reopen`, {});
      await comes(tick(title));
      await tick(title).click();
      await comes(page.getByRole('button', { name: 'Undo' }));
      await page.getByRole('button', { name: 'Undo' }).click();
      await comes(tick(title));
      await isOpen(taskId);
      await page.getByRole('button', { name: 'Display settings' }).click();
      await comes(page.getByRole('dialog'));
      // The person who opened the dialog has left.
      await pass(40 * MINUTE);
      await comes(page.getByRole('dialog'), 0);
    };
    const clock = (time: string) => comes(page.locator('header p', { hasText: time }));
    const passUntil = async (time: string) => pass(Date.parse(time) - now);

    await hour('Bins', bins);
    await hour('Bins', bins);
    const before = await weigh(cdp);
    await passUntil(`${saturday}T17:05:00Z`);
    await clock('18:05');
    // The network does not speed up like the clock, so wait for the connection.
    await comes(page.getByText(/^Offline since/), 0);

    program.kill('SIGKILL');
    await within(program.ended, 'the service has ended');
    await pass(2 * MINUTE);
    await comes(page.getByText(/^Offline since 18:/));
    // The content can still be read.
    await comes(tick('Bins'));
    program = await built.start();
    day.behind(program.url);
    const fresh = await person(day.url, 'Ben');
    await fresh.post('/invitations/accept', { token: (await ana.post(`${at}/invitations`, {})).token });
    await comes(page.getByRole('heading', { name: 'Ben' }));
    await comes(page.getByText(/^Offline since/), 0);
    await ana.send('DELETE', `${at}/members/${(await fresh.get<Me>('/me')).user.id}`);
    await comes(page.getByRole('heading', { name: 'Ben' }), 0);

    const dark = page.locator('[data-wall][data-night]');
    await comes(dark, 0);
    await passUntil(`${saturday}T21:30:00Z`);
    await comes(dark);
    await passUntil(`${saturday}T22:59:30Z`);
    await clock('23:59');
    await comes(page.locator('h1', { hasText: longDate(saturday) }));
    await pass(MINUTE);
    await clock('00:00');
    await comes(page.locator('h1', { hasText: longDate(sunday) }));
    await comes(tick('Breakfast'));
    // The open task of yesterday is overdue now.
    await comes(page.locator('[data-row]:has-text("Bread"):has-text("was due Sat")'));

    await passUntil(`${sunday}T00:59:30Z`);
    await clock('01:59');
    await pass(MINUTE);
    await clock('03:00');
    await passUntil(`${sunday}T06:00:00Z`);
    await comes(dark, 0);
    await hour('Breakfast', breakfast);
    await passUntil(`${sunday}T11:00:00Z`);
    await hour('Breakfast', breakfast);
    await clock('14:00');

    const after = await weigh(cdp);
    // Less than one object per minute, and no more bytes than optimised code needs.
    expect(grown(before, after)).toEqual({ heap: [], objects: [], nodes: [], listeners: [] });
    // Requests that the restart interrupted are not errors.
    expect(errors.filter((error) => !/401|ERR_|Failed to load/.test(error))).toEqual([]);
  }, 180_000);
});

const MOST: Weight = { heap: 700_000, objects: 1200, nodes: 60, listeners: 15 };

/** Returns the values that have grown more than allowed: before and after. */
function grown(before: Weight, after: Weight): Record<keyof Weight, number[]> {
  const more = (of: keyof Weight) => (after[of] - before[of] > MOST[of] ? [before[of], after[of]] : []);
  return {
    heap: more('heap'),
    objects: more('objects'),
    nodes: more('nodes'),
    listeners: more('listeners'),
  };
}

type Me = { readonly user: { readonly id: string } };

type Weight = {
  readonly heap: number;
  /**
   * The number of objects and functions of scripts. Unlike bytes, it contains neither optimised code nor data
   * of the debugger.
   */
  readonly objects: number;
  readonly nodes: number;
  readonly listeners: number;
};

/** Measures the page after garbage collection. */
async function weigh(cdp: CDPSession): Promise<Weight> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { heap: usedSize, objects: await countObjects(cdp), nodes, listeners: jsEventListeners };
}

async function countObjects(cdp: CDPSession): Promise<number> {
  const parts: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void parts.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(parts.join('')) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types: types } = snapshot.meta;
  return nodes.filter(
    (type, index) => index % fields.length === 0 && /^(object|closure)$/.test(types[0][type] ?? ''),
  ).length;
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);

const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(date),
  );

/** Returns the day before the last Sunday of March of next year. */
function beforeSummer(): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 31, 12));
  last.setUTCDate(31 - last.getUTCDay() - 1);
  return last.toISOString().slice(0, 10);
}
