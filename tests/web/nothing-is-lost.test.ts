import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inFullTier, isFullTier, sampled } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, violations, withoutExpected } from '../support/web-pages.js';
import { home, OFFLINE_PHONE, person, signedIn, signInHere, type Person } from '../support/web-people.js';

type Typing = (page: Page, text: string) => Promise<void>;

const field =
  (name: string): Typing =>
  (page, text) =>
    page.getByRole('textbox', { name, exact: true }).fill(text);

/** Every field in which something can be typed, by its page. */
const PLACES: Record<string, Record<string, Typing>> = {
  today: { 'the sentence': field('Add a task') },
  occurrence: { 'a title': field('Title'), notes: field('Notes'), 'a step': field('Add a step') },
  shopping: {
    'the shopping list': field('What to buy'),
    'a line of the list': async (page, text) => {
      await page.getByRole('button', { name: /^Milk/ }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill(text);
    },
  },
};

const INTERRUPTIONS: Record<string, (page: Page, who: Person) => Promise<void>> = {
  'a reload': async (page) => {
    await page.reload();
  },
  'a stretch without a network, with a reload': async (page) => {
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('#main').waitFor();
    await page.context().setOffline(false);
  },
  'the end of the session': async (page, { email }) => {
    await page.context().clearCookies();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.locator('dialog input[autocomplete=current-password]:focus').waitFor();
    await signInHere(page, email);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  },
  'a new version that another tab takes': async (page) => {
    const loaded = page.waitForEvent('load');
    // The page adds its listener some time after loading.
    await page.evaluate(() => {
      setInterval(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')), 100);
    });
    await loaded;
  },
};

/**
 * Types into the focused element, one letter every 100 ms of a timer of the page. The page asks for the password after a
 * longer timer, which each letter restarts: which of the two timers ends first does not depend on the machine.
 */
const typeOn = (text: string): string => `(async () => {
  for (const letter of ${JSON.stringify(text)}) {
    await new Promise((later) => setTimeout(later, 100));
    document.execCommand('insertText', false, letter);
  }
})()`;

describeWeb('the client', (web) => {
  test.each(isFullTier ? Object.keys(INTERRUPTIONS) : ['a reload'])(
    'keeps typed text over %s',
    async (name) => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      await ana.post(`/households/${id}/shopping/items`, { text: 'Milk' });
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      // The service worker has the files from here on.
      await page.reload();
      const lost: string[] = [];
      const paths: Record<string, string> = { occurrence: `occurrences/${task}` };
      for (const [where, fields] of sampled(Object.entries(PLACES), 2)) {
        await page.goto(`${web.base}/households/${id}/${paths[where] ?? where}`);
        for (const [place, type] of Object.entries(fields)) await type(page, `${place}, half`);
        await INTERRUPTIONS[name]?.(page, ana);
        for (const place of Object.keys(fields))
          await page
            .waitForFunction(SEES, `${place}, half`, { timeout: 30_000 })
            .catch(() => lost.push(place));
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      }
      expect(lost).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'saves typed text although it cannot load the result, and shows the text when the service answers again',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { page } = await signedIn(web, ana);
      await page.goto(`${web.base}/households/${id}/settings/categories`);
      await page.getByRole('button', { name: 'New category' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Garden');
      let refused = 0;
      await page.route('**/changes*', (route) => {
        refused++;
        return route.abort();
      });
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Added “Garden”').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(refused).toBeGreaterThan(0);
      expect(await page.getByRole('button', { name: /^Garden/ }).count()).toBe(0);
      await page.unroute('**/changes*');
      await ana.post(`/households/${id}/categories`, { name: 'Kitchen' });
      for (const name of [/^Garden/, /^Kitchen/]) await page.getByRole('button', { name }).waitFor();
      await page.context().close();
    },
    120_000,
  );

  inFullTier.test(
    'keeps typed text in its field, and not in the sign-in dialog, when the session ends during typing',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page } = await signedIn(web, ana);
      const sentence = page.getByRole('textbox', { name: 'Add a task' });
      await sentence.click();
      await page.keyboard.type('call the ');
      await page.context().clearCookies();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.evaluate(typeOn('plumber about the kitchen'));
      await page.locator('dialog input[autocomplete=current-password]:focus').waitFor();
      expect(await page.locator('dialog input[autocomplete=current-password]').inputValue()).toBe('');
      expect(await sentence.inputValue()).toBe('call the plumber about the kitchen');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'keeps typed text over a reload that happens before the device has stored the text',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks`, { title: 'Call the plumber' });
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      const notes = page.getByRole('textbox', { name: 'Notes' });
      await notes.waitFor();
      await page.context().setOffline(true);
      await page.evaluate(WRITE_NOTHING);
      await notes.fill('The tap in the kitchen');
      await notes.blur();
      await page.getByText('1 change not synced yet').waitFor();
      await page.reload();
      await page.getByText('1 change not synced yet').waitFor();
      await comesTo(() => notes.inputValue(), 'The tap in the kitchen');
      await page.context().setOffline(false);
      await until(
        async () => (await notesOf(ana, id, task)) === 'The tap in the kitchen',
        'the notes are stored',
      );
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'does not show typed text to another person who signs in after the session has ended',
    async () => {
      const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
      const [id] = [await home(ana), await home(ben)];
      await ana.post(`/households/${id}/tasks/quick`, { text: 'Call the plumber today' });
      const { page } = await signedIn(web, ana);
      await page.getByText('Call the plumber').waitFor();
      await page.getByRole('textbox', { name: 'Add a task' }).fill('half a sentence');
      await page.context().clearCookies();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      await page
        .getByRole('checkbox', { name: /Call the plumber/ })
        .evaluate((tick: HTMLElement) => tick.click());
      await page.getByRole('button', { name: 'Use another account' }).click();
      await page.getByRole('dialog', { name: 'Not everything has been synced' }).waitFor();
      await page.getByRole('button', { name: 'Sign out anyway' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await signInHere(page, ben.email);
      await page.waitForURL(/\/today$/);
      await page.getByText('Nothing today').waitFor();
      await comesTo(() => page.getByRole('textbox', { name: 'Add a task' }).inputValue(), '');
      expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1);
      expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)).includes('Ana'))).toBe(
        false,
      );
      await page.context().close();
    },
    180_000,
  );

  test('keeps text that is in conflict over reloads until the user has resolved the conflict', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const { id: task } = await ana.post(`/households/${id}/tasks/quick`, { text: 'Call the plumber today' });
    const { page, errors, screenshot } = await signedIn(web, ana, OFFLINE_PHONE);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    await page.context().setOffline(true);
    await title.fill('Call Mr Pipe');
    await title.press('Enter');
    await page.getByText('1 change not synced yet').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await ben.send('PATCH', `/households/${id}/occurrences/${task}`, { title: 'Call Mrs Tap', version: 1 });
    await page.context().setOffline(false);
    const tray = page.getByRole('button', { name: '1 change needs your decision' });
    await tray.waitFor();
    await page.reload();
    await tray.click();
    const list = page.getByRole('dialog', { name: 'Needs your attention' });
    await list.getByText('Call Mr Pipe').waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot('tray-390-light-en');
    await list.getByRole('button', { name: 'Review' }).click();
    const form = page.getByRole('dialog', { name: 'Changed by two people' });
    await form.getByText('Call Mrs Tap').waitFor();
    await form.getByRole('button', { name: 'Decide later' }).click();
    await page.reload();
    await tray.click();
    await list.getByRole('button', { name: 'Review' }).click();
    await form.getByRole('radio', { name: /Your version/ }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await tray.waitFor({ state: 'detached' });
    await until(async () => (await titleOf(ben, id, task)) === 'Call Mr Pipe', 'the title is stored');
    await page.reload();
    await page.getByRole('link', { name: 'Call Mr Pipe' }).waitFor();
    await comesTo(() => tray.count(), 0);
    expect(withoutExpected(errors).filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'puts a typed sentence back into its field if the service refuses the sentence',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page } = await signedIn(web, ana, OFFLINE_PHONE);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const sentence = page.getByRole('textbox', { name: 'Add a task' });
      await sentence.waitFor();
      await page.context().setOffline(true);
      // A title has at most 200 characters.
      const tooLong = `Sweep ${'x'.repeat(200)}`;
      await sentence.fill(tooLong);
      await sentence.press('Enter');
      await page.getByText('1 change not synced yet').waitFor();
      await page.context().setOffline(false);
      const tray = page.getByRole('button', { name: '1 change needs your decision' });
      await tray.waitFor();
      await page.reload();
      await tray.click();
      await page.getByRole('button', { name: 'Put the text back' }).click();
      await tray.waitFor({ state: 'detached' });
      await comesTo(() => sentence.inputValue(), tooLong);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'keeps a new title in its field until the user has chosen the scope of the edit',
    async () => {
      const ana = await person(web.base, 'Ana');
      const id = await home(ana);
      const { id: task } = await ana.post(`/households/${id}/tasks/quick`, { text: 'Bins every day' });
      const { page } = await signedIn(web, ana);
      await page.goto(`${web.base}/households/${id}/occurrences/${task}`);
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Take out the bins');
      await title.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Not saved yet').waitFor();
      await page.reload();
      await comesTo(() => title.inputValue(), 'Take out the bins');
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const question = page.getByRole('dialog', { name: 'Not everything has been synced' });
      await question.getByText('1 change hasn’t been synced').waitFor();
      await question.getByRole('button', { name: 'Stay signed in' }).click();
      await comesTo(() => title.inputValue(), 'Take out the bins');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByText('Not saved yet').waitFor({ state: 'detached' });
      await page.getByText('Changes apply to this date only').waitFor();
      await comesTo(() => title.inputValue(), 'Take out the bins');
      await page.context().close();
    },
    180_000,
  );
});

/** Returns true if the text is visible in a field or elsewhere on the page. */
const SEES = (text: string): boolean =>
  document.body.innerText.includes(text) ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ value }) => value.includes(text),
  );

/** Makes every write to IndexedDB fail. */
const WRITE_NOTHING = (): void => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
};

const notesOf = async (who: Person, householdId: string, id: string): Promise<string | null> =>
  (await who.get<{ notes: string | null }>(`/households/${householdId}/occurrences/${id}`)).notes;

const titleOf = async (who: Person, householdId: string, id: string): Promise<string> =>
  (await who.get<{ title: string }>(`/households/${householdId}/occurrences/${id}`)).title;
