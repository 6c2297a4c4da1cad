import { expect, test } from '@jest/globals';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations } from '../support/web-pages.js';
import { home, person, PHONE, signedIn } from '../support/web-people.js';

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const SMALL = { ...PHONE, viewport: { width: 320, height: 640 } };
const LONG_HOME = 'Wohngemeinschaft Zum Goldenen Schwarzwälderkirschtortenbäcker im Hinterhaus';
const LONG_CATEGORY = 'Aquariumundterrariumpflegearbeitenbereich';

describeWeb('the frame and the layout of the client', (web) => {
  test.each([DESK, SMALL])(
    'keeps a field in one row with its label if the category name is long ($viewport.width px wide)',
    async (look) => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      await ana.post(`/households/${id}/categories`, { name: LONG_CATEGORY });
      const { id: task } = await ana.post(`/households/${id}/tasks/quick`, { text: 'Air the rooms today' });
      const { page } = await signedIn(web, ana, look);
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      const category = page.getByRole('combobox', { name: 'Category' });
      for (const choice of ['No category', LONG_CATEGORY]) {
        await category.selectOption(choice);
        await comesTo(() => category.locator('option:checked').textContent(), choice);
        const label = await page.getByText('Category', { exact: true }).boundingBox();
        expect(label?.height).toBeLessThan(30);
        const row = await category.locator('xpath=ancestor::label').boundingBox();
        const field = await category.boundingBox();
        expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
        expect(await sideways(page)).toBe(0);
      }
      await page.context().close();
    },
  );

  test('fits a long household name in the side bar, and marks the current page, also in the account settings', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.send('PATCH', `/households/${id}`, { name: LONG_HOME });
    const { page } = await signedIn(web, ana, DESK);
    const name = page.getByRole('button', { name: /^Wohngemeinschaft/ });
    await name.waitFor();
    expect((await name.boundingBox())?.height).toBeLessThan(80);
    await page.getByRole('button', { name: 'Theme: system', exact: true }).waitFor();
    await page.goto(`${web.base}/account/security`);
    await page
      .getByRole('link', { name: 'Settings', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor();
    await page.context().close();
  });

  test('says that a page of the household does not exist, also when its address is opened directly', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/week-after-next`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to today' }).click();
    await page.waitForURL(/\/today$/);
    await page.context().close();
  });

  test('answers other unknown addresses with status 404 and a page that says so', async () => {
    const ana = await person(web.base, 'Ana');
    await home(ana);
    const { page } = await signedIn(web, ana);
    const answer = await page.goto(`${web.base}/nowhere/at/all`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await page.getByRole('link', { name: 'Go to today' }).click();
    await page.waitForURL(/\/today$/);
    await page.context().close();
  });

  test('does not break the word "Reminders" in the notification settings on the smallest phone', async () => {
    const ana = await person(web.base, 'Ana');
    await home(ana);
    const { page } = await signedIn(web, ana, SMALL);
    await page.goto(`${web.base}/account/notifications`);
    const word = page.getByRole('rowheader', { name: 'Reminders' });
    await word.waitFor();
    expect((await word.boundingBox())?.height).toBeLessThan(55);
    await page.context().close();
  });

  test('changes the theme without an animation if the user prefers reduced motion', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.post(`/households/${id}/tasks/quick`, { text: 'Air the rooms today' });
    const { page } = await signedIn(web, ana, { ...DESK, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Air the rooms' }).waitFor();
    const ink = () => page.evaluate('getComputedStyle(document.querySelector("[data-row] a")).color');
    const inLight = await ink();
    await page.evaluate('addEventListener("transitionrun", () => (window.moved = true))');
    await page.emulateMedia({ colorScheme: 'dark' });
    await until(async () => (await ink()) !== inLight, 'the colours have changed');
    expect(await page.evaluate('"moved" in window')).toBe(false);
    await page.context().close();
  });

  test('shows the number of changes that are not synced yet above the summary of the shopping list, without covering the summary', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    await ana.post(`/households/${id}/shopping/items`, { text: 'Milk' });
    const { page } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/shopping`);
    await page.getByRole('checkbox', { name: /Milk/i }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('checkbox', { name: /Milk/i }).click();
    const told = await page.getByText('1 change not synced yet').boundingBox();
    const head = await page
      .getByText(/items? to buy|Nothing to buy/i)
      .first()
      .boundingBox();
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0);
    await page.context().close();
  });
});
