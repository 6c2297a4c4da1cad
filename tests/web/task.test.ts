import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inFullTier } from '../support/tier.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { PASSWORD, person, signedIn } from '../support/web-people.js';
import { comesTo } from '../support/until.js';

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const PHONE = {
  viewport: { width: 320, height: 640 },
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
  colorScheme: 'dark' as const,
};

describeWeb('the checklist of a task', (web) => {
  inFullTier.test(
    'gets one step per line of a pasted list, also if it was pasted without a network and one line is too long',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
      const { id } = await ana.post(`/households/${home}/tasks/quick`, { text: 'Pack' });
      const { page } = await signedIn(web, ana, DESK);
      await page.goto(`${web.base}/households/${home}/occurrences/${id}`);
      const paste = async (text: string) => {
        await page.getByLabel('Add a step').evaluate((element, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        }, text);
      };
      const steps = async () => {
        const { checklist } = await ana.get<{ checklist: { title: string; done: boolean }[] }>(
          `/households/${home}/occurrences/${id}`,
        );
        return checklist.map(({ title, done }) => `${title} ${done}`).join();
      };
      // Only the line that is too long is refused. It is named, and can be shortened in the field.
      await paste(`- shoes\n- [x] a${'x'.repeat(200)}`);
      const field = page.getByLabel('Add a step');
      const refusal = page.getByText(/“ax+…” is too long. A line can have at most 200 characters./);
      await refusal.waitFor();
      await comesTo(steps, 'shoes false');
      expect(await field.inputValue()).toBe(`[x] a${'x'.repeat(200)}`);
      await field.fill('[x] hat');
      await field.press('Enter');
      await comesTo(steps, 'shoes false,hat true');
      // A single line that is pasted or typed is refused in the same way, and never cut.
      await field.fill(`a${'x'.repeat(200)}`);
      await field.press('Enter');
      await refusal.waitFor();
      expect(await field.inputValue()).toBe(`a${'x'.repeat(200)}`);
      await field.fill('');
      await comesTo(() => refusal.count(), 0);

      await page.route('**/quick-add/lines', (route) => route.abort());
      await paste(`- [ ] socks\r\n- [x] tickets\r\n- ${'x'.repeat(201)}\r\n\t2) tent`);
      const waiting = page.getByRole('list', { name: 'Waiting to be added' });
      await waiting.getByText('tickets').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await waiting.getByText('tickets').waitFor();
      await page.unroute('**/quick-add/lines');
      await comesTo(steps, 'shoes false,hat true,socks false,tickets true,tent false');
      // A pasted line waits in the field, and is read without its mark when it is added. A typed mark is kept.
      await paste('☑ soap');
      await page.getByLabel('Add a step').fill('☑ soap');
      await page.keyboard.press('Enter');
      await comesTo(steps, 'shoes false,hat true,socks false,tickets true,tent false,soap true');
      await page.getByLabel('Add a step').fill('- cards');
      await page.keyboard.press('Enter');
      await comesTo(
        steps,
        'shoes false,hat true,socks false,tickets true,tent false,soap true,- cards false',
      );
      await comesTo(() => waiting.count(), 0);
      await page.getByText('1 change needs your decision').waitFor();
      // Other fields refuse a text that would be cut, and say so.
      const titleField = page.getByRole('textbox', { name: 'Title' });
      const isRefused = await titleField.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        return !element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, 'x'.repeat(201));
      expect(isRefused).toBe(true);
      await page.getByText('The field takes at most 200 characters.').waitFor();
      await page.context().close();
    },
    180_000,
  );
});

