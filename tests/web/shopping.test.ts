import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { nameKey } from '../../domain/shopping/name-key.js';
import { watchedPage } from '../support/chromium.js';
import { inFullTier } from '../support/tier.js';
import { describeWebInWholeBrowser, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { OFFLINE_PHONE, PASSWORD, signInByRequest } from '../support/web-people.js';
import { comesTo } from '../support/until.js';

describeWebInWholeBrowser('the shopping list in a browser', (web) => {
  inFullTier.test(
    'adds three items from one line, shows a tick on another screen, edits an item, undoes clearing, and adds items without a network',
    async () => {
      const { ana, ben, householdId } = await home(web.base);
      const phone = await signedIn(ana, { width: 390, locale: 'en-GB', colorScheme: 'light' });
      const desk = await signedIn(ben, { width: 1440, locale: 'fr-FR', colorScheme: 'dark' });

      await phone.page.getByText('Add what’s running out').waitFor();
      expect(await violations(phone.page)).toEqual([]);
      await write(phone.page, '2 kg flour, milk and 6 eggs');
      await tick(phone.page, 'flour, 2 kg').waitFor();
      await phone.page.getByText('3 items to buy').waitFor();
      await desk.page.getByRole('checkbox', { name: 'eggs, 6' }).waitFor();
      const headings = await desk.page.getByRole('heading', { level: 2 }).allTextContents();
      expect(headings).toEqual(['Groceries', 'Dairy and eggs']);

      await tick(phone.page, 'milk').click();
      await desk.page.getByRole('checkbox', { name: /milk/, checked: true }).waitFor();
      expect(await desk.page.getByRole('checkbox').evaluateAll(labels)).toEqual([
        'flour, 2 kg',
        'milk',
        'eggs, 6',
      ]);
      await desk.page.getByTitle('coché par Ana').waitFor();
      expect([await violations(phone.page), await violations(desk.page)]).toEqual([[], []]);

      await phone.page.getByRole('button', { name: /^flour/ }).click();
      await phone.page.getByLabel('Quantity').fill('3.5');
      await phone.page.getByLabel('Note').fill('the coarse one');
      expect(await violations(phone.page)).toEqual([]);
      await phone.page.getByRole('button', { name: 'Save' }).click();
      await desk.page.getByRole('button', { name: /^flour 3,5 kg the coarse one/ }).waitFor();

      await phone.page.getByRole('button', { name: 'Clear ticked items' }).click();
      const undo = phone.page.getByRole('button', { name: 'Undo' });
      // The toast stays while the pointer is over it.
      await undo.hover();
      await desk.page.getByRole('checkbox', { name: /milk/ }).waitFor({ state: 'detached' });
      await undo.click();
      await desk.page.getByRole('checkbox', { name: /milk/, checked: true }).waitFor();

      const before = phone.errors.length;
      await phone.page.context().setOffline(true);
      await tick(phone.page, 'eggs, 6').click();
      await phone.page.getByRole('checkbox', { name: /eggs/, checked: true }).waitFor();
      await write(phone.page, '500 g butter');
      await phone.page.getByText('500 g butter Will be added').waitFor();
      await phone.page.context().setOffline(false);
      await desk.page.getByRole('checkbox', { name: 'butter, 500 g', checked: false }).waitFor();
      await desk.page.getByRole('checkbox', { name: /eggs/, checked: true }).waitFor();
      await phone.page.getByText('Will be added').waitFor({ state: 'detached' });
      await comesTo(() => desk.page.getByRole('checkbox', { name: /butter/ }).count(), 1);

      expect([await sideways(phone.page), await sideways(desk.page)]).toEqual([0, 0]);
      await phone.screenshot('shopping-390-light-en');
      await desk.screenshot('shopping-1440-dark-fr');
      expect(withoutExpected(phone.errors.slice(0, before))).toEqual([]);
      expect(withoutExpected(desk.errors)).toEqual([]);

      async function signedIn(email: string, look: Look) {
        const seen = await open(web.browser, look);
        await signInByRequest(seen.page.context(), web.base, email);
        await seen.page.goto(`${web.base}/households/${householdId}/shopping`);
        return seen;
      }
    },
    180_000,
  );

  inFullTier.test(
    'adds the open lines of a pasted list, each with its own request, and puts a refused line back',
    async () => {
      const { ana, householdId } = await home(web.base);
      const { page } = await open(web.browser, { width: 390, locale: 'en-GB', colorScheme: 'light' });
      page.setDefaultTimeout(30_000);
      await signInByRequest(page.context(), web.base, ana);
      await page.goto(`${web.base}/households/${householdId}/shopping`);
      const texts: string[] = [];
      const keys = new Set<string>();
      await page.route('**/shopping/items', async (route) => {
        const request = route.request();
        if (request.method() !== 'POST') return route.continue();
        texts.push((request.postDataJSON() as { text: string }).text);
        keys.add(request.headers()['idempotency-key'] ?? '');
        // The service receives the second line, but its answer is lost.
        if (texts.length !== 2) return route.continue();
        await route.fetch();
        return route.abort();
      });
      const long = 'x'.repeat(81);
      await write(page, `- [ ] milk\n- [x] bread\n2) 6 eggs\n• ${long}`);
      await tick(page, 'eggs, 6').waitFor();
      await comesTo(() => page.getByRole('textbox', { name: 'What to buy' }).inputValue(), long);
      expect(texts).toEqual(['milk', '6 eggs', '6 eggs', long]);
      expect(keys.size).toBe(3);
      expect(await page.getByRole('checkbox').count()).toBe(2);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'adds the open lines of a list that was pasted without a network, and asks about the line that is refused',
    async () => {
      const { ana, householdId } = await home(web.base);
      const { page } = await watchedPage(web.browser, OFFLINE_PHONE);
      page.setDefaultTimeout(30_000);
      await signInByRequest(page.context(), web.base, ana);
      await page.goto(`${web.base}/households/${householdId}/shopping`);
      await page.getByText('Add what’s running out').waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.context().setOffline(true);
      await write(page, `- [ ] milk\n- [x] bread\n• ${'x'.repeat(81)}\n2) 6 eggs`);
      await page.getByText('1 change not synced yet').waitFor();
      await page.getByText('Will be added when you’re online').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().setOffline(false);
      await tick(page, 'eggs, 6').waitFor();
      await tick(page, 'milk').waitFor();
      await page.getByText('1 change needs your decision').waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(2);
      await page.context().close();
    },
    180_000,
  );

  test('has large rows that are ticked by their text in shop mode, which keeps the screen on and survives a reload', async () => {
    const { ana, householdId } = await home(web.base);
    const { page, errors, screenshot } = await open(web.browser, {
      width: 390,
      locale: 'en-GB',
      colorScheme: 'dark',
    });
    page.setDefaultTimeout(30_000);
    await page.addInitScript(COUNT_LOCKS);
    await signInByRequest(page.context(), web.base, ana);
    await page.goto(`${web.base}/households/${householdId}/shopping`);
    await write(page, '2 kg flour, milk');
    await tick(page, 'milk').waitFor();
    const height = async () => (await page.locator('[data-row]').first().boundingBox())?.height ?? 0;
    const before = await height();

    const mode = page.getByRole('button', { name: 'Shopping mode' });
    await mode.click();
    await page.getByText('The screen stays on').waitFor();
    expect(await page.evaluate('locks.length')).toBe(1);
    expect(await height()).toBeGreaterThan(before * 1.3);
    await page.getByText('milk', { exact: true }).click();
    await page.getByRole('checkbox', { name: /milk/, checked: true }).waitFor();
    await comesTo(() => page.getByRole('dialog').count(), 0);
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('shopping-in-shop-390-dark-en');

    // The browser releases the lock when something covers the page, so it has to be requested again.
    await page.evaluate('locks[0].release()');
    await page.getByText('may switch off').waitFor();
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('The screen stays on').waitFor();
    expect(await page.evaluate('locks.map(({ released }) => released)')).toEqual([true, false]);

    await page.reload();
    await page.getByRole('button', { name: 'Shopping mode', pressed: true }).waitFor();
    await page.getByText('The screen stays on').waitFor();
    await mode.click();
    await page.getByRole('textbox', { name: 'What to buy' }).waitFor();
    await page.waitForFunction('locks.every(({ released }) => released)');
    expect(await height()).toBe(before);
    await page.getByRole('button', { name: /^milk.*edit/ }).click();
    await page.getByRole('dialog', { name: 'milk' }).waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'sorts two lists in the order of their shops, moves an item between the lists, and suggests items that are due',
    async () => {
      const { ana, ben, householdId } = await home(web.base);
      const { page, errors, screenshot } = await open(web.browser, {
        width: 390,
        locale: 'en-GB',
        colorScheme: 'light',
      });
      page.setDefaultTimeout(30_000);
      await signInByRequest(page.context(), web.base, ana);
      await page.goto(`${web.base}/households/${householdId}/shopping`);
      await write(page, 'bread, milk, apples');
      await tick(page, 'apples').waitFor();
      const headings = () => page.locator('main section h2').allTextContents();
      const byDefault = await headings();
      expect(byDefault).toHaveLength(3);

      await page.getByRole('button', { name: 'Edit list' }).click();
      const dialog = page.getByRole('dialog', { name: 'Shopping' });
      const up = dialog.getByRole('button', { name: `Move ${byDefault[2]} up` });
      await up.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
      await dialog.getByLabel('Add a section').fill('Cheese');
      await page.keyboard.press('Enter');
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('shopping-arrange-390-light-en');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await headings()).toEqual([byDefault[2], byDefault[0], byDefault[1]]);

      await page.getByRole('button', { name: 'New list' }).click();
      await page.getByLabel('List name').fill('Hardware store');
      await page.getByRole('button', { name: 'Create list' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Hardware store', pressed: true }).waitFor();
      expect(await headings()).toEqual([]);
      await write(page, '12 screws');
      await tick(page, 'screws, 12').waitFor();
      await page.getByRole('button', { name: 'Shopping', exact: true, pressed: false }).click();
      await page.getByRole('button', { name: /^milk.*edit/ }).click();
      await page.getByLabel('Shopping list', { exact: true }).selectOption('Hardware store');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await tick(page, 'milk').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Hardware store', pressed: false }).click();
      await tick(page, 'milk').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Hardware store', pressed: true }).waitFor();
      await tick(page, 'screws, 12').click();
      await page.getByRole('button', { name: 'Clear ticked items' }).click();
      await page.getByRole('checkbox', { name: /screws/ }).waitFor({ state: 'detached' });
      await tick(page, 'milk').waitFor();

      await haveBought(web.databaseUrl, householdId, [
        'butter',
        'free-range eggs from the farm around the corner',
      ]);
      await page.reload();
      const due = page.getByRole('list', { name: 'Time to buy again' });
      await due.getByRole('button', { name: 'butter', exact: true }).waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('shopping-lists-390-light-en');
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await sideways(page)).toBe(0);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page)).toEqual([]);
      await screenshot('shopping-lists-320-dark-en');
      await page.getByRole('button', { name: 'Edit list' }).click();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('shopping-arrange-320-dark-en');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await due.getByRole('button', { name: /^Not now: free-range/ }).click();
      await due
        .getByRole('button', { name: /free-range/ })
        .first()
        .waitFor({ state: 'detached' });
      await due.getByRole('button', { name: 'butter', exact: true }).click();
      await tick(page, 'butter').waitFor();
      await due.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Edit list' }).click();
      await page.getByRole('button', { name: 'Delete list' }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.hover();
      await page.getByRole('button', { name: 'Hardware store' }).waitFor({ state: 'detached' });
      await tick(page, 'bread').waitFor();
      await undo.click();
      await page.getByRole('button', { name: 'Hardware store' }).waitFor();
      const desk = await open(web.browser, { width: 1440, locale: 'fr-FR', colorScheme: 'dark' });
      await signInByRequest(desk.page.context(), web.base, ben);
      await desk.page.goto(`${web.base}/households/${householdId}/shopping`);
      await desk.page.getByRole('button', { name: 'Nouvelle liste' }).waitFor();
      await desk.page.getByRole('button', { name: 'Hardware store' }).click();
      await desk.page.getByRole('checkbox', { name: 'butter', checked: false }).waitFor();
      await desk.page.getByRole('button', { name: 'Modifier la liste' }).click();
      expect([await violations(desk.page), await sideways(desk.page)]).toEqual([[], 0]);
      await desk.screenshot('shopping-arrange-1440-dark-fr');
      await desk.page.keyboard.press('Escape');
      expect(withoutExpected([...errors, ...desk.errors])).toEqual([]);

      // Somebody deletes the list while another person adds to it offline. The text is kept.
      await page.getByRole('button', { name: 'Hardware store', pressed: true }).waitFor();
      await page.context().setOffline(true);
      await write(page, 'wood glue');
      await page.getByText('wood glue Will be added').waitFor();
      await desk.page.getByRole('button', { name: 'Modifier la liste' }).click();
      await desk.page.getByRole('button', { name: 'Supprimer la liste' }).click();
      await desk.page.getByRole('button', { name: 'Hardware store' }).waitFor({ state: 'detached' });
      await page.context().setOffline(false);
      await tick(page, 'wood glue').waitFor();
      await tick(page, 'bread').waitFor();
      await Promise.all([page, desk.page].map((each) => each.context().close()));
    },
    180_000,
  );
});

/** Stores weekly purchases until a week ago. */
async function haveBought(url: string, householdId: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of names)
    await client.query(
      `insert into shopping_history (household_id, name_key, name, times, last_at, bought)
       values ($1, $2, $3, 5, now(), array(select now() - n * interval '7 days' from generate_series(1, 5) n))`,
      [householdId, nameKey(name), name],
    );
  await client.end();
}

/** Records the wake locks that the page requests. */
const COUNT_LOCKS = `globalThis.locks = [];
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (kind) => {
  const lock = await request(kind);
  locks.push(lock);
  return lock;
};`;

type Look = { width: number; locale: string; colorScheme: 'light' | 'dark' };

const open = (browser: Browser, { width, ...look }: Look) =>
  watchedPage(browser, { ...look, timezoneId: 'Europe/Paris', viewport: { width, height: 844 } });

const labels = (elements: { getAttribute(name: string): string | null }[]) =>
  elements.map((element) => element.getAttribute('aria-label'));

const tick = (page: Page, what: string) =>
  page.getByRole('checkbox', { name: `${what}`, exact: true, checked: false });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'What to buy' }).fill(text);
  await page.keyboard.press('Enter');
}

/** Creates an empty household of two people, one of whom uses French. */
async function home(base: string): Promise<{ ana: string; ben: string; householdId: string }> {
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
    expect([200, 201]).toContain(response.status);
    return (await response.json()) as Record<string, string>;
  };
  const [ana, ben] = [`${crypto.randomUUID()}@example.org`, `${crypto.randomUUID()}@example.org`];
  const [host, guest] = await Promise.all([
    post('/auth/register', { email: ana, password: PASSWORD, displayName: 'Ana', locale: 'en' }),
    post('/auth/register', { email: ben, password: PASSWORD, displayName: 'Ben', locale: 'fr' }),
  ]);
  const { id = '' } = await post(
    '/households',
    { name: 'Chez nous', timeZone: 'Europe/Paris' },
    host['accessToken'],
  );
  const { token } = await post(`/households/${id}/invitations`, {}, host['accessToken']);
  await post('/invitations/accept', { token }, guest['accessToken']);
  return { ana, ben, householdId: id };
}
