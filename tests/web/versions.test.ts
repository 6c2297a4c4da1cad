import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inFullTier } from '../support/tier.js';
import { builtClient, frontOf, laterBuild } from '../support/web-front.js';
import { describeWebInWholeBrowser } from '../support/web-pages.js';
import { home, OFFLINE_PHONE, person, PHONE, signedIn } from '../support/web-people.js';
import { comesTo } from '../support/until.js';

describeWebInWholeBrowser('the client after an upgrade', (web) => {
  inFullTier.test(
    'announces a new version in an open tab, which keeps working without the old files and loses nothing by updating',
    async () => {
      const first = await builtClient();
      const front = await frontOf(web.base, first);
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page, errors } = await signedIn({ ...web, base: front.url }, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.reload();
      await page.getByRole('textbox', { name: 'Add a task' }).waitFor();
      const other = await page.context().newPage();
      await other.goto(`${front.url}/households/${id}/today`);
      await other.getByRole('textbox', { name: 'Add a task' }).fill('half a sentence, elsewhere');

      const next = laterBuild(first);
      front.deploy(next);
      expect((await fetch(front.url + (await scriptOf(page)))).status).toBe(404);
      // Pages that were never opened before come from the cache of the old version.
      await page.getByRole('link', { name: 'Shopping' }).click();
      await page.getByRole('textbox', { name: 'What to buy' }).fill('half a list');
      await page.reload();
      await page.getByRole('heading', { name: 'Shopping', level: 1 }).waitFor();
      expect(next.files.has(await scriptOf(page))).toBe(false);

      await comeBack(page);
      const offer = page.getByRole('button', { name: 'New version available. Update' });
      await offer.waitFor();
      await comesTo(() => page.getByRole('textbox', { name: 'What to buy' }).inputValue(), 'half a list');
      const former = await scriptOf(page);
      await offer.click();
      await page.waitForFunction(IS_NOT_OF, former);
      expect(next.files.has(await scriptOf(page))).toBe(true);
      await comesTo(() => page.getByRole('textbox', { name: 'What to buy' }).inputValue(), 'half a list');
      await offer.waitFor({ state: 'detached' });
      // The other tab was updated too, with its typed text.
      await other.waitForFunction(IS_NOT_OF, former);
      expect(await scriptOf(other)).toBe(await scriptOf(page));
      await comesTo(
        () => other.getByRole('textbox', { name: 'Add a task' }).inputValue(),
        'half a sentence, elsewhere',
      );
      expect(errors.filter((error) => !/status of 401|ERR_ABORTED/.test(error))).toEqual([]);
      await page.context().close();
      await front.close();
    },
    180_000,
  );

  test('loads a new version without a blank page if the files of the open page are gone and there is no service worker', async () => {
    const first = await builtClient();
    const front = await frontOf(web.base, first);
    const ana = await person(web.base, 'Ana');
    await home(ana);
    const { page } = await signedIn({ ...web, base: front.url }, ana, PHONE);
    // The page has loaded its own modules. The click is the first request for a file that is gone.
    for (const file of ['later-pages', 'messages.en.notices']) await page.waitForFunction(HAS_LOADED, file);
    const next = laterBuild(first);
    front.deploy(next);
    await page.getByRole('link', { name: 'Shopping' }).click();
    await page.getByRole('heading', { name: 'Shopping', level: 1 }).waitFor();
    expect(next.files.has(await scriptOf(page))).toBe(true);
    await page.context().close();
    await front.close();
  }, 180_000);
});

/** Returns the address of the first script of the page. */
const scriptOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '').pathname,
  );

const HAS_LOADED = (file: string): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${file}`));

const IS_NOT_OF = (former: string): boolean =>
  document.querySelector<HTMLScriptElement>('script[type=module]')?.src.endsWith(former) === false;

/** Tells the page that somebody has returned to its tab, again and again until the page reacts. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const asking = setInterval(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      if (document.body.innerText.includes('New version')) clearInterval(asking);
    }, 500);
  });
}
