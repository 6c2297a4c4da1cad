import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { watchedPage } from '../support/chromium.js';
import { comesTo } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, PHONE, signedIn, type Person } from '../support/web-people.js';

const FRENCH = { ...PHONE, locale: 'fr-FR' };
const SMALL = { width: 320, height: 640 };
const DESK = { width: 1440, height: 900 };

const OTHERS = ['Ben', 'Chloé', 'Dan', 'Émile', 'Fatou', 'Gaspard', 'Hana', 'Inès', 'Jonas', 'Kim', 'Lou'];

/**
 * Returns the pixels between the letters of the line above a page title and the first letter of the title.
 */
const clearAbove = (page: Page): Promise<number> =>
  page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const edges = [title.previousElementSibling ?? title, title].map((line) => {
      const mark = document.createElement('span');
      mark.style.display = 'inline-block';
      line.prepend(mark);
      const baseline = mark.getBoundingClientRect().bottom;
      mark.remove();
      const { font } = getComputedStyle(line);
      const context = Object.assign(document.createElement('canvas').getContext('2d')!, { font });
      return { baseline, context };
    });
    const [above, below] = edges as [(typeof edges)[0], (typeof edges)[0]];
    return (
      below.baseline -
      below.context.measureText(title.textContent.slice(0, 1)).actualBoundingBoxAscent -
      (above.baseline + above.context.measureText('pgq').actualBoundingBoxDescent)
    );
  });

/** Returns in how many rows the elements are, and how many are in the last one. */
async function rowsOf(each: Locator): Promise<{ rows: number; inLast: number }> {
  await each.first().waitFor();
  const tops = await each.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  const last = Math.max(...tops);
  return { rows: new Set(tops).size, inLast: tops.filter((top) => top === last).length };
}

