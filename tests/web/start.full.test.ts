import { expect, test } from '@jest/globals';
import { aSignal } from '../support/signal.js';
import { watchedPage } from '../support/chromium.js';
import { describeWeb, withoutExpected } from '../support/web-pages.js';
import { home, person, PHONE, signedIn } from '../support/web-people.js';

describeWeb('the start of the client', (web) => {
  test('requests the first page of the change feed once, before any module runs, if the device has only cookies', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.post(`/households/${id}/tasks/quick`, { text: 'Air the rooms today' });
    const { page, errors } = await signedIn(web, ana);
    await page.getByRole('link', { name: 'Air the rooms' }).waitFor();
    // The page names no icon, so the browser requests the default one.
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${web.base}/licences.txt`);
    await page.evaluate(FORGET_ALL);

    const asked: string[] = [];
    let isWhole = false;
    page.on('request', (request) => {
      if (!isWhole) asked.push(`${request.method()} ${request.url().slice(web.base.length)}`);
    });
    const modules = aSignal();
    await page.route('**/assets/first-*.js', async (route) => {
      await modules.given;
      await route.continue();
    });
    const copy = page.waitForResponse(/\/changes$/);
    await page.goto(`${web.base}/`, { waitUntil: 'commit' });
    await copy;
    modules.give();
    await page.getByRole('checkbox', { name: /Air the rooms/ }).waitFor();
    isWhole = true;
    const ofSession = asked.filter((each) => /\/v1\/(me$|auth)/.test(each) || /\/changes$/.test(each));
    expect(ofSession).toEqual(['POST /v1/auth/refresh', 'GET /v1/me', `GET /v1/households/${id}/changes`]);
    // The messages of other pages may follow as soon as the first page is there.
    expect(asked.filter((each) => /messages\.(en\.gen|fr)/.test(each))).toHaveLength(1);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('sends no request for a session on a first visit', async () => {
    const { page, errors } = await watchedPage(web.browser, PHONE);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(web.base.length)));
    await page.goto(`${web.base}/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(asked.filter((each) => /^\/v1\/(me$|auth)/.test(each))).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('shows a personal task of today that the device does not store, although a hundred older ones were completed', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const date = '2026-01-10';
    for (let i = 1; i <= 101; i++) {
      const old = await ana.post(`/households/${id}/tasks`, {
        title: `Old ${i}`,
        date,
        visibility: 'PERSONAL',
      });
      await ana.post(`/households/${id}/occurrences/${old.id}/complete`, {
        completedAt: `${date}T12:00:00Z`,
      });
    }
    const mine = {
      date: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date()),
      visibility: 'PERSONAL',
    };
    await ana.post(`/households/${id}/tasks`, { title: 'A present for Ben', ...mine });
    const { page, errors } = await signedIn(web, ana);
    await page.getByRole('link', { name: 'A present for Ben' }).waitFor();
    await page.waitForFunction(IS_KEPT);
    await page.reload();
    await page.getByRole('link', { name: 'A present for Ben' }).waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('sends no request before its modules run if another session has to be ended first', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.post(`/households/${id}/tasks/quick`, { text: 'Air the rooms today' });
    for (const [key, value] of [
      ['planner.leaving', '1'],
      ['planner.shared', '1'],
    ]) {
      const { page } = await signedIn(web, ana);
      await page.getByRole('link', { name: 'Air the rooms' }).waitFor();
      await page.goto(`${web.base}/licences.txt`);
      await page.evaluate(`${FORGET_ALL}.then(() => localStorage.setItem('${key}', '${value}'))`);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().slice(web.base.length)));
      await page.goto(`${web.base}/`);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(asked.filter((each) => /\/v1\/(me$|households|auth\/refresh)/.test(each))).toEqual([]);
      await page.context().close();
    }
  }, 180_000);
});

/** True once the copy and its cursor are stored on the device. */
const IS_KEPT = `(async () => {
  const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('planner-'));
  const database = await new Promise((resolve) => {
    indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
  });
  const count = await new Promise((resolve) => {
    database.transaction('places').objectStore('places').count().onsuccess = ({ target }) => resolve(target.result);
  });
  database.close();
  return count > 0;
})()`;

/** Deletes everything except the cookies, as a browser without space does. */
const FORGET_ALL = `(async () => {
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
})()`;
