import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { shortDate } from '../../web/src/i18n/formats.ts';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, PHONE, signedIn, type Person } from '../support/web-people.js';

type Member = { id: string; displayName: string };
type Series = {
  id: string;
  title: string;
  text: string;
  version: number;
  recurrence: object;
  endedAt: string | null;
};

const DESK = { ...PHONE, viewport: { width: 1440, height: 900 } };

/** Creates the weekly bins in turns, and returns where they are. */
async function binsInTurn(ana: Person, ...others: Person[]) {
  const id = await home(ana, ...others);
  const at = `/households/${id}`;
  const { members } = await ana.get<{ members: Member[] }>(at);
  await ana.post(`${at}/tasks`, {
    title: 'Bins',
    date: civilDay(1),
    recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
    rotation: { kind: 'turns', order: members.map((member) => [member.id]) },
  });
  const [series] = await ana.get<Series[]>(`${at}/series`);
  return { id, at, members, series: series as Series };
}

const rule = (page: Page) => page.getByTestId('rule');

describeWeb('the client', (web) => {
  inFullTier.test(
    'lets the user edit a series with a preview, save and undo the edit, and end and restore the series',
    async () => {
      const ana = await person(web.base, 'Ana');
      const ben = await person(web.base, 'Ben');
      const chloe = await person(web.base, 'Chloé');
      const { at, series } = await binsInTurn(ana, ben, chloe);
      const { page, errors, screenshot } = await signedIn(web, ana, DESK);
      await page.goto(`${web.base}${at}/series`);
      await page.getByRole('link', { name: 'Bins' }).click();
      await page.getByText('Taking turns: Ana → Ben → Chloé').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await rule(page).getByText('Every Tuesday', { exact: true }).waitFor();

      // The service previews each change. Dates that move are shown next to their old value.
      const days = page.getByRole('group', { name: 'Days' });
      await days.getByRole('button', { name: 'Thursday' }).click();
      await days.getByRole('button', { name: 'Tuesday' }).click();
      await rule(page).getByText('Every Thursday', { exact: true }).waitFor();
      const dates = page.getByRole('list', { name: 'Next dates' });
      await dates.getByText('before: Tue').first().waitFor();
      await page.getByRole('button', { name: 'Move Chloé up' }).click();
      await dates
        .getByText(/before: .*Ben/)
        .first()
        .waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('series-edited-1440-light-en');

      // Typed values survive a reload.
      await page.reload();
      await rule(page).getByText('Every Thursday', { exact: true }).waitFor();
      // A preview request that is still running is aborted; otherwise it would use an outdated version.
      const held: Route[] = [];
      await page.route(/\/series\/[^/]+\/preview$/, (route) => void held.push(route));
      await page.getByRole('textbox', { name: 'Title' }).fill('Bins and paper');
      await until(() => held.length > 0, 'a request is held back');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Taking turns: Ana → Chloé → Ben').waitFor();
      await page.unroute(/\/series\/[^/]+\/preview$/);
      await Promise.allSettled(held.map((route) => route.continue()));
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Taking turns: Ana → Ben → Chloé').waitFor();
      const read = () => ana.get<Series>(`${at}/series/${series.id}`);
      await until(
        async () => (await read()).text === 'Every Tuesday',
        'the series is stored as "Every Tuesday"',
      );

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.waitForURL(/\/series$/);
      await until(async () => (await read()).endedAt !== null, 'the series has ended');
      await page.getByRole('button', { name: 'Undo' }).click();
      await until(async () => (await read()).endedAt === null, 'the series goes on');
      await page.getByRole('link', { name: 'Bins' }).waitFor();
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'compares typed values of a series with a change by another member, and puts the typed values back into the form if the user agrees',
    async () => {
      const ana = await person(web.base, 'Ana');
      const ben = await person(web.base, 'Ben');
      const { at, series } = await binsInTurn(ana, ben);
      const { page } = await signedIn(web, ana, PHONE);
      await page.goto(`${web.base}${at}/series/${series.id}?edit`);
      await rule(page).waitFor();
      await page.getByLabel('Repeat every … weeks').fill('2');
      await rule(page).getByText('Every other Tuesday').waitFor();
      const changed = await ben.send('PATCH', `${at}/series/${series.id}`, {
        title: 'Bins and bottles',
        version: series.version,
      });
      expect(changed.status).toBe(200);
      await page.getByRole('heading', { name: 'Ben changed this chore' }).waitFor();
      const beside = page.getByRole('alert');
      await beside.getByText(/Every other Tuesday$/).waitFor();
      await beside.getByText(/Every Tuesday$/).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Reapply my changes' }).click();
      await rule(page).getByText('Every other Tuesday').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Bins and bottles');

      // The feed delivers the user's own change before the request is answered. That is no conflict.
      await page.getByLabel('Title').fill('Bottles');
      let forms = 0;
      await page.route(`**${at}/series/${series.id}`, async (route) => {
        const response = await route.fetch();
        await page.getByRole('link', { name: 'Bottles', exact: true }).waitFor();
        forms = await page.getByLabel('Title').count();
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await until(async () => {
        const { title, text } = await ana.get<Series>(`${at}/series/${series.id}`);
        return title === 'Bottles' && text === 'Every other Tuesday';
      }, 'the series is stored as Bottles, every other Tuesday');
      await page.waitForURL(({ search }) => search === '');
      expect(forms).toBe(1);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'lets the user make a one-off task repeat on the page of that task',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks`, {
        title: 'Descale the kettle',
        date: '2031-01-07',
      });
      const { page } = await signedIn(web, ana, PHONE);
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Repeat' }).click();
      await page.getByRole('button', { name: 'Monthly' }).click();
      await rule(page).getByText('Every month on the 7th').waitFor();
      await page.getByRole('button', { name: 'Repeat', exact: true }).click();
      await page.waitForURL(/\/series\/(?!new)/);
      await page.getByText('Every month on the 7th').waitFor();
      await page.context().close();
    },
    180_000,
  );

  test('sets the first date of a waiting series without asking for the scope of the edit', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { id: task } = await ana.post(`/households/${id}/tasks`, {
      title: 'Descale the kettle',
      date: null,
      recurrence: { kind: 'afterCompletion', every: 6, unit: 'week' },
    });
    const shown = () =>
      ana.get<{ date: string | null; time: string | null }>(`/households/${id}/occurrences/${task}`);
    expect((await shown()).date).toBeNull();
    const { page, errors } = await signedIn(web, ana, PHONE);
    await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
    await page.getByRole('button', { name: /^When/ }).click();
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await comesTo(async () => (await shown()).date, civilDay(1));
    expect(await page.getByRole('dialog').count()).toBe(0);

    // The series has a date now, so a new time may also apply to later dates.
    await page.getByLabel('Time', { exact: true }).fill('19:00');
    await page.getByRole('dialog').getByText('This and following').waitFor();
    expect((await shown()).time).toBeNull();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  inFullTier.test(
    'shifts a series that is chosen in the list, undoes that, and shifts a series on its own page',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { at } = await binsInTurn(ana, await person(web.base, 'Ben'));
      await ana.post(`${at}/tasks`, {
        title: 'Paper',
        date: civilDay(3),
        recurrence: 'FREQ=WEEKLY;INTERVAL=2',
      });
      const dates = async (title: string) =>
        (await ana.get<{ title: string; date: string }[]>(`${at}/occurrences?view=all&limit=100`))
          .filter((row) => row.title === title)
          .slice(0, 2)
          .map(({ date }) => date)
          .join();
      const bins = await dates('Bins');
      const { page, errors } = await signedIn(web, ana);
      await page.goto(`${web.base}${at}/series`);
      await page.getByRole('button', { name: 'Shift the schedule' }).click();
      const form = page.getByRole('dialog');
      // The focus starts on the chosen button, which is not the first one.
      await comesTo(() => page.evaluate(() => document.activeElement?.textContent), '1 week later');
      await form.getByRole('button', { name: 'Some chores' }).click();
      await form.getByRole('checkbox', { name: 'Paper' }).check();
      await form.getByText(/\d+ dates move\./).waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await form.getByRole('button', { name: 'Shift dates' }).click();
      await comesTo(() => dates('Paper'), [civilDay(10), civilDay(24)].join());
      await page.getByRole('button', { name: 'Undo' }).click();
      await comesTo(() => dates('Paper'), [civilDay(3), civilDay(17)].join());

      await page.getByRole('link', { name: 'Paper' }).click();
      // Both pages have such a button.
      await page.getByRole('heading', { level: 1, name: 'Paper' }).waitFor();
      await page.getByRole('button', { name: 'Shift the schedule' }).click();
      expect(await form.getByRole('checkbox', { name: 'Paper' }).isChecked()).toBe(true);
      await form.getByRole('button', { name: '1 day later' }).click();
      await form.getByText(/\d+ dates move\./).waitFor();
      await form.getByRole('button', { name: 'Shift dates' }).click();
      await page.getByText('Schedule shifted').waitFor();
      // The page of the series shows the new dates.
      await page.getByRole('link', { name: shortDate(civilDay(4), 'en-GB') }).waitFor();
      expect(await dates('Paper')).toBe([civilDay(4), civilDay(18)].join());
      expect(await dates('Bins')).toBe(bins);
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'lets one member request a swap of turns and another member answer it in another browser',
    async () => {
      const ana = await person(web.base, 'Ana');
      const ben = await person(web.base, 'Ben');
      const { at, series } = await binsInTurn(ana, ben);
      await ana.post(`${at}/tasks/quick`, { text: 'Dishes every day in turn' });
      const dishes = await ana.get<{ id: string; title: string }[]>(`${at}/occurrences?view=all`);
      const dish = dishes.find(({ title }) => title === 'Dishes');
      const turns = await ana.get<{ id: string; date: string; responsibleMemberIds: string[] }[]>(
        `${at}/occurrences?seriesId=${series.id}&view=all`,
      );
      const [first] = turns;
      const asker = await signedIn(web, ana, PHONE);
      await asker.page.goto(`${web.base}${at}/occurrences/${first?.id ?? ''}`);
      await asker.page.getByRole('button', { name: /^Who:/ }).click();
      await asker.page.getByRole('button', { name: 'Ask to swap' }).click();
      await asker.page.getByRole('dialog').getByRole('radio').first().check();
      await asker.page.getByRole('dialog').getByRole('button', { name: 'Ask to swap' }).click();
      // Turns of a daily series leave room for those of other series.
      await asker.page.goto(`${web.base}${at}/occurrences/${dish?.id ?? ''}`);
      await asker.page.getByRole('button', { name: /^Who:/ }).click();
      await asker.page.getByRole('button', { name: 'Ask to swap' }).click();
      await asker.page.getByRole('radio', { name: /Bins/ }).first().waitFor();
      await asker.page.goto(`${web.base}${at}/swaps`);
      await asker.page.getByText(/^You offered Ben Bins/).waitFor();

      const answering = await signedIn(web, ben, PHONE);
      await answering.page.goto(`${web.base}${at}/swaps`);
      await answering.page.getByText(/^Ana offers Bins/).waitFor();
      expect([await violations(answering.page), await sideways(answering.page)]).toEqual([[], 0]);
      await answering.page.getByRole('button', { name: 'Accept' }).click();
      await asker.page.getByText('Swap accepted.').waitFor();
      const now = await ana.get<{ responsibleMemberIds: string[] }>(`${at}/occurrences/${first?.id ?? ''}`);
      expect(now.responsibleMemberIds).not.toEqual(first?.responsibleMemberIds);
      for (const { page } of [asker, answering]) await page.context().close();
    },
    180_000,
  );
});
