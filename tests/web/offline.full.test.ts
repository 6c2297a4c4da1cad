import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { watchedPage } from '../support/chromium.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb } from '../support/web-pages.js';
import { OFFLINE_PHONE, PASSWORD, home, person, signedIn } from '../support/web-people.js';

describeWeb('the client without a network or a session', (web) => {
  test('keeps offline work over a reload, sends it once and shows it in every tab, while only one tab reads the live stream', async () => {
    const { page, errors } = await watchedPage(web.browser, OFFLINE_PHONE);
    const household = await begin(page, web.base);
    await add(page, 'Sweep the yard today');
    await add(page, 'Buy a present today !private');
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.reload();
    await page.getByText('Only you').waitFor();
    expect(await stored(page)).toEqual({ titles: ['Sweep the yard'], kept: [] });
    expect(errors.filter((error) => !/status of 401|ERR_ABORTED/.test(error))).toEqual([]);

    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Sweep the yard, unassigned', checked: false }).click();
    await page.getByText('1 change not synced yet').waitFor();
    await page.getByRole('textbox', { name: 'Add a task' }).fill('Call the school tomorrow');
    await page.keyboard.press('Enter');
    await page.getByText('2 changes not synced yet').waitFor();
    await page.reload();
    await page.getByText('2 changes not synced yet').waitFor();
    await comesTo(() => page.getByRole('textbox', { name: 'Add a task' }).inputValue(), '');
    await page.context().setOffline(false);
    await comesTo(() => page.getByText('not synced yet').count(), 0);
    // The device does not store personal tasks, and the service was not reachable when the page started.
    await page.getByText('Only you').waitFor();

    const others = [await page.context().newPage(), await page.context().newPage()];
    for (const other of others) {
      await other.goto(`${web.base}/`);
      await other.getByText('Call the school').waitFor();
      await other.getByText('Done · 1').waitFor();
    }
    expect(await titlesOf(page, household)).toEqual(['Buy a present', 'Call the school', 'Sweep the yard']);
    expect(await streamsOf(page)).toBe(1);
    await page.close();
    const [first, second] = others as [Page, Page];
    await add(first, 'Water the herbs today');
    await second.getByText('Water the herbs').waitFor();

    await first.getByRole('button', { name: 'More', exact: true }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await second.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))')).toEqual(
      [],
    );
  }, 180_000);

  test('sends each of twelve offline ticks once, in the order of the ticks', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const titles = Array.from({ length: 12 }, (_, index) => `Chore ${String.fromCharCode(65 + index)}`);
    for (const title of titles) await ana.post(`/households/${id}/tasks/quick`, { text: `${title} today` });
    const { page } = await signedIn(web, ana, OFFLINE_PHONE);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.context().setOffline(true);
    for (const title of titles) await page.getByRole('checkbox', { name: new RegExp(`^${title},`) }).click();
    await page.getByText('12 changes not synced yet').waitFor();
    await page.reload();
    await page.getByText('12 changes not synced yet').waitFor();
    await page.context().setOffline(false);
    await comesTo(() => page.getByText('not synced yet').count(), 0);
    const done = await ana.get<{ kind: string; subject: { title: string } }[]>(
      `/households/${id}/operations?limit=100`,
    );
    const ticked = done.filter(({ kind }) => kind === 'COMPLETED').map(({ subject }) => subject.title);
    expect(ticked.reverse()).toEqual(titles);
    await page.context().close();
  }, 180_000);

  test('shows the stored tasks of each household that the user opens without a network', async () => {
    const ana = await person(web.base, 'Ana');
    const [first, second] = [await home(ana), await home(ana)];
    await ana.post(`/households/${first}/tasks/quick`, { text: 'Sweep the yard today' });
    await ana.post(`/households/${second}/tasks/quick`, { text: 'Light the stove today' });
    const { page } = await signedIn(web, ana, OFFLINE_PHONE);
    const today = (id: string) => `${web.base}/households/${id}/today`;
    await page.goto(today(second));
    await page.getByText('Light the stove').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.goto(today(first));
    await page.getByText('Sweep the yard').waitFor();
    // The address of the second household is opened without a reload, as by a link of the app.
    await page.context().setOffline(true);
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
    }, today(second));
    await page.getByText('Light the stove').waitFor();
    await page.context().close();
  }, 180_000);

  test('does not send an action that the user undoes while the device reads its outbox', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    for (const text of ['Sweep the yard today', 'Dust the shelves today'])
      await ana.post(`/households/${id}/tasks/quick`, { text });
    const { page } = await signedIn(web, ana);
    const sent: string[] = [];
    await page.route('**/commands', async (route) => {
      sent.push(route.request().postData() ?? '');
      await route.continue();
    });
    await page.evaluate(UNDO_AMID_READING);
    await page.getByRole('checkbox', { name: /^Sweep the yard/, checked: false }).click();
    await page.waitForFunction(() => Reflect.get(globalThis, 'isTakenBack') === true);
    await page.getByRole('checkbox', { name: /^Dust the shelves/, checked: false }).click();
    await until(() => sent.length > 0, 'the request is sent');
    const { id: dust } = (
      await ana.get<{ id: string; title: string }[]>(`/households/${id}/occurrences`)
    ).find(({ title }) => title === 'Dust the shelves')!;
    const acts = sent.flatMap((body) => (JSON.parse(body) as { commands: object[] }).commands);
    expect(acts).toMatchObject([{ type: 'occurrence.complete', occurrenceId: dust }]);
    await page.context().close();
  }, 180_000);

  test('keeps a typed sentence for the same person who signs in again after the session has ended during typing', async () => {
    const { page } = await watchedPage(web.browser, { locale: 'en-GB' });
    await begin(page, web.base);
    const sentence = page.getByRole('textbox', { name: 'Add a task' });
    const read = page.waitForResponse(/quick-add/);
    await sentence.fill('Call granny');
    await read;
    await page.context().clearCookies();
    await sentence.fill('Call granny today');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await comesTo(() => sentence.inputValue(), 'Call granny today');
    await sentence.press('Enter');
    await page.getByRole('checkbox', { name: /Call granny/ }).waitFor();
  }, 180_000);
});

