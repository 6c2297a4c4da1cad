import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { comesTo } from '../support/until.js';
import { add, keyTo, tapTo } from '../support/web-hands.js';
import { sideways, violations } from '../support/web-pages.js';
import { DESK, describeStories } from '../support/web-story.js';

/* The paperwork of a quarter, and other rules that are not simply weekly: one story from beginning to end,
   in two browsers, with its dates. It begins on Saturday, 21 November 2026, at 13:00 in Paris. */

type Row = { title: string; date: string | null };

describeStories('story: the paperwork of a quarter', (story) => {
  test('shows a task early, adds a permanent step, makes a task repeat, plans a task twice a day, and starts a waiting series', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana, ben],
      idOf,
    } = await story.house('Ana', 'Ben');
    const { page: hers, screenshot } = await story.signedIn(ana, DESK);
    const { page: his } = await story.signedIn(ben);
    const titled = async (title: string) =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=200`)).filter((row) => row.title === title);

    // A quarterly series with a step, shown from two weeks before.
    await keyTo(hers, 'r');
    await hers.getByRole('link', { name: 'New chore' }).click();
    await hers.getByLabel('Start date').fill('2026-12-06');
    await hers.getByLabel('Title').fill('Paperwork');
    await hers.getByRole('button', { name: 'Monthly' }).click();
    await hers.getByLabel('Repeat every … months').fill('3');
    await hers.getByText('More options').click();
    await hers.getByLabel('When to show it in Upcoming').selectOption('14');
    await hers.getByRole('button', { name: 'Add a step' }).click();
    await hers.getByRole('textbox', { name: 'Step 1' }).fill('Receipts');
    await inPreview(hers, 'Sun 6 Dec').waitFor();
    await hers.getByRole('button', { name: 'Create' }).click();
    await hers.getByText('Added “Paperwork”').waitFor();
    await tapTo(his, 'Tasks');
    await his.getByRole('link', { name: 'Paperwork' }).waitFor();
    await his.getByRole('link', { name: 'Upcoming', exact: true }).click();
    await his.getByRole('link', { name: 'Paperwork' }).waitFor({ state: 'detached' });

    // Ben adds a step for this quarter and all that follow.
    await tapTo(his, 'Chores');
    await his.getByRole('link', { name: 'Paperwork' }).click();
    await his.getByText('shown 14 days before').waitFor();
    await his.getByRole('button', { name: 'Edit', exact: true }).click();
    await his.getByText('More options').click();
    await his.getByRole('button', { name: 'Add a step' }).click();
    await his.keyboard.type('Bank statements');
    await his.keyboard.press('Enter');
    await his.getByRole('textbox', { name: 'Step 3' }).waitFor();
    expect([await violations(his), await sideways(his)]).toEqual([[], 0]);
    await his.getByRole('button', { name: 'Save' }).click();
    await his.getByText('Saved').waitFor();
    await hers.getByRole('link', { name: 'Sun 6 Dec' }).click();
    for (const step of ['Receipts', 'Bank statements'])
      await hers.getByRole('checkbox', { name: step, checked: false }).waitFor();
    await hers.keyboard.press('Escape');

    // The filter of the dishwasher is cleaned once, and then monthly.
    await keyTo(hers, 't');
    await add(hers, 'Clean the filter on 23 November');
    await hers
      .getByRole('link', { name: /Clean the filter/ })
      .first()
      .click();
    await hers.getByRole('button', { name: 'More actions', exact: true }).click();
    await hers.getByRole('menuitem', { name: 'Repeat' }).click();
    await hers.getByRole('button', { name: 'Monthly' }).click();
    await inPreview(hers, 'Wed 23 Dec').waitFor();
    await hers.getByRole('button', { name: 'Repeat', exact: true }).click();
    await hers.waitForURL(/\/series\/(?!new)/);
    await hers.getByText('Every month on the 23rd').waitFor();
    expect((await titled('Clean the filter')).map(({ date }) => date).slice(0, 2)).toEqual([
      ...['2026-11-23', '2026-12-23'],
    ]);
    // Ana stops the repetition, and undoes that.
    await hers.getByRole('button', { name: 'Stop repeating' }).click();
    await hers.getByText('“Clean the filter” is due one last time, on Mon 23 Nov').waitFor();
    const once = await titled('Clean the filter');
    expect(once).toMatchObject([{ date: '2026-11-23', seriesId: null }]);
    await hers.getByRole('button', { name: 'Undo' }).click();
    await comesTo(async () => (await titled('Clean the filter'))[1]?.date, '2026-12-23');

    // The cat is fed twice a day, in turns.
    await keyTo(hers, 't');
    await add(hers, 'Feed the cat every day from tomorrow at 8am and 6pm in turn');
    await hers.goto(`${story.base}${at}/week?from=2026-11-16`);
    for (const [name, time] of [
      ['Ana', '08:00'],
      ['Ben', '18:00'],
    ] as const)
      await hers
        .locator(`td[data-place="2026-11-22 ${await idOf(name)}"]`)
        .getByRole('link', { name: `${time} Feed the cat` })
        .waitFor();

    // It is not known yet when the kettle has to be descaled first.
    await keyTo(hers, 'r');
    await hers.getByRole('button', { name: 'New chore' }).click();
    await hers.getByLabel('Title').fill('Descale the kettle');
    await hers.getByRole('button', { name: 'A set time after it’s done' }).click();
    await hers.getByLabel('Time to wait after it’s done').fill('5');
    await hers.getByLabel('Unit').selectOption('day');
    await hers.getByLabel('Start date').fill('');
    await hers
      .getByRole('complementary')
      .getByText('Leave the date empty to start this chore later.')
      .waitFor();
    expect([await violations(hers), await sideways(hers)]).toEqual([[], 0]);
    await screenshot('story-waits-1440-light-en');
    await hers.getByRole('button', { name: 'Create' }).click();
    await hers.getByText('Added “Descale the kettle”').waitFor();
    expect((await titled('Descale the kettle')).map(({ date }) => date)).toEqual([null]);
    await tapTo(his, 'Tasks');
    await his.getByRole('link', { name: 'No date', exact: true }).click();
    await his.getByRole('link', { name: 'Descale the kettle' }).click();
    await his.getByRole('button', { name: 'When: No date' }).click();
    await his.getByRole('button', { name: /^Today/ }).click();
    await comesTo(async () => (await titled('Descale the kettle'))[0]?.date, '2026-11-21');
    await his
      .getByRole('checkbox', { name: /^Descale the kettle/, checked: false })
      .first()
      .click();
    await comesTo(async () => (await titled('Descale the kettle')).at(-1)?.date, '2026-11-26');

    // One day later the paperwork is two weeks ahead.
    await tapTo(his, 'Tasks');
    await his.getByRole('link', { name: 'Upcoming', exact: true }).click();
    await his.getByRole('link', { name: 'Descale the kettle' }).waitFor();
    // The list is rendered completely once somebody scrolls to its end.
    await his.keyboard.press('End');
    await comesTo(() => his.locator('#main li[aria-hidden]').count(), 0);
    await comesTo(() => his.getByRole('link', { name: 'Paperwork' }).count(), 0);
    await story.goesOnAt('2026-11-22T08:00:00Z');
    await his.getByRole('link', { name: 'Paperwork' }).waitFor();
  }, 240_000);
});

/** Finds a date in the preview of the form. */
const inPreview = (page: Page, date: string) =>
  page.getByRole('list', { name: 'Next dates' }).getByText(date);
