import { expect, test } from '@jest/globals';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { aHouse, civilDay, PHONE, signedIn } from '../support/web-people.js';

const EIGHT_DAYS_AGO = new Date(Date.now() - 8 * 86_400_000).toISOString();

describeWeb('the balance page', (web) => {
  test('says in words how much each member did, and rebalances future turns after a preview, with undo', async () => {
    const {
      at,
      people: [ana],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
    const { page, errors, screenshot } = await signedIn(web, ana, PHONE);
    await page.goto(`${web.base}${at}/fairness`);
    await page.getByText('Nothing to show yet. Complete a task first.').waitFor();
    const chosen = page.getByRole('group', { name: 'Period' }).locator('[aria-pressed=true]');
    const ends = async () => {
      const box = await chosen.boundingBox();
      return box === null ? NaN : box.x + box.width;
    };
    await comesTo(async () => (await ends()) <= 390, true);

    const cooked = await ana.post(`${at}/tasks`, {
      title: 'Cook for everybody',
      date: civilDay(0),
      durationMinutes: 120,
      responsibleMemberIds: [anaId],
    });
    const { version } = await ana.post(`${at}/occurrences/${cooked.id}/complete`, {});
    // Members are not compared in the first week.
    await page.getByText('After the first week, you’ll see who did how much.').waitFor();
    expect(await page.getByText(/their share/).count()).toBe(0);
    await ana.post(`${at}/occurrences/${cooked.id}/complete`, { version, completedAt: EIGHT_DAYS_AGO });
    await page.getByText('Ana did 1 h more than their share.').waitFor();
    await page.getByText('Ben did 1 h less than their share.').waitFor();
    await page.getByText('Show as table').first().click();
    await page.getByRole('row', { name: /^Ben 0 min 1 h/ }).waitFor();

    // All future turns are Ana's, although both are in the rotation.
    const order = [[anaId], [benId]];
    await ana.post(`${at}/tasks`, {
      title: 'Mop the floor',
      date: civilDay(3),
      durationMinutes: 90,
      recurrence: { frequency: 'daily', interval: 2, count: 4 },
      rotation: { kind: 'turns', order, length: 10 },
    });
    const whose = async () =>
      (
        await ana.get<{ title: string; responsibleMemberIds: string[] }[]>(
          `${at}/occurrences?view=all&status=TODO`,
        )
      )
        .filter(({ title }) => title === 'Mop the floor')
        .map(({ responsibleMemberIds: [who] }) => (who === anaId ? 'Ana' : 'Ben'))
        .join();
    const before = await whose();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Ana → Ben').first().waitFor();
    expect(await whose()).toBe(before);
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('fairness-390-light-en');
    await page.getByRole('button', { name: 'Rebalance' }).click();
    await until(async () => (await whose()).includes('Ben'), 'Ben is shown');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await whose()) === before, 'the former person is shown');

    // A member who reassigns a task sees who could take it.
    await page.goto(`${web.base}${at}/tasks`);
    await page.getByRole('link', { name: 'Mop the floor' }).first().focus();
    await page.keyboard.press('a');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Ben has done the least lately/ })
      .waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('shows the balance even if changes arrive faster than the answers of the service', async () => {
    const {
      at,
      people: [ana],
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const cooked = await ana.post(`${at}/tasks`, { title: 'Cook', date: civilDay(0), durationMinutes: 30 });
    await ana.post(`${at}/occurrences/${cooked.id}/complete`, { completedAt: EIGHT_DAYS_AGO });
    const { page, errors } = await signedIn(web, ana, PHONE);
    let asked = 0;
    let askAnew = () => {};
    await page.route('**/balance?*', async (route) => {
      asked++;
      askAnew();
      const askedAnew = new Promise<void>((resolve) => (askAnew = resolve));
      await ana.post(`${at}/tasks`, { title: 'An errand' });
      await askedAnew;
      await route.continue();
    });
    await page.goto(`${web.base}${at}/fairness`);
    await page.locator('main figure').first().waitFor();
    expect(asked).toBeGreaterThan(1);
    expect(withoutExpected(errors)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});