/** Registers and creates a household in the browser. Returns its id. */
async function begin(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/register`);
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name of your home').fill('Chez nous');
  await page.getByRole('button', { name: 'Next: who lives here' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByText('Nothing today').waitFor();
  return /households\/([^/]+)/.exec(page.url())?.[1] ?? '';
}

async function add(page: Page, sentence: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Add a task' }).fill(sentence);
  await page.keyboard.press('Enter');
  await page.getByText(`Added “${sentence.split(' ')[0] ?? ''}`).waitFor();
}

/** Returns the titles in the databases of the device, and the API addresses in the caches of the worker. */
const stored = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const [{ name }] = await indexedDB.databases();
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows = await new Promise((resolve) => {
      const reading = database.transaction('rows').objectStore('rows').getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
    const kept = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return {
      titles: rows.filter(({ kind }) => kind === 'occurrences').map(({ row }) => row.title),
      kept: kept.map(({ url }) => url).filter((url) => url.includes('/v1/')),
    };
  })()`);

/** Presses Undo once, after the outbox was read and before its entries are used. */
const UNDO_AMID_READING = `{
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...what) {
    const reading = getAll.apply(this, what);
    if (this.name === 'outbox')
      reading.addEventListener('success', () => {
        const undo = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo');
        if (undo === undefined || reading.result.length === 0) return;
        globalThis.isTakenBack = true;
        IDBObjectStore.prototype.getAll = getAll;
        undo.click();
      });
    return reading;
  };
}`;

const titlesOf = (page: Page, household: string): Promise<string[]> =>
  page.evaluate(
    `fetch('/v1/households/${household}/occurrences').then((response) => response.json()).then((rows) => rows.map(({ title }) => title).sort())`,
  );

/** Returns how many tabs of this browser hold the lock for reading a stream. */
const streamsOf = (page: Page): Promise<number> =>
  page.evaluate(
    `navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('planner.live')).length)`,
  );
