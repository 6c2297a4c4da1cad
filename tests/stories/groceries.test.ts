import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inFullTier } from '../support/tier.js';
import { comesTo } from '../support/until.js';
import { sideways, violations } from '../support/web-pages.js';
import { OFFLINE_PHONE } from '../support/web-people.js';
import { describeStories } from '../support/web-story.js';

/* Shopping in the order of the shop without a network: one story from beginning to end, on two phones. It
   is Saturday, 21 November 2026. */

type Item = { name: string; checked: boolean; quantity: number | null };

const TWELVE = [
  ...['apples', 'bananas', 'bread', 'carrots', 'cheese', 'coffee'],
  ...['eggs', 'milk', 'pasta', 'potatoes', 'rice', 'yogurt'],
];

describeStories('story: groceries', (story) => {
  inFullTier.test(
    'keeps all items in place at the first tick, and suggests only items that are not on the list',
    async () => {
      story.begins('2026-11-21T12:00:00Z');
      const {
        people: [ana],
      } = await story.house('Ana');
      const { page } = await story.signedIn(ana);
      await page.getByRole('link', { name: 'Shopping' }).click();
      const ticks = page.getByRole('checkbox');
      for (let time = 0; time < 2; time += 1) {
        await write(page, 'milk, bread');
        await comesTo(() => ticks.count(), 2);
        for (const name of ['milk', 'bread'])
          await page.getByRole('checkbox', { name, checked: false }).click();
        await page.getByRole('button', { name: 'Clear ticked items' }).click();
        await comesTo(() => ticks.count(), 0);
      }
      await write(page, 'milk, apples, rice');
      await comesTo(() => ticks.count(), 3);
      const often = page.getByRole('list', { name: 'Often bought' }).getByRole('button');
      await comesTo(async () => (await often.allTextContents()).join(), 'bread');
      const places = () =>
        page
          .locator('#main :is(h1, h2, input, textarea, button, li)')
          .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().y)).join());
      const before = await places();
      await page.getByRole('checkbox', { name: 'apples', checked: false }).click();
      await page.getByRole('checkbox', { name: /apples/, checked: true }).waitFor();
      await page.getByText('2 items to buy').waitFor();
      await comesTo(places, before);
      expect(await often.allTextContents()).toEqual(['bread']);
    },
    120_000,
  );

  test('keeps every tick and every item when one phone ticks items offline and another phone adds items', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana, ben],
    } = await story.house('Ana', 'Ben');
    const { page: hers, screenshot } = await story.signedIn(ana, OFFLINE_PHONE);
    const { page: his } = await story.signedIn(ben);
    for (const page of [hers, his]) await page.getByRole('link', { name: 'Shopping' }).click();
    await write(hers, TWELVE.join(', ').replace('rice', '1 kg rice'));
    await hers.getByText('12 items to buy').waitFor();
    await his.getByText('12 items to buy').waitFor();

    // The shop begins with the section that was last on the list.
    const shelves = (page: Page) => page.locator('main section h2').allTextContents();
    const before = await shelves(hers);
    const last = before.at(-1) ?? '';
    await hers.getByRole('button', { name: 'Edit list' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Shopping' });
    for (let place = before.length - 1; place > 0; place -= 1)
      await dialog.getByRole('button', { name: `Move ${last} up` }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const way = [last, ...before.slice(0, -1)];
    for (const page of [hers, his]) await comesTo(async () => (await shelves(page)).join(), way.join());

    // There is no network between the shelves. Ticked items stay ticked, also over a reload.
    await hers.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await hers.reload();
    await hers.getByText('12 items to buy').waitFor();
    await hers.getByRole('button', { name: 'Shopping mode' }).click();
    story.forgive(/ERR_INTERNET_DISCONNECTED/);
    await hers.context().setOffline(true);
    for (const name of TWELVE) await hers.getByRole('checkbox', { name, checked: false }).click();
    await hers.getByText('12 changes not synced yet').waitFor();
    expect([await violations(hers), await sideways(hers)]).toEqual([[], 0]);
    await screenshot('story-groceries-390-light-en');
    await hers.getByRole('button', { name: 'Shopping mode' }).click();
    await write(hers, '500 g butter');
    await hers.getByText('500 g butter Will be added').waitFor();
    // He adds more of an item that she has already ticked.
    await write(his, '1 kg rice');
    await his.getByRole('checkbox', { name: 'rice, 2 kg', checked: false }).waitFor();
    await write(his, '2 kg flour');
    await his.getByRole('checkbox', { name: 'flour, 2 kg', checked: false }).waitFor();
    await hers.reload();
    await hers.getByText('500 g butter Will be added').waitFor();
    await comesTo(() => hers.getByRole('checkbox', { checked: true }).count(), 12);
    await comesTo(() => his.getByRole('checkbox', { checked: true }).count(), 0);

    // There is a network again at the checkout.
    await hers.context().setOffline(false);
    await hers.getByRole('checkbox', { name: 'flour, 2 kg', checked: false }).waitFor();
    await his.getByRole('checkbox', { name: 'butter, 500 g', checked: false }).waitFor();
    for (const page of [hers, his]) {
      await page.getByText('3 items to buy').waitFor();
      await comesTo(() => page.getByRole('checkbox').count(), 15);
      for (const name of TWELVE) await page.getByRole('checkbox', { name, checked: true }).waitFor();
      await page.getByRole('checkbox', { name: 'rice, 1 kg', checked: false }).waitFor();
    }
    const items = await ben.get<Item[]>(`${at}/shopping/items?limit=100`);
    expect(items.map(({ name, checked }) => `${name} ${checked ? 'taken' : 'open'}`).sort()).toEqual(
      [...TWELVE.map((name) => `${name} taken`), 'butter open', 'flour open', 'rice open'].sort(),
    );
    expect(items.filter(({ name }) => name === 'rice').map(({ quantity }) => quantity)).toEqual([1, 1]);
  }, 240_000);
});

async function write(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'What to buy' });
  await field.fill(text);
  await field.press('Enter');
  await comesTo(() => field.inputValue(), '');
}