describeWeb('the layout and details of pages', (web) => {
  const aHome = async (who: Person) => {
    const id = await home(who);
    const at = `/households/${id}`;
    const { members } = await who.get<{ members: { id: string }[] }>(at);
    await who.post(`${at}/tasks`, {
      title: 'Water the plants',
      date: civilDay(0),
      recurrence: { frequency: 'weekly', interval: 1 },
      responsibleMemberIds: [members[0]!.id],
    });
    return at;
  };

  test('shows twelve people in two rows on a large screen and in one row on smaller screens, with upcoming tasks beside the field for a new task', async () => {
    const ana = await person(web.base, 'Ana');
    const at = await aHome(ana);
    await ana.post(`${at}/tasks`, { title: 'Cook', date: civilDay(2) });
    const { page, errors } = await signedIn(web, ana, { ...PHONE, viewport: DESK });
    const people = page.getByRole('list', { name: 'Household members: select one to see only their tasks' });
    const beside = async () => {
      const [field, coming] = await Promise.all([
        page.locator('form:has(#quick-add)').boundingBox(),
        page.getByRole('heading', { name: 'Coming up' }).boundingBox(),
      ]);
      if (field === null || coming === null) return false;
      return coming.y >= field.y && coming.y + coming.height <= field.y + field.height;
    };
    await comesTo(beside, true);
    for (const displayName of OTHERS) await ana.post(`${at}/members`, { displayName, group: 'ADULT' });
    await comesTo(() => people.getByRole('button').count(), 12);
    expect(await rowsOf(people.getByRole('button'))).toMatchObject({ rows: 2 });
    await comesTo(beside, true);
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    for (const width of [1100, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await comesTo(async () => (await rowsOf(people.getByRole('button'))).rows, 1);
      expect(await sideways(page)).toBe(0);
    }

    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(`${web.base}${at}/week`);
    await page.getByRole('rowheader', { name: 'Lou' }).scrollIntoViewIfNeeded();
    const [day, row] = await Promise.all([
      page.getByRole('columnheader').last().boundingBox(),
      page.getByRole('rowheader', { name: 'Ana', exact: true }).boundingBox(),
    ]);
    expect(row?.y).toBeLessThan(0);
    expect(day?.y).toBe(0);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('shows the seven days of a week in one row on the smallest phone without cutting any day off', async () => {
    const chloe = await person(web.base, 'Chloé', 'fr');
    const at = await aHome(chloe);
    const [series] = await chloe.get<{ id: string }[]>(`${at}/series`);
    const { page } = await signedIn(web, chloe, FRENCH);
    await page.goto(`${web.base}${at}/series/${series!.id}?edit`);
    const days = page.getByRole('group', { name: 'Jours' }).getByRole('button');
    for (const viewport of [PHONE.viewport!, SMALL]) {
      await page.setViewportSize(viewport);
      await comesTo(async () => (await rowsOf(days)).inLast, 7);
      const wrong = await days.evaluateAll((all) =>
        all
          .filter((one) => {
            const { width, height } = one.getBoundingClientRect();
            return width < 24 || height < 44 || one.scrollWidth > one.clientWidth;
          })
          .map(({ textContent }) => textContent),
      );
      expect(wrong).toEqual([]);
    }

    // Fields next to each other are aligned at their tops, however long their hints are.
    await page.setViewportSize(DESK);
    await page.getByText('Plus d’options').click();
    const tops = await Promise.all(
      ['En cas d’oubli', 'Quand l’afficher dans « À venir »', 'Priorité'].map(
        async (name) => (await page.getByRole('combobox', { name }).boundingBox())?.y,
      ),
    );
    expect(new Set(tops).size).toBe(1);
    await page.context().close();
  }, 60_000);

  test('leaves no link and no choice of a period alone in a row on three pages in French', async () => {
    const chloe = await person(web.base, 'Chloé', 'fr');
    const at = await aHome(chloe);
    const { page } = await signedIn(web, chloe, FRENCH);
    for (const [path, last] of [
      ['series', 'Échanges'],
      ['shopping', 'Imprimer'],
    ] as const) {
      await page.goto(`${web.base}${at}/${path}`);
      const links = page.getByRole('link', { name: last, exact: true }).locator('xpath=../*');
      const { rows, inLast } = await rowsOf(links);
      expect({ path, isAlone: rows > 1 && inLast === 1 && rows !== (await links.count()) }).toEqual({
        path,
        isAlone: false,
      });
    }
    // The date of the list is in one line, below its name if there is no room next to it.
    await page.goto(`${web.base}${at}/print/shopping`);
    const when = page.locator('header p', { hasText: 'Chez nous' });
    await when.waitFor();
    expect((await when.boundingBox())?.height).toBeLessThan(30);
    await page.setViewportSize(DESK);
    await page.goto(`${web.base}${at}/fairness`);
    const ranges = page.getByRole('group', { name: 'Période' }).getByRole('button');
    expect(await rowsOf(ranges)).toEqual({ rows: 1, inLast: 6 });
    // The accent of “Équité” touches nothing.
    expect(await clearAbove(page)).toBeGreaterThan(2);
    await page.context().close();
  }, 60_000);

  test('shows the links below the sign-in form in one row in French, with the language switch at the top', async () => {
    const { page } = await watchedPage(web.browser, FRENCH);
    await page.goto(`${web.base}/sign-in`);
    const links = page.getByRole('main').getByRole('link');
    expect(await rowsOf(links)).toEqual({ rows: 1, inLast: 2 });
    const [title, english] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page.getByRole('button', { name: /^English/ }).boundingBox(),
    ]);
    expect((english?.y ?? 0) + (english?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
    await page.context().close();
  });

  test('lets the dialogs of shopping and templates be left with “Cancel” without any change', async () => {
    const ana = await person(web.base, 'Ana');
    const at = await aHome(ana);
    await ana.post(`${at}/shopping/items`, { text: 'Milk' });
    await ana.post(`${at}/shopping/lists`, { name: 'Market' });
    await ana.post(`${at}/templates`, { name: 'Before a holiday', tasks: [{ title: 'Empty the fridge' }] });
    const { page, errors } = await signedIn(web, ana);
    const dialog = page.getByRole('dialog');
    const cancel = async (opener: Locator, typed?: string) => {
      await opener.click();
      if (typed !== undefined) await dialog.getByRole('textbox').first().fill(typed);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${web.base}${at}/shopping`);
    await cancel(page.getByRole('button', { name: /^Milk/ }), 'Oat milk');
    await page.getByRole('checkbox', { name: /Milk/ }).waitFor();
    await cancel(press('New list'), 'Pharmacy');
    await press('Market').click();
    await cancel(press('Edit list'), 'Bazaar');
    expect(
      await page.getByRole('group', { name: 'Shopping lists' }).getByRole('button').allTextContents(),
    ).toEqual(['Shopping', 'Market']);

    await page.goto(`${web.base}${at}/templates`);
    await cancel(press('New template'), 'After a holiday');
    await cancel(press('Use'));
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Before a holiday']);
    const titles = (await ana.get<{ title: string }[]>(`${at}/occurrences?view=all`)).map(
      ({ title }) => title,
    );
    expect(titles).not.toContain('Empty the fridge');
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('counts a series once in its category, however many of its dates are planned', async () => {
    const ana = await person(web.base, 'Ana');
    const at = await aHome(ana);
    const { id: categoryId } = await ana.post(`${at}/categories`, { name: 'Kitchen' });
    await ana.post(`${at}/tasks`, {
      title: 'Cook',
      date: civilDay(0),
      categoryId,
      recurrence: { frequency: 'daily', interval: 1 },
    });
    await ana.post(`${at}/tasks`, { title: 'Descale the kettle', categoryId });
    const { page } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/settings/categories`);
    await page.getByText('2 open tasks').waitFor();
    await page.context().close();
  });
});
