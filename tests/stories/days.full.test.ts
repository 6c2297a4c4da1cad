import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { comesTo } from '../support/until.js';
import { keyTo, turnIn } from '../support/web-hands.js';
import { sideways, violations } from '../support/web-pages.js';
import { DESK, describeStories } from '../support/web-story.js';

/* The day of the bins moves: one story from beginning to end, in two browsers, with its dates. It begins
   on Saturday, 21 November 2026. */

type Row = { title: string; date: string; responsibleMemberIds: string[] };

describeStories('story: special days in the week', (story) => {
  test('moves the bins by one day after a public holiday, and keeps one date per week when the town moves them to Thursdays', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana, ben],
      idOf,
    } = await story.house('Ana', 'Ben', 'Chloé');
    const { page: hers, screenshot } = await story.signedIn(ana, DESK);
    const { page: his } = await story.signedIn(ben, DESK);
    const bins = async () =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=100`)).filter(({ title }) => title === 'Bins');

    // The bins are put out on Fridays, in turns.
    await keyTo(hers, 'r');
    await hers.getByRole('link', { name: 'New chore' }).click();
    await hers.getByLabel('Start date').fill('2026-11-27');
    await hers.getByLabel('Title').fill('Bins');
    await hers.getByRole('button', { name: 'Take turns', exact: true }).click();
    await hers.getByTestId('rule').getByText('Every Friday', { exact: true }).waitFor();
    await hers.getByRole('button', { name: 'Create' }).click();
    await hers.getByText('Taking turns: Ana → Ben → Chloé').waitFor();
    const names = new Map(
      await Promise.all(['Ana', 'Ben', 'Chloé'].map(async (name) => [await idOf(name), name] as const)),
    );
    const turns = async () =>
      (await bins()).map(({ date, responsibleMemberIds: [who] }) => `${date} ${names.get(who ?? '')}`);
    expect((await turns()).slice(3, 7)).toEqual([
      ...['2026-12-18 Ana', '2026-12-25 Ben', '2027-01-01 Chloé', '2027-01-08 Ana'],
    ]);

    // Nobody collects anything at Christmas.
    await hers.goto(`${story.base}${at}/settings/days`);
    await hers.getByRole('button', { name: 'New holiday calendar' }).click();
    const calendar = hers.getByRole('dialog', { name: 'New holiday calendar' });
    await calendar.getByLabel('Name', { exact: true }).fill('Public holidays');
    await calendar.getByLabel('Day name').fill('Christmas');
    await calendar.getByLabel('From', { exact: true }).fill('2026-12-25');
    await calendar.getByRole('button', { name: 'Save' }).click();
    await hers.getByText('No chores avoid these days.').waitFor();

    await keyTo(hers, 'r');
    await hers.getByRole('heading', { level: 1, name: 'Chores' }).waitFor();
    await hers.getByRole('link', { name: 'Bins' }).click();
    await hers.getByRole('button', { name: 'Edit', exact: true }).click();
    await hers.getByText('More options').click();
    const different = hers.getByRole('group', { name: 'Holidays' });
    await different.getByRole('button', { name: 'Public holidays' }).click();
    await different.getByLabel('When this applies').selectOption('earlierInWeek');
    await different.getByLabel('What to do then').selectOption('nextFree');
    await different.getByRole('button', { name: 'Sunday' }).click();
    const nextDates = hers.getByRole('list', { name: 'Next dates' });
    await turnIn(nextDates, 'Sat 26 Dec', 'Ben').getByText('before: Fri 25 Dec').waitFor();
    await hers.getByText('changes 1 date').waitFor();
    expect([await violations(hers), await sideways(hers)]).toEqual([[], 0]);
    await screenshot('story-bins-1440-light-en');
    await hers.getByRole('button', { name: 'Save' }).click();
    await hers.getByText('Saved').waitFor();

    // Ben, whose turn it is, sees that the bins are moved to Saturday, and why.
    await his.goto(`${story.base}${at}/month?of=2026-12`);
    await on(his, '2026-12-26').click();
    await his.getByText('moved from Fri 25 Dec (Christmas)').waitFor();
    await his.getByRole('button', { name: 'Who: Ben' }).click();
    await his.getByText('It’s Ben’s turn.').waitFor();
    expect([await violations(his), await sideways(his)]).toEqual([[], 0]);

    // He adds New Year, and the bins move by themselves. He undoes that and adds it again.
    await his.goto(`${story.base}${at}/settings/days`);
    await his.getByText('1 chore avoids these days: Bins').waitFor();
    const addNewYear = async () => {
      await his.getByRole('button', { name: 'Edit “Public holidays”' }).click();
      const form = his.getByRole('dialog', { name: 'Public holidays' });
      await form.getByRole('button', { name: 'Add a day' }).click();
      await form.getByLabel('Day name').nth(1).fill('New Year');
      await form.getByLabel('From', { exact: true }).nth(1).fill('2027-01-01');
      await form.getByRole('button', { name: 'Save' }).click();
    };
    await hers.goto(`${story.base}${at}/month?of=2027-01`);
    await on(hers, '2027-01-01').waitFor();
    await addNewYear();
    await on(hers, '2027-01-02').waitFor();
    await on(hers, '2027-01-01').waitFor({ state: 'detached' });
    await his.getByRole('button', { name: 'Undo' }).click();
    await on(hers, '2027-01-01').waitFor();
    await his.getByText('New Year').waitFor({ state: 'detached' });
    await addNewYear();
    await on(hers, '2027-01-02').waitFor();
    expect((await turns()).slice(3, 7)).toEqual([
      ...['2026-12-18 Ana', '2026-12-26 Ben', '2027-01-02 Chloé', '2027-01-08 Ana'],
    ]);

    // From 10 December on, the town collects on Thursdays.
    await hers.goto(`${story.base}${at}/month?of=2026-12`);
    await on(hers, '2026-12-11').click();
    await hers.getByRole('button', { name: /^When: Fri 11 Dec/ }).click();
    await hers.getByLabel('Date', { exact: true }).fill('2026-12-10');
    const scope = hers.getByRole('dialog', { name: 'Change which dates?' });
    await scope.getByRole('radio', { name: /^This and following.*Ana is still next/ }).check();
    await scope.getByRole('button', { name: 'Change', exact: true }).click();
    await on(hers, '2026-12-24').waitFor();
    await comesTo(
      async () => (await turns()).slice(0, 8).join(),
      [
        ...['2026-11-27 Ana', '2026-12-04 Ben', '2026-12-10 Chloé', '2026-12-17 Ana'],
        ...['2026-12-24 Ben', '2026-12-31 Chloé', '2027-01-07 Ana', '2027-01-14 Ben'],
      ].join(),
    );

    // No week has two dates, and none is without one.
    await hers.keyboard.press('Escape');
    for (const page of [hers, his])
      for (const month of ['2026-12', '2027-01']) {
        await page.goto(`${story.base}${at}/month?of=${month}`);
        await on(page, month === '2026-12' ? '2026-12-24' : '2027-01-07').waitFor();
        const weeks = page.locator('tbody tr');
        for (const week of await weeks.all())
          await comesTo(() => week.getByRole('link', { name: 'Bins' }).count(), 1);
      }
  }, 240_000);

  test('opens the week page at today on a phone, and offers each near date only once in the dialog to move a task', async () => {
    // A Saturday, near the end of a week that begins on Monday.
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana],
      idOf,
    } = await story.house('Ana');
    const responsibleMemberIds = [await idOf('Ana')];
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'])
      for (const title of ['Dishes', 'Floors', 'Bins', 'Laundry', 'Windows'])
        await ana.post(`${at}/tasks`, { title: `${title} of ${date}`, date, responsibleMemberIds });
    const { page } = await story.signedIn(ana);
    const today = page.getByRole('heading', { name: 'Saturday 21 November' });
    const opensAtToday = async () => {
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await comesTo(async () => {
        const top = (await today.boundingBox())?.y ?? -1;
        return top > 0 && top < 300;
      }, true);
    };
    await opensAtToday();
    // Again, right after a reload. The code of the week page then comes from the cache of the browser.
    await page.goto(`${story.base}${at}/today`);
    await opensAtToday();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Dishes of 2026-11-21' }).click();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move' }).click();
    await page.getByRole('button', { name: 'Today', exact: true, pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Tomorrow', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Saturday', exact: true }).count()).toBe(0);
  }, 120_000);
});

/** Returns the bins of a day in the month. */
const on = (page: Page, date: string): Locator =>
  page.locator(`td[data-place="${date}"]`).getByRole('link', { name: 'Bins' });