describeWeb('the client', (web) => {
  inFullTier.test(
    'lets two people edit fields, steps, a series and a file of one task, and resolve a conflict and a deletion',
    async () => {
      const ana = await person(web.base, 'Ana');
      const ben = await person(web.base, 'Ben', 'fr');
      const { id: home } = await ana.post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' });
      const { token } = await ana.post(`/households/${home}/invitations`, {});
      await ben.post('/invitations/accept', { token });
      const { id: call } = await ana.post(`/households/${home}/tasks/quick`, {
        text: 'Call the plumber today',
      });
      const { id: bins } = await ana.post(`/households/${home}/tasks/quick`, {
        text: 'Bins every day in turn',
      });
      const desk = await signedIn(web, ana, DESK);
      const phone = await signedIn(web, ben, PHONE);
      const address = (id: string) => `${web.base}/households/${home}/occurrences/${id}`;
      const title = (page: Page) => page.getByRole('textbox', { name: /^(Title|Titre)$/ });

      // The task opens beside its page, and Escape returns to its row.
      await desk.page.getByRole('link', { name: 'Call the plumber' }).click();
      await title(desk.page).waitFor();
      expect(desk.page.url()).toBe(address(call));
      await comesTo(() => desk.page.getByRole('heading', { level: 1 }).count(), 1);
      await desk.page.keyboard.press('Escape');
      await desk.page.waitForURL(/\/today$/);
      await desk.page.getByRole('link', { name: 'Call the plumber' }).click();
      await desk.page.getByLabel('Add a step').fill('Find the number');
      await desk.page.keyboard.press('Enter');
      await desk.page.getByRole('checkbox', { name: 'Find the number', checked: false }).click();

      await phone.page.goto(address(call));
      await phone.page.getByRole('checkbox', { name: 'Find the number', checked: true }).waitFor();
      expect([await violations(phone.page), await sideways(phone.page)]).toEqual([[], 0]);
      await phone.screenshot('task-320-dark-fr');

      // A change of another field is merged and reported. For the same field the user decides, and no typed
      // text is lost.
      await title(desk.page).fill('Call the plumber at noon');
      await title(phone.page).fill('Call Mr Pipe');
      await title(phone.page).press('Enter');
      await phone.page.getByLabel('Priorité').selectOption('HIGH');
      await desk.page.getByText('Ben just changed the title and the priority').waitFor();
      await desk.page.reload();
      await comesTo(() => title(desk.page).inputValue(), 'Call the plumber at noon');
      await desk.page.getByRole('button', { name: 'Save' }).click();
      const conflict = desk.page.getByRole('dialog', { name: 'Changed by two people' });
      await conflict.getByText('Call Mr Pipe').waitFor();
      expect(await violations(desk.page)).toEqual([]);
      await conflict.getByRole('radio', { name: /Your version/ }).check();
      await conflict.getByRole('button', { name: 'Save' }).click();
      await phone.page.getByRole('heading', { level: 1, name: 'Call the plumber at noon' }).waitFor();

      await desk.page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'tap.png',
          mimeType: 'image/png',
          buffer: Buffer.from(PIXEL, 'base64'),
        });
      await desk.page.getByRole('link', { name: 'tap.png' }).waitFor();

      // A task that is deleted while somebody looks at it can still be read and restored.
      await desk.page.getByRole('button', { name: 'More actions', exact: true }).click();
      await desk.page.getByRole('menuitem', { name: 'Delete' }).click();
      await phone.page.getByText('Supprimée par Ana').waitFor();
      await phone.page.getByRole('button', { name: 'Rétablir' }).click();
      await title(phone.page).waitFor();

      // An edit in a series asks once for its scope, with a preview of the service.
      await desk.page.goto(address(bins));
      await title(desk.page).fill('Take out the bins');
      await title(desk.page).press('Enter');
      const scope = desk.page.getByRole('dialog', { name: 'Change which dates?' });
      await scope
        .getByText(/changes \d\d+ dates/)
        .first()
        .waitFor();
      expect(await violations(desk.page)).toEqual([]);
      await scope.getByRole('radio', { name: /All dates/ }).check();
      await scope.getByRole('button', { name: 'Change', exact: true }).click();
      await desk.page.getByText('Changes apply to all dates').waitFor();
      const undo = desk.page.getByRole('button', { name: 'Undo' });
      // The toast stays while the pointer is over it.
      await undo.hover();
      await phone.page.goto(`${web.base}/households/${home}/today`);
      await phone.page.getByRole('link', { name: 'Take out the bins' }).first().waitFor();
      await undo.click();
      await phone.page.getByRole('link', { name: 'Bins' }).first().waitFor();
      expect(await violations(desk.page)).toEqual([]);
      await desk.screenshot('task-1440-light-en');

      for (const { errors, origins } of [desk, phone]) {
        // The page looks for the deleted task once and gets 404.
        expect(withoutExpected(errors).filter((error) => !error.includes('status of 404'))).toEqual([]);
        expect([...origins]).toEqual([web.base]);
      }
      await desk.page.context().close();
      await phone.page.context().close();
    },
    180_000,
  );

  test('keeps all sessions after a wrong password, ends another session, creates an invitation, and deletes the account', async () => {
    const ana = await person(web.base, 'Ana');
    const { id: home } = await ana.post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' });
    const { page, errors, screenshot } = await signedIn(web, ana, DESK);
    await page.goto(`${web.base}/account/security`);
    await page.getByLabel('Current password', { exact: true }).fill('not the one it is');
    await page.getByLabel('New password', { exact: true }).fill('another horse battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('That’s not your current password.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${web.base}/account/devices`);
    await page.getByText('this device').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out: Unknown device' }).click();
    await page.getByText('Device signed out').waitFor();
    expect((await ana.send('GET', '/me')).status).toBe(401);

    await page.goto(`${web.base}/households/${home}/settings/invitations`);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${web.base}/account/profile`);
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot('profile-1440-dark-fr');

    await page.goto(`${web.base}/account/data`);
    await page.getByRole('button', { name: 'Supprimer le compte' }).click();
    await page.getByLabel('Votre mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await page.waitForURL(/\/sign-in$/);
    // With another language the copy is loaded again, and leaving a page aborts its requests.
    expect(withoutExpected(errors).filter((error) => !/status of 410|net::ERR_ABORTED/.test(error))).toEqual(
      [],
    );
    expect((await ana.send('POST', '/auth/login', { email: ana.email, password: PASSWORD })).status).toBe(
      401,
    );
  }, 180_000);
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
