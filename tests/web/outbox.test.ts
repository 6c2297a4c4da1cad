import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inFullTier } from '../support/tier.js';
import { comesTo } from '../support/until.js';
import { describeWeb, violations } from '../support/web-pages.js';
import { home, OFFLINE_PHONE, person, signedIn, type Person } from '../support/web-people.js';

describeWeb('the outbox and the files in a browser', (web) => {
  test('sends all later entries after a refused request, and keeps the refused entry with its reason', async () => {
    const ana = await person(web.base, 'Ana');
    const first = await home(ana);
    const second = await home(ana);
    const bins = await ana.post(`/households/${second}/tasks`, { title: 'Bins' });
    const notes: { id: string; text: string }[] = [];
    for (let index = 0; index < 14; index++) {
      const { id } = await ana.post(`/households/${first}/tasks`, { title: `Task ${index}` });
      notes.push({ id, text: `${index} ${'é'.repeat(4_900)}` });
    }
    const { page } = await signedIn(web, ana);
    const left = crypto.randomUUID();
    await keepInOutbox(page, [
      // A household that she has left.
      { householdId: left, act: { type: 'task.quick', text: 'Call granny', ...newIds() } },
      // The service refuses the whole request because of an id of this form.
      { id: 'malformed', householdId: first, act: { type: 'task.quick', text: 'Fix the tap', ...newIds() } },
      ...notes.map(({ id, text }) => ({
        householdId: first,
        act: { type: 'occurrence.set', occurrenceId: id, set: { notes: text }, base: { notes: null } },
      })),
      { householdId: second, act: { type: 'occurrence.complete', occurrenceId: bins.id } },
    ]);
    // A proxy in between accepts smaller requests than the service.
    await page.route('**/commands', (route) =>
      (route.request().postData() ?? '').length > 30_000
        ? route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Too Large</h1>' })
        : route.continue(),
    );
    await page.reload();
    await page.getByRole('button', { name: '2 changes need your decision' }).click();
    const tray = page.getByRole('dialog', { name: 'Needs your attention' });
    await tray.getByText('This household no longer exists, or you’re no longer a member.').waitFor();
    await tray.getByText('Call granny').waitFor();
    await tray.getByText('Fix the tap').waitFor();
    for (const { id, text } of notes)
      await comesTo(
        async () => (await ana.get<{ notes: string }>(`/households/${first}/occurrences/${id}`)).notes,
        text,
      );
    await comesTo(() => statusOf(ana, second, bins.id), 'DONE');
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'sends the entries of one household while the entries of another household have to wait longer',
    async () => {
      const ana = await person(web.base, 'Ana');
      const [slow, quick] = [await home(ana), await home(ana)];
      const bins = await ana.post(`/households/${quick}/tasks`, { title: 'Bins' });
      const { page } = await signedIn(web, ana);
      await keepInOutbox(page, [
        { householdId: slow, act: { type: 'task.quick', text: 'Call granny', ...newIds() } },
        { householdId: quick, act: { type: 'occurrence.complete', occurrenceId: bins.id } },
      ]);
      const tries = { slow: 0, quick: 0 };
      const wait = (seconds: number) => ({
        ...{ status: 503, contentType: 'application/json', headers: { 'Retry-After': String(seconds) } },
        body: JSON.stringify({ error: { code: 'TEMPORARILY_UNAVAILABLE', message: 'Try again later' } }),
      });
      await page.route(`**/households/${slow}/commands`, (route) => {
        tries.slow += 1;
        return route.fulfill(wait(3600));
      });
      await page.route(`**/households/${quick}/commands`, (route) => {
        tries.quick += 1;
        return tries.quick === 1 ? route.fulfill(wait(1)) : route.continue();
      });
      await page.reload();
      await comesTo(() => statusOf(ana, quick, bins.id), 'DONE');
      expect(tries).toEqual({ slow: 1, quick: 2 });
      await page.context().close();
    },
    60_000,
  );

  inFullTier.test(
    'waits as long as the service asks for, and then sends the entries',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const bins = await ana.post(`/households/${id}/tasks`, { title: 'Bins', date: null });
      const { page } = await signedIn(web, ana);
      await keepInOutbox(page, [
        { householdId: id, act: { type: 'occurrence.complete', occurrenceId: bins.id } },
      ]);
      const refusals = [
        { status: 429, code: 'RATE_LIMITED' },
        { status: 503, code: 'UNAVAILABLE' },
        { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' },
      ];
      let asked = 0;
      await page.route('**/commands', (route) => {
        const refusal = refusals[asked++];
        if (refusal === undefined) return route.continue();
        const { status, code } = refusal;
        return route.fulfill({
          ...{ status, headers: { 'Retry-After': '1' }, contentType: 'application/json' },
          body: JSON.stringify({ error: { code, message: 'not now' } }),
        });
      });
      await page.reload();
      await comesTo(() => statusOf(ana, id, bins.id), 'DONE');
      expect(asked).toBe(4);
      expect(await page.getByText('needs your decision').count()).toBe(0);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'sends typed shopping lines from another page, also those that an earlier version stored',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.goto(`${web.base}/households/${id}/shopping`);
      await page.context().setOffline(true);
      const field = page.getByRole('textbox', { name: 'What to buy' });
      await field.fill('2 l milk');
      await field.press('Enter');
      await page.getByText('1 change not synced yet').waitFor();
      await page.evaluate(
        ({ household }) =>
          localStorage.setItem(
            'planner.shopping',
            JSON.stringify([{ key: '3f1c6a52-8d2e-4c51-9a57-6a4d1f0b7c11', household, text: 'oat flakes' }]),
          ),
        { household: id },
      );
      await page.goto(`${web.base}/households/${id}/today`);
      await page.getByText('2 changes not synced yet').waitFor();
      await page.context().setOffline(false);
      await comesTo(() => linesOf(ana, id), 'milk, oat flakes');
      await comesTo(() => page.getByText('not synced yet').count(), 0);
      expect(await page.evaluate(() => localStorage.getItem('planner.shopping'))).toBeNull();
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'sends typed shopping lines before it signs out',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page } = await signedIn(web, ana, { viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      await page.evaluate((household) => {
        const line = { key: '9d0f2c7e-51b4-4f0e-8b0a-2f4c6f3f6d22', household, text: 'bread' };
        localStorage.setItem('planner.shopping', JSON.stringify([line]));
      }, id);
      await page.reload();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(await linesOf(ana, id)).toBe('bread');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'shows a sentence that waits for a network below its field',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      const field = page.getByRole('textbox', { name: 'Add a task' });
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await field.waitFor();
      await page.context().setOffline(true);
      await field.fill('Call granny tomorrow');
      await field.press('Enter');
      const waiting = page.getByRole('list', { name: 'Waiting to be added' });
      await waiting.getByText('Call granny tomorrow').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().setOffline(false);
      await waiting.waitFor({ state: 'detached' });
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'returns a shopping line to its field if the service refuses it',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page } = await signedIn(web, ana);
      await page.goto(`${web.base}/households/${id}/shopping`);
      const field = page.getByRole('textbox', { name: 'What to buy' });
      await field.fill('x'.repeat(200));
      await field.press('Enter');
      await page.getByRole('alert').getByText('Please check your entries.').waitFor();
      expect(await field.inputValue()).toBe('x'.repeat(200));
      expect(await page.getByText('needs your decision').count()).toBe(0);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'shows that a proxy refused an upload, with the HTTP status',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      const { page } = await signedIn(web, ana);
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      const statuses = [413, 502, 504];
      await page.route('**/attachments', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: statuses.shift() ?? 500, contentType: 'text/html', body: '<h1>No</h1>' })
          : route.continue(),
      );
      for (const status of [...statuses]) {
        const file = { name: `${status}.txt`, mimeType: 'text/plain', buffer: Buffer.from('paper') };
        await page.locator('input[type=file][multiple]').setInputFiles(file);
        const row = page.getByRole('listitem').filter({ hasText: file.name });
        await row.getByRole('alert').getByText(`error ${status}`).waitFor();
      }
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'says why a file cannot be opened if a proxy answers instead of the service',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      const { page } = await signedIn(web, ana);
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      const file = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 offer') };
      await page.locator('input[type=file][multiple]').setInputFiles(file);
      const open = page.getByRole('link', { name: /offer\.pdf/ });
      await open.waitFor();
      for (const status of [502, 413, 200]) {
        await page.route(
          '**/v1/households/*/attachments/*',
          (route) =>
            route.fulfill({ status, contentType: 'text/html', body: '<h1>Sign in to the hotel</h1>' }),
          { times: 1 },
        );
        await open.click();
        await page
          .getByText(new RegExp(`error ${status}`))
          .first()
          .waitFor();
      }
      await page.context().close();
    },
    180_000,
  );
});

const newIds = () => ({ occurrenceId: crypto.randomUUID(), taskId: crypto.randomUUID() });

const statusOf = async (who: Person, householdId: string, id: string): Promise<string> =>
  (await who.get<{ status: string }>(`/households/${householdId}/occurrences/${id}`)).status;

const linesOf = async (who: Person, householdId: string): Promise<string> =>
  (await who.get<{ name: string }[]>(`/households/${householdId}/shopping/items`))
    .map(({ name }) => name)
    .sort()
    .join(', ');

type Kept = { readonly id?: string; readonly householdId: string; readonly act: object };

/** Stores these entries in the database of the signed-in user, in the form that every version has used. */
async function keepInOutbox(page: Page, kept: readonly Kept[]): Promise<void> {
  const entries = kept.map((one, order) => ({
    ...{ id: crypto.randomUUID(), order: order + 1, at: new Date().toISOString(), state: 'waiting' },
    ...one,
  }));
  await page.evaluate(async (all) => {
    const userId = localStorage.getItem('planner.user') ?? '';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(`planner-${userId}`);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('not opened'));
    });
    const transaction = database.transaction('outbox', 'readwrite');
    for (const entry of all) transaction.objectStore('outbox').put({ ...entry, userId });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, entries);
}
