import { expect, test } from '@jest/globals';
import { comesTo } from '../support/until.js';
import { add, keyTo, partOf, tapTo, turnIn } from '../support/web-hands.js';
import { sideways, violations } from '../support/web-pages.js';
import { DESK, describeStories } from '../support/web-story.js';

/* Corrections of mistakes of the day before: one story from beginning to end, in two browsers, with its
   dates. It begins on Saturday, 14 November 2026. */

type Row = {
  id: string;
  title: string;
  date: string;
  status: string;
  responsibleMemberIds: string[];
  completedForIds: string[];
  completedAt: string | null;
};

describeStories('story: mistakes', (story) => {
  test('undoes a tick, corrects who did a task, restores a deleted series with its history, and replaces its rule', async () => {
    story.begins('2026-11-14T10:00:00Z');
    const {
      at,
      people: [ana, ben],
      idOf,
    } = await story.house('Ana', 'Ben');
    const { page: hers } = await story.signedIn(ana, DESK);
    const { page: his, screenshot } = await story.signedIn(ben);
    const rows = async (title: string) =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=200`)).filter((row) => row.title === title);
    const bins = async () =>
      (await rows('Bins')).map(({ date, status, responsibleMemberIds }) =>
        [date, status, ...responsibleMemberIds].join(' '),
      );
    const nightPasses = async (until: string) => {
      await story.goesOnAt(until);
      await story.service.useCases.extendHorizons();
    };
    await add(hers, 'Bins every Saturday in turn');
    await hers.getByRole('checkbox', { name: 'Bins, Ana', checked: false }).click();
    await comesTo(async () => (await rows('Bins'))[0]?.status, 'DONE');

    // Ana ticks a task that was not done. Ben removes the tick.
    await nightPasses('2026-11-20T17:00:00Z');
    await hers.getByRole('heading', { name: '20 November' }).waitFor();
    await add(hers, 'Water the plants today @Ben');
    await hers.getByRole('checkbox', { name: 'Water the plants, Ben', checked: false }).click();
    const plants = async () => (await rows('Water the plants'))[0];
    await comesTo(async () => (await plants())?.status, 'DONE');
    await his.getByText('Done · 1').waitFor();
    await his.getByRole('checkbox', { name: 'Water the plants, Ben', checked: true }).click();
    await hers.getByRole('checkbox', { name: 'Water the plants, Ben', checked: false }).waitFor();
    expect(await plants()).toMatchObject({ status: 'TODO', completedForIds: [] });

    // On the next day he ticks it, and then corrects that she did it yesterday at six.
    await nightPasses('2026-11-21T09:00:00Z');
    await his.getByText('1 task is late').waitFor();
    const late = his.getByRole('checkbox', { name: 'Water the plants, Ben', checked: false });
    if (!(await late.isVisible())) await his.getByRole('button', { name: /Show/ }).click();
    await late.click();
    await comesTo(async () => (await plants())?.status, 'DONE');
    await his.getByRole('link', { name: 'Water the plants' }).click();
    await his.getByRole('button', { name: 'Fix who did it and when' }).click();
    const form = his.getByRole('dialog', { name: 'Who did it, and when?' });
    await form.getByRole('button', { name: 'Ana' }).click();
    await form.getByRole('button', { name: 'Ben' }).click();
    await form.getByLabel('Day').fill('2026-11-20');
    await form.getByLabel('Time').fill('18:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await his.getByText(/^Done by Ana \(ticked by Ben\), .*20.*18:00/).waitFor();
    expect(await plants()).toMatchObject({
      completedForIds: [await idOf('Ana')],
      completedAt: '2026-11-20T17:00:00.000Z',
    });

    // He deletes the bins instead of the plants, and nobody notices until the next morning.
    const before = await bins();
    await tapTo(his, 'Chores');
    await his.getByRole('link', { name: 'Bins' }).click();
    await his.getByRole('button', { name: 'Delete', exact: true }).click();
    await his.waitForURL(/\/series$/);
    await comesTo(async () => (await bins()).length, 1);
    await nightPasses('2026-11-22T09:00:00Z');
    await keyTo(hers, 'a');
    await hers.getByRole('button', { name: 'Undo: Ben deleted “Bins”' }).click();
    await comesTo(async () => (await bins()).slice(0, before.length).join(), before.join());
    await his.getByRole('link', { name: 'Bins' }).click();
    await turnIn(partOf(his, 'History'), 'Sat 14 Nov', 'Ana').waitFor();

    // He changes the rule to every day instead of every Saturday. The horizon moves over night, and then he
    // undoes the change.
    await his.getByRole('button', { name: 'Edit', exact: true }).click();
    await his.getByRole('button', { name: 'Daily', exact: true }).click();
    await his.getByTestId('rule').getByText('Every day', { exact: true }).waitFor();
    expect([await violations(his), await sideways(his)]).toEqual([[], 0]);
    await his.getByRole('button', { name: 'Save' }).click();
    await his.getByText('Saved').waitFor();
    const daily = await rows('Bins');
    expect(daily.length).toBeGreaterThan(before.length * 3);
    await nightPasses('2026-11-23T09:00:00Z');
    const later = await rows('Bins');
    expect((later.at(-1)?.date ?? '') > (daily.at(-1)?.date ?? '')).toBe(true);
    await hers.getByRole('button', { name: 'Undo: Ben moved “Bins”' }).click();
    await comesTo(async () => (await bins()).slice(0, before.length).join(), before.join());
    await his.getByText('Every Saturday', { exact: true }).waitFor();
    await turnIn(partOf(his, 'History'), 'Sat 14 Nov', 'Ana').waitFor();
    await screenshot('story-mistakes-390-light-en');
  }, 240_000);
});
