import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { home, person, PHONE, signedIn } from '../support/web-people.js';

const DESK = { viewport: { width: 1440, height: 1000 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const DAY = 86_400_000;
type Row = { id: string; title: string; date: string | null; status: string; responsibleMemberIds: string[] };

/** Returns a civil date in the household's time zone. */
const civil = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(at);
/**
 * Noon of the Monday of next week in UTC, in milliseconds. The tests plan that week, because it does not end while
 * they run.
 */
let monday: number;
beforeEach(() => {
  const today = new Date(`${civil(Date.now())}T12:00:00Z`);
  monday = today.getTime() + (7 - ((today.getUTCDay() + 6) % 7)) * DAY;
});
/** Returns a day of that week. 0 is Monday. */
const day = (number: number): string => new Date(monday + number * DAY).toISOString().slice(0, 10);
async function houseOf(base: string) {
  const [ana, ben] = [await person(base, 'Ana'), await person(base, 'Ben')];
  const id = await home(ana, ben);
  const { members } = await ana.get<{ members: { id: string; displayName: string }[] }>(`/households/${id}`);
  const memberId = (name: string) => members.find(({ displayName }) => displayName === name)!.id;
  const add = (title: string, number: number, who: string | null, more: object = {}) =>
    ana.post(`/households/${id}/tasks`, {
      title,
      date: day(number),
      responsibleMemberIds: who === null ? [] : [memberId(who)],
      ...more,
    });
  const rowOf = async (occurrence: string) => ana.get<Row>(`/households/${id}/occurrences/${occurrence}`);
  const isAt = (occurrence: string, number: number, who: string | null) =>
    until(async () => {
      const { date, responsibleMemberIds } = await rowOf(occurrence);
      return date === day(number) && responsibleMemberIds.join() === (who === null ? '' : memberId(who));
    }, 'the occurrence has its new day and person');
  return { ana, ben, id, memberId, add, rowOf, isAt, week: `${base}/households/${id}/week?from=${day(0)}` };
}

const chip = (page: Page, title: string): Locator =>
  page.locator('#main [data-row]').filter({ has: page.getByRole('link', { name: title }) });
const cell = (page: Page, number: number, member: string): Locator =>
  page.locator(`td[data-place="${day(number)} ${member}"]`);

describeWeb('the week page', (web) => {
  test('moves a dragged task to another member and day, undoes that, asks for the scope in a series, and updates the pages of other members', async () => {
    const { ana, ben, id, memberId, add, isAt, week } = await houseOf(web.base);
    const present = await add('Wrap the present', 1, 'Ana', { time: '18:30' });
    const secret = await add('Buy a ring', 0, 'Ana', { visibility: 'PERSONAL' });
    await ana.post(`/households/${id}/tasks`, {
      title: 'Water the plants',
      date: day(2),
      responsibleMemberIds: [memberId('Ana')],
      recurrence: 'FREQ=WEEKLY',
    });
    const desk = await signedIn(web, ana, DESK);
    const phone = await signedIn(web, ben, PHONE);
    const { page } = desk;
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.waitForURL(/\/week$/);
    await page.locator('#main [data-on]').waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(/from=/);
    expect(page.url()).toBe(week);
    await phone.page.goto(week);
    await phone.page.getByRole('link', { name: 'Wrap the present' }).waitFor();

    await cell(page, 1, memberId('Ana')).getByText('18:30').waitFor();
    await chip(page, 'Wrap the present').dragTo(cell(page, 4, memberId('Ben')));
    await cell(page, 4, memberId('Ben')).getByRole('link', { name: 'Wrap the present' }).waitFor();
    await isAt(present.id, 4, 'Ben');
    await page.getByRole('button', { name: 'Undo' }).click();
    await cell(page, 1, memberId('Ana')).getByRole('link', { name: 'Wrap the present' }).waitFor();
    await isAt(present.id, 1, 'Ana');

    // The task moves to another member, and then to the row of unassigned tasks.
    await chip(page, 'Wrap the present').dragTo(cell(page, 1, ''));
    await isAt(present.id, 1, null);

    // A personal task cannot be assigned to others, and the page says so. Its day can be changed.
    await chip(page, 'Buy a ring').dragTo(cell(page, 0, memberId('Ben')));
    await page.getByText('“Buy a ring” is private').waitFor();
    await chip(page, 'Buy a ring').dragTo(cell(page, 6, memberId('Ana')));
    await isAt(secret.id, 6, 'Ana');

    await chip(page, 'Water the plants').dragTo(cell(page, 3, memberId('Ben')));
    const scope = page.getByRole('dialog', { name: 'Change which dates?' });
    await scope
      .getByText(/changes \d+ dates/)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await scope
      .getByRole('radio', { name: /All dates|following/ })
      .first()
      .check();
    await scope.getByRole('button', { name: 'Change', exact: true }).click();
    await cell(page, 3, memberId('Ben')).getByRole('link', { name: 'Water the plants' }).waitFor();
    await page.keyboard.press(']');
    await page
      .locator(`td[data-place="${day(10)} ${memberId('Ben')}"]`)
      .getByRole('link', { name: 'Water the plants' })
      .waitFor();
    await page.keyboard.press('[');
    await phone.page
      .locator(`section[data-place="${day(3)}"]`)
      .getByText('Water the plants')
      .waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await desk.screenshot('week-1440-light-en');
    for (const { errors } of [desk, phone]) expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
    await phone.page.context().close();
  }, 180_000);

  inFullTier.test(
    'can be used by keyboard: arrows move in the grid, letters move and assign, and the focus follows the task',
    async () => {
      const { ana, memberId, add, isAt, week } = await houseOf(web.base);
      const air = await add('Air the rooms', 0, 'Ana');
      await add('Bake bread', 0, 'Ana');
      const call = await add('Call the plumber', 2, 'Ben');
      const { page, errors } = await signedIn(web, ana, DESK);
      const { keyboard } = page;
      await page.goto(week);
      await page.getByRole('link', { name: 'Call the plumber' }).waitFor();

      // The table is one stop of the Tab key. The arrow keys move over its cells and tasks.
      expect(
        await page
          .locator('table :is(a, button):not([tabindex="-1"])')
          .evaluateAll((all) => all.map((each) => each.closest('[data-row]')?.textContent)),
      ).toEqual(['Air the rooms', 'Air the rooms', 'Air the rooms']);
      await keyboard.press('j');
      await focusIs(page, 'Air the rooms');
      await keyboard.press('ArrowDown');
      await focusIs(page, 'Bake bread');
      await keyboard.press('ArrowDown');
      await focusIs(page, `Add a task: ${mondayName()}, Ana`);
      await keyboard.press('ArrowDown');
      await focusIs(page, `Add a task: ${mondayName()}, Ben`);
      await keyboard.press('ArrowRight');
      await keyboard.press('ArrowRight');
      await focusIs(page, 'Call the plumber');

      await keyboard.press('m');
      const move = page.getByRole('dialog', { name: 'Move “Call the plumber”' });
      await move.getByLabel('Date').fill(day(5));
      await move.getByRole('button', { name: 'Move', exact: true }).click();
      await cell(page, 5, memberId('Ben')).getByRole('link', { name: 'Call the plumber' }).waitFor();
      await focusIs(page, 'Call the plumber');
      await keyboard.press('a');
      const give = page.getByRole('dialog', { name: 'Assign “Call the plumber”' });
      await give.getByRole('button', { name: 'Ben', exact: true }).click();
      await give.getByRole('button', { name: 'Ana', exact: true }).click();
      await give.getByRole('button', { name: 'Assign' }).click();
      await isAt(call.id, 5, 'Ana');
      await focusIs(page, 'Call the plumber');
      await keyboard.press('x');
      await page.getByRole('checkbox', { name: /^Call the plumber/, checked: true }).waitFor();
      await keyboard.press('z');
      await page.getByRole('checkbox', { name: /^Call the plumber/, checked: false }).waitFor();

      // The task opens beside the week. Escape returns the focus to it.
      await keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      expect(await page.getByRole('link', { name: 'Bake bread' }).count()).toBe(1);
      await keyboard.press('Escape');
      await page.waitForURL(week);
      await focusIs(page, 'Call the plumber');
      await keyboard.press('Delete');
      await page.getByText('Deleted “Call the plumber”').waitFor();

      // A sentence that is typed in a cell is for that day and member.
      await page.getByRole('link', { name: 'Air the rooms' }).focus();
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowDown');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Add a task' }).waitFor();
      // The page reads the text after a pause. A longer timer of the page itself ends later, however busy the machine is.
      // Without a title the text is no sentence yet, and no mistake.
      await page.evaluate((pause) => new Promise((later) => void setTimeout(later, pause)), 500);
      expect(await page.getByRole('alert').count()).toBe(0);
      await keyboard.type('Dust the shelves 8pm');
      await keyboard.press('Enter');
      await cell(page, 0, memberId('Ana')).getByRole('link', { name: '20:00 Dust the shelves' }).waitFor();
      await keyboard.press(']');
      await page.waitForURL(new RegExp(`from=${day(7)}`));
      await keyboard.press('.');
      await page.waitForURL(/\/week$/);
      await isAt(air.id, 0, 'Ana');
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'shows days on a phone as lists with ticks, a strip of days as drop targets, and “Move…” as an alternative',
    async () => {
      const { ana, add, isAt, rowOf, week } = await houseOf(web.base);
      const air = await add('Air the rooms', 1, 'Ana');
      const bread = await add('Bake bread', 1, 'Ben');
      const { page, errors, screenshot } = await signedIn(web, ana, PHONE);
      await page.goto(week);
      const of = (number: number) => page.locator(`section[data-place="${day(number)}"]`);
      await of(1).getByRole('link', { name: 'Air the rooms' }).waitFor();
      await page.getByRole('checkbox', { name: /Bake bread/ }).click();
      await until(async () => (await rowOf(bread.id)).status === 'DONE', 'the task is done');
      await chip(page, 'Air the rooms').dragTo(page.locator(`button[data-place="${day(6)}"]`));
      await of(6).getByRole('link', { name: 'Air the rooms' }).waitFor();
      await isAt(air.id, 6, 'Ana');
      // The strip leads to its day.
      await page.locator(`button[data-place="${day(6)}"]`).click();
      await of(6).getByRole('heading').and(page.locator(':focus')).waitFor();
      await page.getByRole('button', { name: 'More actions for Air the rooms' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Move…' }).click();
      const move = page.getByRole('dialog', { name: 'Move “Air the rooms”' });
      await move.getByLabel('Date').fill(day(2));
      await move.getByRole('button', { name: 'Move', exact: true }).click();
      await isAt(air.id, 2, 'Ana');
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('week-390-light-en');
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'shows in the month view how many more tasks a day has, accepts dropped tasks, and loads past months',
    async () => {
      const { ana, id, add, isAt } = await houseOf(web.base);
      const titles = ['Air the rooms', 'Bake bread', 'Clean the oven', 'Dust the shelves', 'Empty the bin'];
      for (const title of titles) await add(title, 1, 'Ana');
      const call = await add('Call the plumber', 2, 'Ana');
      const ago = civil(Date.now() - 70 * DAY);
      const old = await ana.post(`/households/${id}/tasks`, { title: 'Long ago', date: ago });
      await ana.post(`/households/${id}/occurrences/${old.id}/complete`, {
        completedAt: new Date(Date.now() - 70 * DAY).toISOString(),
      });
      const { page, errors } = await signedIn(web, ana, DESK);
      const month = `${web.base}/households/${id}/month`;
      await page.goto(`${month}?of=${day(1).slice(0, 7)}`);
      const of = (number: number) => page.locator(`td[data-place="${day(number)}"]`);
      await of(1)
        .getByRole('link', { name: /^2 more tasks on/ })
        .waitFor();
      await comesTo(() => of(1).locator('[data-row]').count(), 3);
      await chip(page, 'Call the plumber').dragTo(of(3));
      await isAt(call.id, 3, 'Ana');
      await page.getByRole('link', { name: 'Call the plumber' }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await focusIs(page, 'Air the rooms');
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await page.getByLabel('Month', { exact: true }).fill(ago.slice(0, 7));
      await page.locator(`td[data-place="${ago}"]`).getByRole('link', { name: 'Long ago' }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${month}?of=${day(1).slice(0, 7)}`);
      await page.locator(`button[data-place="${day(1)}"]`).click();
      await page.getByRole('link', { name: 'Empty the bin' }).waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  test('prints the week with dark text in the width of one page, without personal tasks', async () => {
    const { ana, id, add } = await houseOf(web.base);
    await add('Air the rooms', 1, 'Ana');
    await add('Buy a ring', 1, 'Ana', { visibility: 'PERSONAL' });
    const { page, errors } = await signedIn(web, ana, { ...DESK, colorScheme: 'dark' });
    await page.goto(`${web.base}/households/${id}/print/week?from=${day(0)}`);
    await page.getByText('Air the rooms').waitFor();
    expect(await page.getByText('Buy a ring').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    const [button, sheet] = [page.getByRole('button', { name: 'Print' }), page.getByRole('article')];
    expect(await button.isVisible()).toBe(false);
    expect(
      await sheet.evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return [backgroundColor, color];
      }),
    ).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(paper) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Back to the week' }).click();
    await page.getByRole('link', { name: 'Buy a ring' }).waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'prints a page with dark text even in the dark theme',
    async () => {
      const { ana, id } = await houseOf(web.base);
      await ana.post(`/households/${id}/shopping/items`, { text: '2 kg flour' });
      const { page } = await signedIn(web, ana, { ...DESK, colorScheme: 'dark' });
      await page.emulateMedia({ media: 'print' });
      for (const [address, shown, ink] of [
        ['print/shopping', '2 kg flour', 'rgb(0, 0, 0)'],
        ['shopping', 'flour', 'rgb(29, 40, 36)'],
      ] as const) {
        await page.goto(`${web.base}/households/${id}/${address}`);
        const text = page.getByText(shown, { exact: true });
        await text.waitFor();
        expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe(ink);
      }
      await page.context().close();
    },
    60_000,
  );
});

/** Returns the date of the Monday as the page writes it: with the year only if it is another year than today's. */
function mondayName(): string {
  const yearOf = (date: string) => date.slice(0, 4);
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(day(0)) !== yearOf(civil(Date.now())) && { year: 'numeric' }),
  }).format(monday);
}

/** Waits until the focused element has this name or text. */
const focusIs = (page: Page, name: string): Promise<void> =>
  comesTo(
    () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.textContent;
      }),
    name,
  );
