import { expect, test } from '@jest/globals';
import { describeWeb } from '../support/web-pages.js';
import { home, person, signedIn } from '../support/web-people.js';

describeWeb('the client', (web) => {
  test('says that it is offline if the files of a page cannot be loaded, and reloads as soon as the network is back', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page } = await signedIn(web, ana, { locale: 'en-GB' });
    await page.getByRole('textbox', { name: 'Add a task' }).waitFor();
    await page.goto(`${web.base}/households/${id}/tasks`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    const before = await page.evaluate(() => performance.timeOrigin);
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByText('You’re offline, or the planner can’t be reached.').first().waitFor();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
    await page.context().setOffline(false);
    await page.waitForFunction((origin) => performance.timeOrigin !== origin, before);
    await page.getByRole('heading', { level: 1, name: 'Fairness' }).waitFor();
    await page.context().close();
  }, 120_000);
});
