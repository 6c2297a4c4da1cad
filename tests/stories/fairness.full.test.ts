import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { comesTo } from '../support/until.js';
import { add } from '../support/web-hands.js';
import { sideways, violations } from '../support/web-pages.js';
import { DESK, describeStories } from '../support/web-story.js';

/* The fairness of a month: one story from beginning to end, in three browsers, with its dates. It begins
   on Sunday, 1 November 2026. */

type Share = {
  memberId: string;
  presentDays: number;
  doneMinutes: number;
  expectedMinutes: number;
  tookOver: number;
};

describeStories('story: fairness', (story) => {
  test('shows to each member which member did more work this month and whether that is fair', async () => {
    story.begins('2026-11-01T09:00:00Z');
    const { id, at, people, idOf } = await story.house('Ana', 'Ben', 'Chloé');
    const [ana, ben, chloe] = await Promise.all(
      people.map((who, place) => story.signedIn(who, place === 0 ? DESK : undefined)),
    );
    const [hers, his, third] = [ana!.page, ben!.page, chloe!.page];

    // Chloé adds an absence of twenty days at the beginning of the month.
    await third.goto(`${story.base}${at}/away`);
    await third.getByRole('button', { name: 'Add an absence' }).click();
    const form = third.getByRole('dialog', { name: 'Add an absence' });
    await form.getByLabel('First day away').fill('2026-11-08');
    await form.getByLabel('Last day away').fill('2026-11-27');
    await form.getByText('No turns change.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await third.getByText(/8\s–\s27 November/).waitFor();

    // Ana cooks three dinners, Ben waters nine plants, and ten hours of a personal task count for nobody.
    await story.goesOnAt('2026-11-20T19:00:00Z');
    for (const dinner of ['lasagne', 'soup', 'curry'])
      await addAndTick(hers, `Cook ${dinner} today @me for 90 minutes`, `Cook ${dinner}, Ana`);
    const plants = ['basil', 'fern', 'fig', 'ivy', 'lemon', 'mint', 'monstera', 'palm', 'thyme'];
    // The service refuses several lines as one sentence, and the page offers to create one task per line.
    story.forgive(/status of 400/);
    await add(his, plants.map((plant) => `Water the ${plant} today @me for 5 minutes`).join('\n'));
    for (const plant of plants)
      await his.getByRole('checkbox', { name: `Water the ${plant}, Ben`, checked: false }).click();
    await addAndTick(his, 'Write my diary today @me for 10 hours !private', 'Write my diary, Ben');

    // Chloé is back, cleans the bathroom and forgets the bins. On the next day Ben does them for her.
    await story.goesOnAt('2026-11-28T10:00:00Z');
    await third.goto(`${story.base}${at}/today`);
    await addAndTick(third, 'Clean the bathroom today @me for 30 minutes', 'Clean the bathroom, Chloé');
    await add(third, 'Bins today @me for 10 minutes');
    await story.goesOnAt('2026-11-29T10:00:00Z');
    await his.goto(`${story.base}${at}/today`);
    await his.getByText('1 task is late').waitFor();
    const show = his.getByRole('button', { name: /Show/ });
    if (await show.isVisible()) await show.click();
    await his.getByRole('checkbox', { name: 'Bins, Chloé', checked: false }).click();
    const range = 'from=2026-11-01&to=2026-11-29';
    const shares = async () => (await people[0].get<{ members: Share[] }>(`${at}/balance?${range}`)).members;
    await comesTo(async () => (await shares()).reduce((sum, { doneMinutes }) => sum + doneMinutes, 0), 355);

    // All three look at the month. Minutes count, not ticks, relative to the days of presence.
    const tables: string[][] = [];
    for (const page of [hers, his, third]) {
      await page.goto(`${story.base}${at}/fairness`);
      await page.getByRole('button', { name: 'This month' }).click();
      await page.getByText('Ana did 1 h 56 min more than their share.').waitFor();
      await page.getByText('Ben did 1 h 38 min less than their share.').waitFor();
      await page.getByText('Chloé did 18 min less than their share.').waitFor();
      await page.getByText('Ben did 1 task that was someone else’s turn').waitFor();
      expect(await page.getByText(/\blate\b/i).count()).toBe(0);
      await page.getByText('Show as table').first().click();
      const rows = page.getByRole('table').first().getByRole('row');
      await rows.nth(3).waitFor();
      tables.push(await rows.allTextContents());
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    }
    expect(tables[1]).toEqual(tables[0]);
    expect(tables[2]).toEqual(tables[0]);
    await ben!.screenshot('story-fairness-390-light-en');

    // The delay counts for the member whose turn it was, not for the one who helped. Ben's personal task is
    // in no share.
    const [anaId, benId, chloeId] = await Promise.all(['Ana', 'Ben', 'Chloé'].map(idOf));
    const of = async (who: string | undefined) => (await shares()).find(({ memberId }) => memberId === who);
    expect([await of(anaId), await of(benId), await of(chloeId)]).toMatchObject([
      { presentDays: 29, doneMinutes: 270 },
      { presentDays: 29, doneMinutes: 55, tookOver: 1 },
      { presentDays: 9, doneMinutes: 30 },
    ]);
    const { members } = await people[1].get<{ members: { memberId: string; late: number }[] }>(
      `/households/${id}/statistics?${range}`,
    );
    expect(members.filter(({ late }) => late > 0)).toMatchObject([{ memberId: chloeId, late: 1 }]);
  }, 240_000);
});

async function addAndTick(page: Page, sentence: string, named: string): Promise<void> {
  await add(page, sentence);
  await page.getByRole('checkbox', { name: named, checked: false }).click();
}
