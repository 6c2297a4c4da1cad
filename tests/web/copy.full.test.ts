import { expect, test } from '@jest/globals';
import { describeWeb, violations } from '../support/web-pages.js';
import { home, person, signedIn } from '../support/web-people.js';

describeWeb('copying a text', (web) => {
  test('shows the text to copy in a dialog, already selected, if the browser has no clipboard', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
    const { page } = await signedIn(web, ana);
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy this text' });
    await dialog.waitFor();
    await page.waitForFunction((address) => {
      const field = document.activeElement;
      return (
        field instanceof HTMLTextAreaElement &&
        field.value === address &&
        field.selectionStart === 0 &&
        field.selectionEnd === address.length
      );
    }, `${web.base}/households/${id}/occurrences/${task}`);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }, 120_000);
});
