import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { watchedPage } from '../support/chromium.js';
import { emptyFolder, startProgram, untilEnded } from '../support/program.js';
import { aSignal } from '../support/signal.js';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected, type Web } from '../support/web-pages.js';
import {
  aHouse,
  OFFLINE_PHONE,
  PASSWORD,
  home,
  person,
  PHONE,
  signedIn,
  signInHere,
} from '../support/web-people.js';

const FRENCH_AT_NIGHT = { ...PHONE, locale: 'fr-FR', colorScheme: 'dark' as const };

/** Returns the description of the field that has the focus. */
const describedFocus = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .reverse()
      .join(' '),
  );

describeWeb('the app in the first minutes of a user', (web) => {
  test('creates one household despite a reload, previews its first week, and ends with an example sentence', async () => {
    const { page, errors, screenshot } = await watchedPage(web.browser, PHONE);
    await page.goto(`${web.base}/register`);
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await violations(page)).toEqual([]);
    await screenshot('register-390-light-en');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Name of your home').fill('Chez');
    await page.reload();
    await comesTo(() => page.getByLabel('Name of your home').inputValue(), 'Chez');
    await page.getByLabel('Name of your home').fill('Chez nous');
    await page.getByRole('button', { name: 'Next: who lives here' }).click();
    const link = page.getByLabel('Invitation link');
    await link.waitFor();
    await page.reload();
    await link.waitFor();
    expect(await households(page)).toEqual(['Chez nous']);
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('invite-390-light-en');
    const ben = await person(web.base, 'Ben');
    const token = (await link.inputValue()).split('token=')[1];
    await ben.post('/invitations/accept', { token });

    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Ben', pressed: true }).waitFor();
    // A member who joins while this page is open takes part too, unless deselected.
    const cleo = await person(web.base, 'Cleo');
    await cleo.post('/invitations/accept', { token });
    await page.getByRole('button', { name: 'Cleo', pressed: true }).click();
    await page.getByRole('button', { name: 'Cleo', pressed: false }).waitFor();
    await page.getByRole('heading', { name: 'Your first week' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Your first week' }).scrollIntoViewIfNeeded();
    await screenshot('starters-390-light-en');
    const previewed = await page.locator('section li li').allTextContents();
    await page.getByRole('button', { name: 'Start with 5 chores' }).click();
    const sentence = page.getByRole('textbox', { name: 'Add a task' });
    await page.waitForFunction(() => document.activeElement?.id === 'quick-add');
    await comesTo(() => sentence.inputValue(), 'Cook dinner tomorrow 18:30');
    // The preview matches the created tasks and their assignees.
    expect(previewed.length).toBeGreaterThan(3);
    const [id = ''] = await householdIds(page);
    const came = await page.evaluate(OF_THIS_WEEK, id);
    expect(previewed.toSorted()).toEqual(came.toSorted());
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'suggests recurring tasks for a home with a pet, and gives the pet no turns',
    async () => {
      const {
        at,
        people: [ana],
        idOf,
      } = await aHouse(web.base, ['Ana', 'Ben']);
      await ana.post(`${at}/members`, { displayName: 'Rex', group: 'PET' });
      const { page, errors } = await signedIn(web, ana);
      await page.goto(`${web.base}${at}/starters`);
      await page.getByRole('button', { name: 'Ben', pressed: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Rex' }).count()).toBe(0);
      await page.getByRole('heading', { name: 'Your first week' }).waitFor();
      await page.getByRole('button', { name: 'Start with 5 chores' }).click();
      await page.waitForURL(/\/today$/);
      const rows = await ana.get<{ responsibleMemberIds: string[] }[]>(`${at}/occurrences?view=all`);
      const assigned = new Set(rows.flatMap(({ responsibleMemberIds }) => responsibleMemberIds));
      expect([...assigned].toSorted()).toEqual([await idOf('Ana'), await idOf('Ben')].toSorted());
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  for (const [mode, words] of [
    ['invited', 'You need an invitation'],
    ['closed', 'New accounts are currently disabled'],
  ] as const)
    inFullTier.test(
      `shows that registration is ${mode}, and offers registration only to people whom the service accepts`,
      async () => {
        const ana = await person(web.base, 'Ana');
        const id = await home(ana);
        const { token } = await ana.post(`/households/${id}/invitations`, {});
        const folder = await emptyFolder();
        const shut = await startProgram(folder.path, { DATABASE_URL: web.databaseUrl, REGISTRATION: mode });
        const base = shut.url.replace('127.0.0.1', 'localhost');
        const { page, screenshot } = await watchedPage(web.browser, PHONE);
        page.setDefaultTimeout(60_000);
        await page.goto(`${base}/sign-in`);
        const toRegister = page.getByRole('link', { name: 'New here? Create an account' });
        await toRegister.waitFor({ state: 'detached' });
        await page.goto(`${base}/register`);
        await page.getByText(words).waitFor();
        expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
        await screenshot(`register-${mode}-390-light-en`);
        await page.goto(`${base}/join#token=${token}`);
        await page.getByRole('link', { name: 'I have an account' }).waitFor();
        const register = page.getByRole('link', { name: 'Create an account and join' });
        if (mode === 'closed') await register.waitFor({ state: 'detached' });
        else {
          await register.click();
          await page.getByLabel('Your name').fill('Fay');
          await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.org`);
          await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
          await page.getByRole('button', { name: 'Create account' }).click();
          await page.getByRole('button', { name: /^Join as/ }).waitFor();
        }
        await page.context().close();
        shut.kill('SIGTERM');
        await untilEnded(shut);
        await folder.remove();
      },
      180_000,
    );

  inFullTier.test(
    'changes the e-mail address in the settings after the user has opened the link in the e-mail',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page, screenshot } = await signedIn(web, ana);
      page.setDefaultTimeout(60_000);
      await page.goto(`${web.base}/account/security`);
      await page.getByText(`${ana.email} isn’t confirmed yet.`).waitFor();
      const address = `${crypto.randomUUID()}@example.org`;
      await page.getByLabel('New e-mail address').fill(address);
      await page.getByLabel('Current password (to change your e-mail)').fill('not the password');
      const change = page.getByRole('button', { name: 'Change e-mail address' });
      await change.click();
      await page.getByText('That’s not your current password.').waitFor();
      await page.getByLabel('Current password (to change your e-mail)').fill(PASSWORD);
      await change.click();
      await page.getByText(`If ${address} is available`).waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('email-390-light-en');
      await page.goto(await linkOfLetter(web, address, 'confirm-email'));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Address confirmed.').waitFor();
      await screenshot('email-confirmed-390-light-en');
      await page.goto(`${web.base}/account/security`);
      await page.getByText(`${address} is confirmed.`).waitFor();
      await page.goto(await linkOfLetter(web, ana.email, 'refuse-email'));
      await page.getByRole('button', { name: 'Reject the change' }).click();
      await page.getByText('is no longer valid').waitFor();
      await page.goto(await linkOfLetter(web, ana.email, 'revert-email'));
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await page.getByRole('button', { name: 'Undo the change' }).click();
      await page.getByText('Your account uses this address again').waitFor();
      expect(await violations(page)).toEqual([]);
      await screenshot('email-reverted-390-light-en');
      await page.getByRole('link', { name: 'Choose a new password' }).click();
      await page.waitForURL(`${web.base}/forgot`);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'says at each empty required field what is missing, and focuses the first of these fields',
    async () => {
      const { page } = await watchedPage(web.browser, PHONE);
      const email = 'Please enter your e-mail address.';
      const forms = [
        ['/sign-in', [email, 'Please enter your password.']],
        ['/register', ['Please enter your name.', email, 'Please choose a password.']],
        ['/forgot', [email]],
        [`/reset-password#token=${'a'.repeat(43)}`, ['Please choose a password.']],
      ] as const;
      for (const [address, missing] of forms) {
        await page.goto('about:blank');
        await page.goto(web.base + address);
        const send = page.locator('button[type=submit]');
        await send.click();
        for (const text of missing) await page.getByText(text, { exact: true }).waitFor();
        expect(await describedFocus(page)).toContain(missing[0]);
        expect(await violations(page)).toEqual([]);
        // Submit twice, the second time with the first field filled in.
        await send.focus();
        await send.click();
        expect(await describedFocus(page)).toContain(missing[0]);
        if (missing.length === 1) continue;
        await page.locator('form input').first().fill('ana@example.org');
        await send.click();
        await comesTo(() => page.getByText(missing[0], { exact: true }).count(), 0);
        expect(await describedFocus(page)).toContain(missing[1]);
      }
      await page.context().close();

      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page: hers } = await signedIn(web, ana);
      await hers.goto(`${web.base}/account/security`);
      for (const name of ['Change e-mail address', 'Change password']) {
        await hers.getByRole('button', { name, exact: true }).click();
        await comesTo(() => describedFocus(hers).then((text) => text.startsWith('Please ')), true);
      }
      await hers.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'explains invitations and links that do not work, and what the user can do',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page, screenshot } = await watchedPage(web.browser, FRENCH_AT_NIGHT);
      await page.goto(`${web.base}/join`);
      await page.getByText('n’est pas valable').waitFor();
      await page.goto(`${web.base}/join#token=nonsense`);
      await page.reload();
      await page.getByText('n’est pas valable').waitFor();
      expect(await violations(page)).toEqual([]);
      await screenshot('join-invalid-390-dark-fr');

      const once = await ana.post(`/households/${id}/invitations`, { maxUses: 1 });
      const other = await person(web.base, 'Ben');
      await other.post('/invitations/accept', { token: once.token });
      const revoked = await ana.post(`/households/${id}/invitations`, {});
      await ana.send('DELETE', `/households/${id}/invitations/${revoked.id}`);
      for (const { token } of [once, revoked]) {
        await page.goto('about:blank');
        await page.goto(`${web.base}/join#token=${token}`);
        await page.getByText('Cette invitation a expiré').waitFor();
      }
      const bound = await ana.post(`/households/${id}/invitations`, { email: 'somebody@example.org' });
      const eve = await person(web.base, 'Eve');
      const hers = await signedOutPage(eve.email);
      await hers.goto(`${web.base}/join#token=${bound.token}`);
      await hers.getByRole('button', { name: 'Join as Eve' }).click();
      await hers.getByText('This invitation is for another e-mail address').waitFor();
      await hers.context().close();

      await page.goto(`${web.base}/reset-password#token=${'a'.repeat(43)}`);
      await page.locator('input[type=password]').fill('another horse battery');
      await page.locator('button[type=submit]').click();
      await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
      await page.waitForURL('**/forgot');
      expect(await violations(page)).toEqual([]);
      await screenshot('forgot-390-dark-fr');

      await page.locator('input[type=email]').fill(ana.email);
      await page.locator('button[type=submit]').click();
      await page
        .getByText(`un compte existe pour ${ana.email}, votre administrateur a reçu un lien`)
        .waitFor();
      await page.goto('about:blank');
      await page.goto(await linkOfLetter(web, ana.email));
      await page.locator('input[type=password]').fill('another horse battery');
      await page.locator('button[type=submit]').click();
      await page.getByText('Mot de passe modifié').waitFor();
      const signIn = (password: string) => ana.send('POST', '/auth/login', { email: ana.email, password });
      expect((await signIn(PASSWORD)).status).toBe(401);
      expect((await signIn('another horse battery')).status).toBe(200);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'stores no household data on a shared device, and signs out when the browser is closed or idle',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      await ana.post(`/households/${id}/tasks`, { title: 'A present for Ben', visibility: 'PERSONAL' });
      const { page, screenshot } = await watchedPage(web.browser, PHONE);
      await page.goto(`${web.base}/sign-in`);
      await page.getByRole('checkbox', { name: 'This is a shared device' }).check();
      await screenshot('sign-in-390-light-en');
      await signInHere(page, ana.email);
      await page.waitForURL(/\/today$/);
      await page.goto(`${web.base}/households/${id}/tasks`);
      await page.getByText('A present for Ben').waitFor();
      await page.reload();
      await page.getByText('Call the plumber').waitFor();
      expect(await kept(page)).toEqual({
        databases: [],
        local: ['planner.refreshed', 'planner.shared', 'planner.touched'],
      });
      await page.goto(`${web.base}/account/notifications`);
      await page.getByText('Notifications are off on shared devices.').waitFor();
      await page.goto(`${web.base}/account/privacy`);
      await page.getByText('This is a shared device, so nothing is stored here.').waitFor();

      // The browser was closed, so its session cookies are gone.
      const sessions = () => ana.get<unknown[]>('/auth/sessions');
      expect(await sessions()).toHaveLength(2);
      await page.context().clearCookies({ name: 'planner_here' });
      const next = await page.context().newPage();
      await next.goto(`${web.base}/households/${id}/today`);
      await next.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(await sessions()).toHaveLength(1);
      expect(await kept(next)).toEqual({ databases: [], local: [] });

      await next.getByRole('checkbox', { name: 'This is a shared device' }).check();
      await signInHere(next, ana.email);
      await next.waitForURL(/\/today$/);
      await next.evaluate(() => localStorage.setItem('planner.touched', String(Date.now() - 21 * 60_000)));
      await next.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await next.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await until(async () => (await sessions()).length === 1, 'one session is left');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'stores personal tasks on the device only if the user has turned that on',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      await ana.post(`/households/${id}/tasks`, { title: 'A present for Ben', visibility: 'PERSONAL' });
      const { page } = await signedIn(web, ana);
      const isKept = async (title: string) => (await page.evaluate(EVERYTHING)).includes(title);
      await until(() => isKept('Call the plumber'), 'the title is kept in the browser');
      expect(await isKept('A present for Ben')).toBe(false);
      const there = page.getByRole('switch', { name: 'Keep my private tasks on this device' });
      // The user clicks before the personal tasks are loaded.
      const pressed = aSignal();
      await page.route('**/occurrences?visibility=PERSONAL*', async (route) => {
        await pressed.given;
        await route.continue();
      });
      await page.goto(`${web.base}/account/privacy`);
      await there.check();
      pressed.give();
      await until(() => isKept('A present for Ben'), 'the title of the present is kept in the browser');
      await there.uncheck();
      await until(
        async () => !(await isKept('A present for Ben')),
        'the title of the present is removed from the browser',
      );
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'asks about waiting actions when the user signs out without a network, and signs out when the network is back',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks/quick`, {
        text: 'Call the plumber today',
      });
      const { page, screenshot } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.getByText('Call the plumber').waitFor();
      const signOut = async () => {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      };
      await page.goto(`${web.base}/households/${id}/shopping`);
      await page.goto(`${web.base}/households/${id}/today`);
      await page.reload();
      await page.getByText('Call the plumber').waitFor();
      await page.context().setOffline(true);
      await page.getByRole('checkbox', { name: /Call the plumber/ }).click();
      await page.getByText('1 change not synced yet').waitFor();
      await signOut();
      const question = page.getByRole('dialog', { name: 'Not everything has been synced' });
      await question.waitFor();
      expect(await violations(page)).toEqual([]);
      await screenshot('unsent-390-light-en');
      await question.getByRole('button', { name: 'Stay signed in' }).click();
      await question.waitFor({ state: 'detached' });
      await signOut();
      await question.getByRole('button', { name: 'Sign out anyway' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(await kept(page)).toEqual({ databases: [], local: ['planner.leaving'] });
      await page.context().setOffline(false);
      await page.goto(`${web.base}/`);
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await until(
        async () => (await ana.get<unknown[]>('/auth/sessions')).length === 1,
        'one session is left',
      );
      expect((await ana.get<{ status: string }>(`/households/${id}/occurrences/${task}`)).status).toBe(
        'TODO',
      );
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'ends the sessions on all devices when the network is back, if the user asked for this without a network',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.goto(`${web.base}/account/devices`);
      const everywhere = page.getByRole('button', { name: 'Sign out on all devices' });
      await everywhere.waitFor();
      await page.context().setOffline(true);
      await everywhere.click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect((await ana.send('GET', '/me')).status).toBe(200);
      await page.context().setOffline(false);
      await page.goto(`${web.base}/`);
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await comesTo(async () => (await ana.send('GET', '/me')).status, 401);
      expect((await kept(page)).local).not.toContain('planner.leaving');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'gives no advice about cookies if the service fails after it has accepted the password',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { page } = await watchedPage(web.browser, PHONE);
      await page.goto(`${web.base}/sign-in`);
      await page.route('**/v1/me', (route) => route.fulfill({ status: 500 }));
      await signInHere(page, ana.email);
      const problem = page.getByRole('alert');
      await problem.waitFor();
      expect(await problem.innerText()).not.toContain('HTTPS');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'leads from an invitation to the sign-in without an error if the browser offers no cryptography',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { token } = await ana.post(`/households/${await home(ana)}/invitations`, {});
      const { page, errors } = await watchedPage(web.browser, PHONE);
      // This is the state over plain http.
      await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
      await page.goto(`${web.base}/join#token=${token}`);
      await page.getByRole('link', { name: 'I have an account' }).click();
      await signInHere(page, ana.email);
      await page
        .getByRole('button', { name: /^Join as/ })
        .or(page.getByText('Chez nous'))
        .first()
        .waitFor();
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  async function signedOutPage(email: string): Promise<Page> {
    const { page } = await watchedPage(web.browser, PHONE);
    await page.goto(`${web.base}/sign-in`);
    await signInHere(page, email);
    await page.waitForURL(/\/welcome$/);
    return page;
  }
});

const households = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { households: all } = (await (await fetch('/v1/me')).json()) as { households: { name: string }[] };
    return all.map(({ name }) => name);
  });

const householdIds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { households: all } = (await (await fetch('/v1/me')).json()) as { households: { id: string }[] };
    return all.map(({ id }) => id);
  });

/** Returns the tasks of the next seven days, each title after the initials of its assignees. */
const OF_THIS_WEEK = async (id: string): Promise<string[]> => {
  const get = async <T>(path: string) => (await (await fetch(`/v1/households/${id}${path}`)).json()) as T;
  const rows = await get<{ title: string; date: string; responsibleMemberIds: string[] }[]>(
    '/occurrences?view=all&limit=100',
  );
  const { members } = await get<{ members: { id: string; displayName: string }[] }>('');
  const initials = (ids: string[]) =>
    members
      .flatMap(({ id: each, displayName }) => (ids.includes(each) ? displayName.slice(0, 1) : []))
      .join('');
  const end = new Date();
  end.setDate(end.getDate() + 6);
  const last = end.toLocaleDateString('sv-SE');
  return rows
    .filter(({ date }) => date <= last)
    .map(({ title, responsibleMemberIds }) => initials(responsibleMemberIds) + title);
};

/**
 * Returns the link in the letter to this address. Without a mail server, the service writes letters to files.
 */
async function linkOfLetter({ base, folder }: Web, email: string, page = 'reset-password'): Promise<string> {
  const letters = join(folder, '.data/outbox');
  let token: string | undefined;
  await until(async () => {
    const written = (await readdir(letters).catch(() => [])).filter((name) => name.endsWith('.eml'));
    for (const name of written) {
      const letter = (await readFile(join(letters, name), 'utf8')).replaceAll(/=\r?\n/g, '');
      if (letter.includes(`To: ${email}`)) token ??= new RegExp(`/${page}#token=3D(\\S+)`).exec(letter)?.[1];
    }
    return token !== undefined;
  }, 'the letter with the link has arrived');
  return `${base}/${page}#token=${token ?? ''}`;
}

/** Returns what is stored on the device: the names of its databases, and its keys. */
const kept = (page: Page): Promise<{ databases: (string | undefined)[]; local: string[] }> =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage)
      .filter((key) => key !== 'planner.locale')
      .toSorted(),
  }));

/** Returns everything that the page has stored, as one text. */
const EVERYTHING = async (): Promise<string> => {
  const parts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of database.objectStoreNames)
      parts.push(
        await new Promise((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        }),
      );
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    parts.push((await cache.keys()).map(({ url }) => url));
  }
  return JSON.stringify(parts);
};
