import { expect, test } from '@jest/globals';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { home, person, signedIn } from '../support/web-people.js';

/* Sentences of help for new users, with links to the pages that they mention. */
describeWeb('the help in the client', (web) => {
  test('links six explanations to the pages that they mention', async () => {
    const ana = await person(web.base, 'Ana');
    const at = `/households/${await home(ana)}`;
    const { id: done } = await ana.post(`${at}/tasks`, { title: 'Water the plants' });
    // The balance page compares members only after a week.
    const completedAt = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await ana.post(`${at}/occurrences/${done}/complete`, { completedAt });
    const { page, errors } = await signedIn(web, ana);
    for (const [address, sentence, link, leadsTo] of [
      [`${at}/away`, 'Is everyone going away', 'Pauses', `${at}/settings/pauses`],
      [`${at}/settings/pauses`, 'If only one person is away', 'Absences', `${at}/away`],
      [`${at}/settings/invitations`, 'Anyone who opens the link', 'Members', `${at}/settings/members`],
      [`${at}/settings/displays`, 'Members with a PIN', 'Members', `${at}/settings/members`],
      [`${at}/fairness`, 'the workload set under', 'Members', `${at}/settings/members`],
      ['/account/profile', 'You can change your e-mail', 'E-mail and password', '/account/security'],
    ] as const) {
      await page.goto(web.base + address);
      await page.locator('p', { hasText: sentence }).getByRole('link', { name: link }).click();
      await page.waitForURL(web.base + leadsTo);
    }
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('explains the terms of a series, the scope of an edit, and what a sentence can contain', async () => {
    const [ana, chloe] = [await person(web.base, 'Ana'), await person(web.base, 'Chloé', 'fr')];
    const at = `/households/${await home(ana, chloe)}`;
    const { id: bins } = await ana.post(`${at}/tasks/quick`, { text: 'Bins every week in turn' });
    const { seriesId } = await ana.get<{ seriesId: string }>(`${at}/occurrences/${bins}`);
    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/series/${seriesId}?edit`);
    await page.getByRole('button', { name: 'Balanced' }).click();
    await page.getByText('Later turns may change').waitFor();
    await page.getByText('More options').click();
    for (const sentence of ['nothing piles up', 'you won’t get reminders', 'For example, mow'])
      await page.getByText(sentence).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await page
      .locator('p', { hasText: 'No holiday calendars yet' })
      .getByRole('link', { name: 'Holidays' })
      .click();
    await page.waitForURL(/settings\/days$/);

    await page.goto(`${web.base}${at}/occurrences/${bins}`);
    await page.getByLabel('Priority').selectOption('High');
    await page.getByRole('dialog').getByText('doesn’t change the other dates').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${web.base}${at}/today`);
    const sentence = page.getByRole('textbox', { name: 'Add a task' });
    await sentence.fill('Air the rooms');
    const hint = page.getByText('right in the sentence');
    await hint.waitFor();
    // The hint disappears once the sentence contains a date.
    await sentence.fill('Air the rooms tomorrow');
    await hint.waitFor({ state: 'detached' });
    await page.goto(`${web.base}${at}/search`);
    await page.getByText('Type part of the name').waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();

    const french = await signedIn(web, chloe);
    await french.page.goto(`${web.base}${at}/away`);
    await french.page
      .locator('p', { hasText: 'Tout le monde part' })
      .getByRole('link', { name: 'Pauses' })
      .click();
    await french.page.waitForURL(/settings\/pauses$/);
    await french.page.context().close();
  }, 120_000);
});
