import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { comesTo } from '../support/until.js';
import { add, keyTo, partOf, tapTo, turnIn } from '../support/web-hands.js';
import { DESK, describeStories } from '../support/web-story.js';
import { sideways, violations } from '../support/web-pages.js';

/* Turns when people swap, fall ill, arrive and leave: one story from beginning to end, in everybody's
   browser, with its dates. It begins on Saturday, 21 November 2026, at 13:00 in Paris. */

type Row = {
  id: string;
  title: string;
  date: string;
  status: string;
  taskId: string;
  responsibleMemberIds: string[];
  turnReason: string;
};

describeStories('story: turns', (story) => {
  test('gives the turns of a sick member to other members, even after a swap. It notifies the other members, and returns the turns when the sick member is well', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana, ben, chloe],
      idOf,
    } = await story.house('Ana', 'Ben', 'Chloé');
    const { page: hers } = await story.signedIn(ana, DESK);
    const { page: his } = await story.signedIn(ben);
    const { page: third, screenshot } = await story.signedIn(chloe);
    const bins = async () =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=100`)).filter(({ title }) => title === 'Bins');

    // Ana has the first turn and asks Ben to swap.
    await add(hers, 'Bins every Tuesday in turn');
    await hers.keyboard.press('Escape');
    await keyTo(hers, 'r');
    await hers.getByRole('heading', { level: 1, name: 'Chores' }).waitFor();
    await hers.getByRole('link', { name: 'Bins' }).click();
    await hers.getByText('Taking turns: Ana → Ben → Chloé').waitFor();
    await hers.getByRole('link', { name: 'Tue 24 Nov' }).click();
    await hers.getByRole('button', { name: 'Who: Ana' }).click();
    await hers.getByText('It’s Ana’s turn.').waitFor();
    await hers.getByRole('button', { name: 'Ask to swap' }).click();
    const asking = hers.getByRole('dialog', { name: 'Which turn would you like instead?' });
    await asking.getByRole('radio', { name: /Ben.*Tue 1 Dec/ }).check();
    await asking.getByRole('button', { name: 'Ask to swap' }).click();
    await hers.getByText('You offered Ben Bins, Tue 24 Nov for Bins, Tue 1 Dec.').waitFor();

    await story.service.performJobs();
    await his.getByRole('link', { name: /unread notification/ }).click();
    await his
      .getByText('Ana would like to swap: they’ll do “Bins” (Tue 1 Dec) and you’ll do “Bins” (Tue 24 Nov)')
      .waitFor();
    await his.getByRole('button', { name: 'Accept' }).click();
    await hers.getByRole('button', { name: 'Who: Ben' }).waitFor();
    await hers.getByText('Ben took this turn in exchange for the one on Tue 1 Dec.').waitFor();

    // Ben has a fever, and does not know for how long.
    await tapTo(his, 'Settings');
    await his
      .getByRole('main')
      .getByRole('link', { name: /^Absences/ })
      .click();
    await his.getByRole('button', { name: 'Add an absence' }).click();
    const form = his.getByRole('dialog', { name: 'Add an absence' });
    await form.getByLabel('Until further notice').check();
    await form.getByText('4 turns go to Chloé and Ana').waitFor();
    await form.getByRole('listitem').filter({ hasText: 'Tue 24 Nov' }).getByText('Bins').waitFor();
    expect([await violations(his), await sideways(his)]).toEqual([[], 0]);
    await form.getByRole('button', { name: 'Save' }).click();
    await his.getByText('from Sat 21 Nov, until further notice').waitFor();
    const without = await bins();
    expect(without.filter(({ turnReason }) => turnReason === 'AWAY')).toHaveLength(4);
    expect(without.filter(({ responsibleMemberIds: [who] }) => who === undefined)).toEqual([]);
    const benId = await idOf('Ben');
    expect(without.filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(benId))).toEqual([]);

    // Each of the others is notified of the turns that they take over.
    await story.service.performJobs();
    await keyTo(hers, 'n');
    await third.getByRole('link', { name: /unread notification/ }).click();
    for (const [page, name, dates, words] of [
      [hers, 'Ana', '2026-12-22 2027-02-02', /planned for Tue 22 Dec and Tue,? 2 Feb 2027/],
      [third, 'Chloé', '2026-11-24 2027-01-12', /planned for Tue 24 Nov and Tue,? 12 Jan 2027/],
    ] as const) {
      const id = await idOf(name);
      const theirs = without.filter(
        ({ turnReason, responsibleMemberIds: [who] }) => turnReason === 'AWAY' && who === id,
      );
      expect(theirs.map(({ date }) => date).join(' ')).toBe(dates);
      await page
        .getByRole('link', { name: 'Ben is away, so “Bins” and one more are yours' })
        .getByText(words)
        .waitFor();
    }
    await screenshot('story-away-told-390-light-en');

    // On Tuesday the stand-in puts the bins out, and sees why it is their turn.
    await story.goesOnAt('2026-11-24T18:00:00Z');
    const [today] = await bins();
    const [page, name] =
      today?.responsibleMemberIds[0] === (await idOf('Ana')) ? [hers, 'Ana'] : [third, 'Chloé'];
    await page.goto(`${story.base}${at}/today`);
    await page.getByRole('link', { name: 'Bins' }).first().click();
    await page.getByRole('button', { name: `Who: ${name}` }).click();
    await page.getByText(`Ben is away until further notice, so ${name} is covering.`).waitFor();
    await page
      .getByRole('checkbox', { name: `Bins, ${name}`, checked: false })
      .first()
      .click();
    await comesTo(async () => (await bins())[0]?.status, 'DONE');

    // He is well again. The future turns are his as before, and everybody sees that.
    await story.goesOnAt('2026-11-25T08:00:00Z');
    await his.getByRole('button', { name: 'Back home: Ben' }).click();
    await his.getByRole('dialog').getByRole('button', { name: 'Back home' }).click();
    await his.getByText('No absences.').waitFor();
    await tapTo(third, 'Chores');
    await third.getByRole('link', { name: 'Bins' }).click();
    const next = partOf(third, 'Next turns');
    await turnIn(next, 'Tue 22 Dec', 'Ben').waitFor();
    await turnIn(next, 'Tue 1 Dec', 'Ana').getByText('swapped').waitFor();
    const back = (await bins()).filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(benId));
    expect(back.map(({ date }) => date).slice(0, 2)).toEqual(['2026-12-22', '2027-01-12']);
    expect(
      (await bins()).filter(({ turnReason, status }) => turnReason === 'AWAY' && status === 'TODO'),
    ).toEqual([]);
  }, 240_000);

  test('gives turns to a guest only during her stay of ten days, and keeps one history of the task', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      id,
      at,
      people: [ana, ben],
      idOf,
    } = await story.house('Ana', 'Ben');
    const { page: hers } = await story.signedIn(ana, DESK);
    const { page: his, screenshot } = await story.signedIn(ben);
    const dinners = async () =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=200`)).filter(({ title }) => title === 'Cook');
    await add(hers, 'Cook every day in turn');
    await hers.getByRole('checkbox', { name: 'Cook, Ana', checked: false }).click();
    await comesTo(async () => (await dinners())[0]?.status, 'DONE');

    await hers.goto(`${story.base}/households/${id}/settings/members`);
    await hers.getByRole('button', { name: 'Add someone without an account' }).click();
    const form = hers.getByRole('dialog');
    await form.getByLabel('Name').fill('Grandma');
    await form.getByLabel('Type').selectOption('GUEST');
    await form.getByLabel('Takes turns').check();
    await form.getByLabel('First day').fill('2026-12-01');
    await form.getByLabel('Last day').fill('2026-12-10');
    await form.getByRole('button', { name: 'Add' }).click();
    await hers.getByRole('button', { name: /Grandma.*Guest/ }).waitFor();

    // Until she arrives, only the permanent members are shown.
    const ofToday = (page: Page, name: string) =>
      page.getByRole('list', { name: /^Household members/ }).getByText(name);
    await hers.goto(`${story.base}${at}/today`);
    await ofToday(hers, 'Ben').waitFor();
    expect(await ofToday(hers, 'Grandma').count()).toBe(0);

    // She is added to the rotation in the editor, which shows a preview.
    await keyTo(hers, 'r');
    await hers.getByRole('heading', { level: 1, name: 'Chores' }).waitFor();
    await hers.getByRole('link', { name: 'Cook' }).click();
    await hers.getByRole('button', { name: 'Edit', exact: true }).click();
    await hers.getByRole('button', { name: 'Add Grandma' }).click();
    await hers.getByText(/^changes \d+ dates$/).waitFor();
    await hers.getByRole('button', { name: 'Save' }).click();
    await hers.getByText('Taking turns: Ana → Ben → Grandma').waitFor();

    const grandma = await idOf('Grandma');
    const theirs = async () =>
      (await dinners()).flatMap(({ date, responsibleMemberIds }) =>
        responsibleMemberIds.includes(grandma) ? date : [],
      );
    const cooked = await theirs();
    expect(cooked.length).toBeGreaterThanOrEqual(3);
    expect(cooked.filter((date) => date < '2026-12-01' || date > '2026-12-10')).toEqual([]);
    expect((await dinners()).filter(({ responsibleMemberIds }) => responsibleMemberIds.length !== 1)).toEqual(
      [],
    );
    // In the week of her arrival, another browser shows her turns in her row, and none on the day before.
    await his.goto(`${story.base}/households/${id}/week?from=2026-11-30`);
    await his.setViewportSize({ width: 1440, height: 1000 });
    for (let day = 30; day <= 36; day += 1) {
      const date = new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10);
      const cell = his.locator(`td[data-place="${date} ${grandma}"]`);
      await cell.waitFor();
      await comesTo(() => cell.getByRole('link', { name: 'Cook' }).count(), cooked.includes(date) ? 1 : 0);
    }

    const last = (await dinners()).findLast(({ responsibleMemberIds }) =>
      responsibleMemberIds.includes(grandma),
    );
    await ben.post(`${at}/occurrences/${last?.id ?? ''}/complete`, { completedFor: grandma });

    // On the evening of her last day she is still a member. On the next day she has left, and no task is
    // assigned to her.
    await story.goesOnAt('2026-12-10T22:30:00Z');
    await story.service.useCases.departGuests();
    await his.goto(`${story.base}${at}/today`);
    await ofToday(his, 'Grandma').waitFor();
    await his.goto(`${story.base}/households/${id}/settings/members`);
    await his.getByRole('main').getByText('Grandma').waitFor();
    await story.goesOnAt('2026-12-10T23:30:00Z');
    await story.service.useCases.departGuests();
    await his.getByRole('main').getByText('Grandma').waitFor({ state: 'detached' });
    expect((await theirs()).filter((date) => date > '2026-12-10')).toEqual([]);
    // Her completed tasks stay hers in that week, and nothing can be assigned to her.
    await his.goto(`${story.base}${at}/week?from=2026-12-07`);
    const week = his.getByRole('row', { name: /^Grandma/ });
    await week.getByRole('link', { name: 'Cook' }).waitFor();
    expect(await week.getByRole('button', { name: /^Add/ }).count()).toBe(0);
    await screenshot('story-grandma-left-1440-light-en');
    // It is one task, whose history begins before her stay.
    expect(new Set((await dinners()).map(({ taskId }) => taskId)).size).toBe(1);
    await his.setViewportSize({ width: 390, height: 844 });
    await tapTo(his, 'Chores');
    await comesTo(() => his.getByRole('link', { name: 'Cook' }).count(), 1);
    await his.getByRole('link', { name: 'Cook' }).click();
    await turnIn(partOf(his, 'History'), 'Sat 21 Nov', 'Ana').waitFor();
  }, 240_000);
});
