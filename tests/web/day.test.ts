import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { watchedPage } from '../support/chromium.js';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { PASSWORD, home, person, signedIn } from '../support/web-people.js';

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };

describeWeb('the Today page in a browser', (web) => {
  test('lets one person create a household and another one join it, and lets them add a task, tick, undo, and tick offline', async () => {
    const ana = await watchedPage(web.browser, PHONE);
    const ben = await watchedPage(web.browser, DESK);

    await ana.page.goto(`${web.base}/`);
    await ana.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await violations(ana.page)).toEqual([]);
    await ana.page.getByRole('link', { name: /Create an account/ }).click();
    await register(ana.page, 'Ana');
    await ana.page.getByLabel('Name of your home').fill('Chez nous');
    expect(await violations(ana.page)).toEqual([]);
    await ana.page.getByRole('button', { name: 'Next: who lives here' }).click();
    await ana.page.getByRole('img', { name: /QR code/ }).waitFor();
    const link = await ana.page.getByLabel('Invitation link').inputValue();
    await ana.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await ana.page.getByRole('checkbox').first().waitFor();
    expect(await violations(ana.page)).toEqual([]);
    await ana.page.getByRole('button', { name: 'Skip' }).click();
    await ana.page.getByText('Nothing today').waitFor();

    await ben.page.goto(link);
    await ben.page.getByRole('heading', { name: 'Ana invites you to Chez nous' }).waitFor();
    expect(ben.page.url()).toBe(`${web.base}/join`);
    expect(await violations(ben.page)).toEqual([]);
    await ben.page.getByRole('link', { name: 'Create an account and join' }).click();
    await register(ben.page, 'Ben');
    await ben.page.getByRole('button', { name: 'Join as Ben' }).click();
    await ben.page.locator('h1:focus', { hasText: 'Choose your colour' }).waitFor();
    expect(await violations(ben.page)).toEqual([]);
    await ben.page.getByRole('radio', { name: 'Green', exact: true }).check();
    await ben.screenshot('colour-1440-light-en');
    await ben.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await ben.page.getByText('Nothing today').waitFor();
    await ana.page.getByRole('button', { name: /Ben/ }).waitFor();

    const example = ana.page.getByRole('textbox', { name: 'Add a task' });
    await comesTo(() => example.inputValue(), 'Cook dinner tomorrow 18:30');
    await example.fill('');
    await example.press('Escape');
    await ana.page.keyboard.press('q');
    await ana.page.keyboard.type('Take out bins every day in turn #outside');
    await ana.page.getByText('New category outside').waitFor();
    expect(await ana.page.locator('mark').allTextContents()).toEqual(['every day', 'in turn', '#outside']);
    await ana.page.keyboard.press('Enter');
    const tick = (page: Page) => page.getByRole('checkbox', { name: 'Take out bins, Ana' });
    await tick(ben.page).waitFor();

    await tick(ana.page).click();
    await ana.page.getByRole('checkbox', { checked: true }).waitFor();
    const undo = ana.page.getByRole('button', { name: 'Undo' });
    // The toast stays while the pointer is over it.
    await undo.hover();
    await ben.page.getByRole('checkbox', { checked: true }).waitFor();
    await undo.click();
    await ben.page.getByRole('checkbox', { checked: false }).waitFor();
    await ana.page.getByRole('checkbox', { checked: false }).waitFor();
    expect(await violations(ana.page)).toEqual([]);
    expect(await violations(ben.page)).toEqual([]);

    const before = ana.errors.length;
    await ana.page.context().setOffline(true);
    await tick(ana.page).click();
    await ana.page.getByRole('checkbox', { checked: true }).waitFor();
    await ana.page.getByText('1 change not synced yet').waitFor();
    await ana.page.context().setOffline(false);
    await ben.page.getByRole('checkbox', { checked: true }).waitFor();

    await ana.page.getByRole('button', { name: 'More', exact: true }).click();
    await ana.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ana.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await leftOn(ana.page)).toEqual({ databases: [], keys: ['planner.locale'], session: [] });

    expect(withoutExpected(ana.errors.slice(0, before))).toEqual([]);
    expect(withoutExpected(ben.errors)).toEqual([]);
    for (const { origins } of [ana, ben]) expect([...origins]).toEqual([web.base]);
  }, 180_000);

  inFullTier.test(
    'shows members a message in their language while somebody else changes many tasks',
    async () => {
      const [ana, ben, zoe] = [
        await person(web.base, 'Ana'),
        await person(web.base, 'Ben'),
        await person(web.base, 'Zoé', 'fr'),
      ];
      const id = await home(ana, ben, zoe);
      await ana.post(`/households/${id}/tasks`, { title: 'Air the rooms', date: todayIn('Europe/Paris') });
      const seen = [
        await signedIn(web, ben, PHONE),
        await signedIn(web, zoe, { ...DESK, locale: 'fr-FR' }),
      ] as const;
      const lines = [
        seen[0].page.getByText('Many tasks are being updated'),
        seen[1].page.getByText('De nombreuses tâches sont en cours de modification'),
      ] as const;
      for (const { page } of seen) await page.getByRole('checkbox').first().waitFor();
      const client = new pg.Client({ connectionString: web.databaseUrl });
      await client.connect();
      // The database row of an operation whose rest a job still has to do.
      await client.query(
        `update operations set work = '{"kind": "category", "done": 1, "total": 2}' where household_id = $1`,
        [id],
      );
      await ana.post(`/households/${id}/tasks`, {
        ...{ title: 'Water the plants', date: todayIn('Europe/Paris') },
        recurrence: { frequency: 'daily' },
      });
      for (const line of lines) await line.waitFor();
      for (const { page } of seen) expect(await violations(page)).toEqual([]);
      await client.query('update operations set work = null where household_id = $1', [id]);
      await client.end();
      for (const line of lines) await line.waitFor({ state: 'detached' });
      for (const { page, errors } of seen) {
        expect(withoutExpected(errors)).toEqual([]);
        await page.context().close();
      }
    },
    180_000,
  );

  inFullTier.test(
    'registers a click on a row while other rows move to the completed tasks',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      for (const title of ['Air the rooms', 'Sweep the yard', 'Water the plants'])
        await ana.post(`/households/${id}/tasks`, { title, date: '2020-02-01' });
      const { page } = await signedIn(web, ana, PHONE);
      await page.getByRole('button', { name: 'Show' }).click();
      const slow = await page.context().newCDPSession(page);
      await slow.send('Animation.enable');
      await slow.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
      await page.getByRole('checkbox', { name: 'Air the rooms', checked: false }).click();
      await page.mouse.move(5, 5);
      const row = page.locator('[data-row]', { hasText: 'Sweep the yard' });
      const moves = () => row.evaluate((it) => it.getAnimations().length > 0);
      await until(moves, 'the row moves');
      // A raw click that waits for nothing, like that of a finger.
      const { x, y, width, height } = (await row.getByRole('checkbox').boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.getByText('Done: “Sweep the yard”').waitFor();
      expect(await moves()).toBe(true);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'renders only the first rows of a day with many tasks, and further rows when the user scrolls',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      for (let i = 1; i <= 130; i++)
        await ana.post(`/households/${id}/tasks`, { title: `Task ${i}`, date: todayIn('Europe/Paris') });
      const { page } = await signedIn(web, ana);
      const rows = page.locator('#main [data-row]');
      await rows.first().waitFor();
      await comesTo(() => rows.count(), 28);
      await page.keyboard.press('End');
      await until(async () => (await rows.count()) === 130, 'all 130 rows are shown');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'has no layout or accessibility fault in both themes and languages, on narrow and wide screens, and from right to left',
    async () => {
      const looks = [
        ['light', 'en-GB', 390],
        ['dark', 'en-GB', 1440],
        ['dark', 'fr-FR', 320],
      ] as const;
      const email = await accountWithTasks(web.base);
      for (const [colorScheme, locale, width] of looks) {
        const seen = await watchedPage(web.browser, {
          colorScheme,
          locale,
          timezoneId: 'Europe/Paris',
          viewport: { width, height: 800 },
        });
        const { page } = seen;
        await page.goto(`${web.base}/sign-in`);
        await page.locator('input[type=email]').fill(email);
        await page.locator('input[type=password]').fill(PASSWORD);
        await page.locator('button[type=submit]').click();
        await page.waitForURL(/\/today$/);
        await page.getByRole('checkbox').first().waitFor();
        expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
        await page.evaluate(`document.documentElement.dir = 'rtl'`);
        expect(await sideways(page)).toBe(0);
        await page.evaluate(`document.documentElement.dir = 'ltr'`);
        await seen.screenshot(`today-${String(width)}-${colorScheme}-${locale.slice(0, 2)}`);
        expect(withoutExpected(seen.errors)).toEqual([]);
        await page.context().close();
      }
    },
    180_000,
  );
});

async function register(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

const leftOn = (page: Page): Promise<unknown> =>
  page.evaluate(`indexedDB.databases().then((databases) => ({
    databases: databases.map(({ name }) => name),
    keys: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }))`);

const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

async function accountWithTasks(base: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${base}/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Requested-With': 'app',
        'X-Client': 'mobile',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as Record<string, string>;
  };
  const { accessToken } = await post('/auth/register', { email, password: PASSWORD, displayName: 'Ana' });
  const { id } = await post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' }, accessToken);
  for (const text of [
    'Water the plants today @me !private',
    'Anticonstitutionnellementanticonstitutionnellement today #kitchen !high',
    'Call the school today at 23:59',
    'Sweep the yard every day in turn',
  ])
    await post(`/households/${id}/tasks/quick`, { text }, accessToken);
  return email;
}
