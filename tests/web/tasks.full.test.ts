import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { aHouse, civilDay, home, person, PHONE, signedIn } from '../support/web-people.js';

const DAY = 86_400_000;
/** More than two pages of tasks that were completed before the replica begins. */
const LONG_AGO = 205;

describeWeb('the task list', (web) => {
  test('requests the suggested dates from the service again when the day changes while the date editor is open', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
    const { page } = await signedIn(web, ana, PHONE);
    const isForDates = (one: { url: () => string }) => one.url().endsWith('/quick-add/parse');
    await page.clock.install();
    await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
    // All dates are requested at once, before the first of them is answered.
    const first = page.waitForResponse(isForDates);
    await page.getByRole('button', { name: /^When/ }).click();
    await first;
    const second = page.waitForRequest(isForDates);
    await page.clock.fastForward('24:00:00');
    await second;
    await page.context().close();
  });

  test('shows the tasks of each view, keeps filters over a reload and between views, and explains an empty view', async () => {
    const {
      id,
      people: [ana],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
    const kitchen = await ana.post(`/households/${id}/categories`, { name: 'Kitchen' });
    const add = (title: string, more: object) => ana.post(`/households/${id}/tasks`, { title, ...more });
    await add('Air the rooms', { date: civilDay(0), responsibleMemberIds: [anaId] });
    await add('Buy paint', { responsibleMemberIds: [benId] });
    await add('Call the plumber', {
      date: civilDay(1),
      responsibleMemberIds: [benId],
      categoryId: kitchen.id,
    });
    await add('Defrost', { date: civilDay(-1), responsibleMemberIds: [], categoryId: kitchen.id });
    const eggs = await add('Eggs', { date: civilDay(-1), responsibleMemberIds: [anaId] });
    await ana.post(`/households/${id}/occurrences/${eggs.id}/complete`, {});

    const { page, errors, screenshot } = await signedIn(web, ana, PHONE);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tasks' }).click();
    for (const [view, titles] of [
      ['All', ['Defrost', 'Air the rooms', 'Call the plumber', 'Buy paint']],
      ['Upcoming', ['Call the plumber']],
      ['Late', ['Defrost']],
      ['No date', ['Buy paint']],
      ['Mine', ['Air the rooms']],
      ['Unassigned', ['Defrost']],
      ['Done', ['Eggs']],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.getByRole('list', { name: view }).waitFor();
      await until(
        async () => (await titlesOf(page)).join() === titles.join(),
        'the filtered tasks are listed',
      );
    }
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);

    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Ben', exact: true }).click();
    await until(
      async () => (await titlesOf(page)).join() === 'Call the plumber,Buy paint',
      'both tasks in the house are listed',
    );
    await page.getByRole('button', { name: 'Kitchen' }).click();
    await until(
      async () => (await titlesOf(page)).join() === 'Call the plumber',
      'only the call to the plumber is listed',
    );
    await page.reload();
    await page.getByRole('button', { name: 'Ben', pressed: true }).waitFor();
    await until(
      async () => (await titlesOf(page)).join() === 'Call the plumber',
      'only the call to the plumber is listed',
    );
    await screenshot('tasks-filtered-390-light-en');
    await page.getByRole('link', { name: 'Late', exact: true }).click();
    await page.getByText('Remove a filter').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ben', exact: true }).click();
    await until(async () => (await titlesOf(page)).join() === 'Defrost', 'only defrosting is listed');
    // A ticked row stays until the pointer has left, and is in the view of completed tasks.
    await page.getByRole('checkbox', { name: /Defrost/ }).click();
    await page.getByRole('checkbox', { name: /Defrost/, checked: true }).waitFor();
    await page.getByRole('link', { name: 'Done', exact: true }).click();
    await until(async () => (await titlesOf(page)).join() === 'Defrost', 'only defrosting is listed');
    await page.goBack();
    await page.waitForURL(/overdue/);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('loads old completed tasks, which the device does not store, page by page until the last one', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const at = new Date(Date.now() - 60 * DAY).toISOString();
    for (let i = 1; i <= LONG_AGO; i++) {
      const task = await ana.post(`/households/${id}/tasks`, { title: `Old ${i}`, date: civilDay(-60) });
      await ana.post(`/households/${id}/occurrences/${task.id}/complete`, { completedAt: at });
    }
    const { page, errors } = await signedIn(web, ana, PHONE);
    await page.goto(`${web.base}/households/${id}/tasks/done`);
    await page.getByText('Nothing done in the last few days.').waitFor();
    const older = page.getByRole('button', { name: 'Show older' });
    const brought = async (count: number) => {
      await page.getByText(`${count} tasks`, { exact: true }).waitFor();
    };
    await older.click();
    await brought(100);
    await older.click();
    await brought(200);
    await older.click();
    await brought(LONG_AGO);
    await older.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page
      .locator('#main [data-row]')
      .nth(LONG_AGO - 1)
      .waitFor();
    expect(new Set(await titlesOf(page)).size).toBe(LONG_AGO);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('ticks a row that is swiped towards its end, and opens its menu when swiped towards its start', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.post(`/households/${id}/tasks`, { title: 'Air the rooms', date: civilDay(0) });
    const { page, errors } = await signedIn(web, ana, { ...PHONE, hasTouch: true });
    const tick = page.getByRole('checkbox', { name: /Air the rooms/ });
    await tick.waitFor();
    const finger = await page.context().newCDPSession(page);
    const draw = async (by: number) => {
      const { x, y } = (await tick.boundingBox())!;
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: to === undefined ? [] : [{ x: x + 150 + to, y: y + 20 }],
        });
      await touch('touchStart', 0);
      for (const part of [0.2, 0.6, 1]) await touch('touchMove', by * part);
      await touch('touchEnd');
    };
    await draw(40);
    expect(await tick.getAttribute('aria-checked')).toBe('false');
    // The module for swipes is loaded after the first rows.
    await until(async () => {
      if ((await tick.getAttribute('aria-checked')) === 'true') return true;
      await draw(120);
      return false;
    }, 'the stroke has ticked the task');
    await draw(-120);
    await page
      .getByRole('dialog', { name: 'Air the rooms' })
      .getByRole('button', { name: 'Mark as not done' })
      .waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  });
});

const titlesOf = (page: Page): Promise<string[]> => page.locator('#main [data-row] a').allTextContents();
