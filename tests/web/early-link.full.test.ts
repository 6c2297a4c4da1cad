import { expect, test } from '@jest/globals';
import { watchedPage } from '../support/chromium.js';
import { describeWeb, violations } from '../support/web-pages.js';
import { civilDay, home, person } from '../support/web-people.js';

describeWeb('the page of a guest link', (web) => {
  test('says when the guest link becomes valid if it is opened too early, and keeps the token over a reload', async () => {
    const ana = await person(web.base, 'Ana');
    const at = `/households/${await home(ana)}`;
    const stay = { activeFrom: civilDay(3), activeUntil: civilDay(5) };
    const { id } = await ana.post(`${at}/members`, { displayName: 'Zoé', group: 'GUEST', ...stay });
    const pass = await ana.post(`${at}/members/${id}/pass`, { until: civilDay(5) });
    const { page } = await watchedPage(web.browser, { locale: 'en-GB' });
    const address = `${web.base}/pass#token=${pass.token}`;
    await page.goto(address);
    const heading = page.getByRole('heading', { name: /^See you on / });
    await heading.waitFor();
    expect(page.url()).toBe(address);
    await page.reload();
    await heading.waitFor();
    expect(await page.title()).not.toContain('display');
    expect(await page.getByText('This pass begins').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }, 120_000);
});
