import { expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { Client } from 'pg';
import { turnOffDarkHours, watchedPage, type WatchedPage } from '../support/chromium.js';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected, type Web } from '../support/web-pages.js';
import { aHouse, civilDay, signedIn, type Person } from '../support/web-people.js';

const TABLET = { width: 1280, height: 800 };
const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };

/* A tablet on the wall and a guest's link, in the browsers of everybody involved. Tests over the API tell
   the same stories with fixed dates; here it is the current day. */
describeWeb('the wall', (web) => {
  inFullTier.test(
    'lets a member tick with a PIN, and a manager tick for a child, and shows the right turns for the next week',
    async () => {
      const {
        id,
        at,
        people: [ana],
        idOf,
      } = await aHouse(web.base, ['Ana', 'Ben']);
      const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
      const child = async (displayName: string): Promise<string> =>
        (await ana.post(`${at}/members`, { displayName, group: 'CHILD', managerIds: [anaId] })).id;
      const [leo, mia] = [await child('Leo'), await child('Mia')];
      const everybody = [anaId, benId, leo, mia];
      const chores = ['Kitchen', 'Bathroom', 'Floors', 'Dust'];
      for (const [place, title] of chores.entries())
        await ana.post(`${at}/tasks`, {
          title,
          date: civilDay(0),
          recurrence: 'FREQ=WEEKLY',
          rotation: { kind: 'turns', order: everybody.map((_, i) => [everybody[(i + place) % 4]]) },
        });
      await ana.post(`${at}/tasks`, {
        title: 'Tidy your room',
        date: civilDay(0),
        responsibleMemberIds: [leo, mia],
        completion: 'all',
      });

      // Ana sets a PIN for Leo and pairs the tablet.
      const { page, errors } = await signedIn(web, ana, DESK);
      await turnOffDarkHours(page);
      await page.goto(`${web.base}/households/${id}/settings/members`);
      await page.getByRole('button', { name: /^Leo/ }).click();
      await page.getByRole('button', { name: 'PIN for wall displays' }).click();
      await page.getByLabel('Four to eight digits').fill('0906');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Leo’s PIN is set').waitFor();
      await page.goto(`${web.base}/households/${id}/settings/displays`);
      await page.getByRole('button', { name: 'Add a wall display' }).click();
      await page.getByLabel('Display name').fill('Kitchen');
      await page.getByRole('button', { name: 'Show code' }).click();
      const code = (await page.getByTestId('pairing-code').textContent()) ?? '';
      const tablet = await aTablet(web);
      await tablet.page.goto(`${web.base}/display`);
      // Typed in lower case, as a child would do.
      await tablet.page.getByLabel('Code').fill(code.toLowerCase());
      await tablet.page.getByRole('button', { name: 'Connect this display' }).click();
      await tablet.page.getByRole('heading', { name: 'Mia' }).waitFor();
      // The owner sees that the display is connected.
      await page.getByText('The display “Kitchen” is connected').waitFor();
      await page.getByText(/last online/).waitFor();

      const wall = tablet.page;
      await wall.getByRole('checkbox', { name: 'Floors, Leo', checked: false }).click();
      await typePin(wall, '1111');
      await wall.getByText('Wrong PIN.').waitFor();
      await typePin(wall, '0906');
      await wall.getByRole('checkbox', { name: 'Floors, Leo', checked: true }).waitFor();
      // Leo is still the chosen member.
      await wall.getByRole('checkbox', { name: 'Tidy your room, Leo', checked: false }).click();
      await wall.getByRole('checkbox', { name: 'Tidy your room, Leo', checked: true }).waitFor();
      expect(await wall.getByRole('checkbox', { name: 'Tidy your room, Mia', checked: false }).count()).toBe(
        1,
      );

      // Ana ticks for Mia in the same columns, in her own session.
      await page.getByRole('link', { name: 'Show wall display in this window' }).click();
      for (const title of ['Dust', 'Tidy your room'])
        await page.getByRole('checkbox', { name: `${title}, Mia`, checked: false }).click();
      await wall.getByRole('checkbox', { name: 'Tidy your room, Mia', checked: true }).waitFor();
      await wall.getByRole('checkbox', { name: 'Dust, Mia', checked: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.waitForURL(/\/today$/);

      const rows = await ana.get<Row[]>(`${at}/occurrences?from=${civilDay(0)}&to=${civilDay(7)}&view=all`);
      const next = rows.filter(({ date }) => date === civilDay(7));
      const turns = new Map(next.map(({ title, responsibleMemberIds: [first] }) => [title, first]));
      expect(chores.map((title) => turns.get(title))).toEqual([benId, leo, mia, anaId]);
      const whose = (title: string) => rows.find((row) => row.title === title && row.status === 'DONE');
      expect(whose('Floors')).toMatchObject({ completedFor: leo, completedBy: leo });
      expect(whose('Dust')).toMatchObject({ completedFor: mia, completedBy: anaId });
      await page.goto(`${web.base}/households/${id}/week?from=${civilDay(7)}`);
      for (const [place, title] of chores.entries())
        await page
          .locator(`td[data-place="${civilDay(7)} ${everybody[(place + 1) % 4]}"]`)
          .getByRole('link', { name: title })
          .waitFor();
      await page.goto(`${web.base}/households/${id}/fairness`);
      // The page compares members only after a week of ticks.
      await page.getByText('After the first week, you’ll see who did how much.').waitFor();
      const { members: did } = await ana.get<{ members: { memberId: string; done: number }[] }>(
        `${at}/statistics?from=${civilDay(0)}&to=${civilDay(0)}`,
      );
      const counts = new Map(did.map((one) => [one.memberId, one.done]));
      expect([leo, mia, anaId].map((each) => counts.get(each) ?? 0)).toEqual([2, 2, 0]);
      expect(withoutExpected(errors)).toEqual([]);
      // A wrong PIN is a 403, which the browser logs as an error.
      expect(withoutExpected(tablet.errors).filter((error) => !error.includes('403'))).toEqual([]);
      await Promise.all([page.context().close(), wall.context().close()]);
    },
    120_000,
  );

  test('shows only shared tasks, ticks as the chosen member, and stops when the guest link expires or the tablet is removed', async () => {
    const {
      id,
      at,
      people: [ana, ben],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const benId = await idOf('Ben');
    const create = (by: Person, fields: object) => by.post(`${at}/tasks`, { date: civilDay(0), ...fields });
    await create(ana, { title: 'Bins', responsibleMemberIds: [benId] });
    await create(ana, { title: 'Dishes', responsibleMemberIds: [] });
    await create(ben, { title: 'Present for Ana', visibility: 'PERSONAL' });
    await ana.post(`${at}/shopping/items`, { text: 'milk, eggs' });

    const wall = await hung(web, ana, at);
    await wall.page.getByText('2 items to buy').waitFor();
    await wall.page.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
    await wall.page.getByRole('checkbox', { name: 'Dishes, Anyone', checked: false }).click();
    await wall.page.getByRole('dialog').getByRole('button', { name: 'Ben' }).click();
    const done = () => ana.get<Row[]>(`${at}/occurrences?view=all&status=DONE`);
    await comesTo(async () => (await done()).length, 2);
    for (const row of await done()) expect(row).toMatchObject({ completedBy: benId, completedFor: benId });
    // Somebody else did the dishes, so the tick is undone.
    const dishes = wall.page.locator('[data-row]:has-text("Dishes")');
    await dishes.getByRole('button', { name: 'Undo' }).click();
    await wall.page.getByRole('checkbox', { name: 'Dishes, Anyone', checked: false }).waitFor();
    await comesTo(async () => (await done()).length, 1);
    expect(await wall.page.content()).not.toContain('Present');
    // Changes of others are shown at once.
    await create(ben, { title: 'Water the herbs', responsibleMemberIds: [benId] });
    await wall.page.getByText('Water the herbs').waitFor();

    // Ana creates a link for the sitter, who stays two days, on the list of members.
    const stay = { displayName: 'Zoé', group: 'GUEST', activeUntil: civilDay(1) };
    const { id: zoe } = await ana.post(`${at}/members`, stay);
    await create(ana, { title: 'Bedtime story', responsibleMemberIds: [zoe] });
    await create(ana, { title: 'Breakfast', date: civilDay(1), responsibleMemberIds: [zoe] });
    await create(ana, { title: 'Dentist', date: civilDay(2), responsibleMemberIds: [benId] });
    const { page } = await signedIn(web, ana, DESK);
    await page.goto(`${web.base}/households/${id}/settings/members`);
    await page.getByRole('button', { name: /^Zoé/ }).click();
    await page.getByRole('button', { name: 'Guest link' }).click();
    expect(await page.getByLabel('Last day').inputValue()).toBe(civilDay(1));
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Guest link', { exact: true }).inputValue();

    const sitter = await watchedPage(web.browser, { viewport: { width: 390, height: 844 }, locale: 'fr-FR' });
    const referers: string[] = [];
    sitter.page.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));
    await sitter.page.goto(link);
    const story = sitter.page.getByRole('checkbox', { name: 'Bedtime story, Zoé', checked: false });
    await story.waitFor();
    // The token is in no address, history entry or header, and is not stored.
    const token = new URL(link).hash.slice('#token='.length);
    expect(sitter.page.url()).toBe(`${web.base}/pass`);
    expect(await sitter.page.evaluate(() => history.length)).toBe(2);
    expect(referers.join()).not.toContain(token);
    expect(await sitter.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      token,
    );
    await sitter.page.getByText('Breakfast').waitFor();
    const words = await sitter.page.content();
    expect(words).not.toContain('Dentist');
    expect(words).not.toContain('Present');
    await story.click();
    await wall.page.getByRole('checkbox', { name: 'Bedtime story, Zoé', checked: true }).waitFor();
    expect((await done()).find(({ title }) => title === 'Bedtime story')).toMatchObject({
      completedFor: zoe,
    });
    await page.goto(`${web.base}/households/${id}/activity`);
    await page.getByText('with the guest link for Zoé').waitFor();
    await page.getByText('on the wall display “Kitchen”').first().waitFor();
    await page.getByText('Ana created a guest link for Zoé').waitFor();

    // The sitter shops too: the tick is theirs, on the shared list.
    await ana.post(`${at}/shopping/items`, { text: 'Cornflakes' });
    await sitter.page.getByRole('button', { name: /à acheter/ }).click();
    const list = sitter.page.getByRole('dialog');
    await list.getByRole('checkbox', { name: /Cornflakes/ }).click();
    await comesTo(async () => {
      const items = await ana.get<{ name: string; checkedBy: string | null }[]>(`${at}/shopping/items`);
      return items.find(({ name }) => name === 'Cornflakes')?.checkedBy;
    }, zoe);
    // The sitter adds items to the list.
    const field = list.getByRole('textbox', { name: 'Article à acheter' });
    await field.fill('2 l de lait, pain');
    await field.press('Enter');
    await list.getByRole('checkbox', { name: /pain/ }).waitFor();
    expect(await field.inputValue()).toBe('');
    const named = await ana.get<{ name: string; quantity: number | null }[]>(`${at}/shopping/items`);
    expect(named).toContainEqual(expect.objectContaining({ name: 'lait', quantity: 2, unit: 'l' }));
    expect([await violations(sitter.page), await sideways(sitter.page)]).toEqual([[], 0]);
    await sitter.screenshot('pass-shopping-390-light-fr');
    await sitter.page.keyboard.press('Escape');

    // The pass has expired.
    await query(
      web,
      `update displays set expires_at = now() - interval '1 minute' where kind = 'PASS' and household_id = '${id}'`,
    );
    await sitter.page.reload();
    await sitter.page.getByText('Ce lien a expiré').waitFor();
    await sitter.page.goto('about:blank');
    await sitter.page.goto(link);
    await sitter.page.getByText('Ce lien a expiré').waitFor();
    await sitter.page.reload();
    await sitter.page.getByText('Ce lien a expiré').waitFor();

    // The guest stays a member when the link ends.
    await ana.post(`${at}/members/${zoe}/pass`, { until: civilDay(1) });
    await page.goto(`${web.base}/households/${id}/settings/displays`);
    // The expired link is listed too.
    const links = page.getByRole('button', { name: 'Revoke link for Zoé' });
    await page.getByText('not used yet').waitFor();
    await links.last().click();
    const question = page.getByRole('dialog', { name: 'Revoke the link for Zoé?' });
    await question.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Link for Zoé revoked').waitFor();
    expect(await links.count()).toBe(1);
    const { members } = await ana.get<{ members: { id: string }[] }>(at);
    expect(members).toContainEqual(expect.objectContaining({ id: zoe }));

    // The tablet is removed, because it is given away.
    await page.goto(`${web.base}/households/${id}/settings/displays`);
    await page.getByRole('button', { name: 'Remove “Kitchen”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await wall.page.getByText('Display disconnected').waitFor();
    expect(await wall.page.content()).not.toContain('Bins');
    await Promise.all([page, sitter.page, wall.page].map((each) => each.context().close()));
  }, 120_000);

  inFullTier.test(
    'shows the tasks of a guest link and of a display without a reload once a busy service answers again',
    async () => {
      const {
        at,
        people: [ana],
      } = await aHouse(web.base, ['Ana', 'Ben']);
      await ana.post(`${at}/tasks`, { title: 'Water the herbs', date: civilDay(0) });
      const { id: zoe } = await ana.post(`${at}/members`, {
        ...{ displayName: 'Zoé', group: 'GUEST', activeUntil: civilDay(1) },
      });
      const { token } = await ana.post(`${at}/members/${zoe}/pass`, { until: civilDay(1) });
      const { pairingCode } = await added(ana, at);
      for (const address of [`/pass#token=${token}`, `/display#token=${pairingCode}`]) {
        const { page } = await aTablet(web);
        const problem = { ...{ status: 503, code: 'UNAVAILABLE' }, title: 'Busy', detail: 'Busy' };
        await page.route('**/v1/**/changes*', (route) =>
          route.fulfill({
            ...{ status: 503, contentType: 'application/problem+json', headers: { 'Retry-After': '1' } },
            body: JSON.stringify(problem),
          }),
        );
        await page.goto(`${web.base}${address}`);
        await page.getByRole('alert').waitFor();
        await page.unroute('**/v1/**/changes*');
        await page.getByText('Water the herbs').waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        await page.context().close();
      }
    },
    120_000,
  );

  inFullTier.test(
    'ticks shopping items as the member whom the user chose, adds items to a list, and is found by the search',
    async () => {
      const {
        at,
        people: [ana, ben],
        idOf,
      } = await aHouse(web.base, ['Ana', 'Ben']);
      const benId = await idOf('Ben');
      await ana.send('PUT', `${at}/members/${benId}/pin`, { pin: '2468' });
      await ana.post(`${at}/shopping/items`, { text: '2 l milk, eggs, flour' });
      type Item = { name: string; checked: boolean; checkedBy: string | null };
      const taken = async (listId?: string) =>
        (await ben.get<Item[]>(`${at}/shopping/items${listId === undefined ? '' : `?listId=${listId}`}`))
          .filter(({ checked }) => checked)
          .map(({ name, checkedBy }) => `${name} ${checkedBy === benId ? 'Ben' : 'Ana'}`)
          .sort()
          .join();
      const tablet = await hung(web, ana, at);
      const { page: wall } = tablet;
      await wall.getByRole('button', { name: '3 items to buy' }).click();
      await wall.getByRole('checkbox', { name: 'milk, 2 l', checked: false }).click();
      await wall
        .getByRole('dialog', { name: 'Who is shopping?' })
        .getByRole('button', { name: 'Ben' })
        .click();
      await typePin(wall, '2468');
      await wall.getByRole('checkbox', { name: 'milk, 2 l', checked: true }).waitFor();
      // Ben is still the chosen member.
      await wall.getByRole('checkbox', { name: 'eggs', checked: false }).click();
      await comesTo(() => taken(), 'eggs Ben,milk Ben');
      await wall.getByRole('dialog', { name: '1 item to buy' }).waitFor();
      expect(await violations(wall)).toEqual([]);
      await tablet.screenshot('wall-shopping-1280-light-en');
      await wall.getByRole('checkbox', { name: 'milk, 2 l', checked: true }).click();
      await comesTo(() => taken(), 'eggs Ben');
      // He adds items to one of two lists.
      const { id: market } = await ana.post(`${at}/shopping/lists`, { name: 'Market' });
      await wall.getByRole('button', { name: 'Market' }).click();
      await wall.getByRole('textbox', { name: 'What to buy' }).fill('3 leeks');
      await wall.getByRole('button', { name: 'Add to list' }).click();
      await wall.getByRole('checkbox', { name: 'leeks, 3', checked: false }).click();
      await comesTo(() => taken(market), 'leeks Ben');
      expect(await violations(wall)).toEqual([]);
      await wall.keyboard.press('Escape');
      await wall.getByRole('button', { name: '2 items to buy' }).waitFor();

      // Ana does not have to be chosen in her own session.
      const { page, errors } = await signedIn(web, ana, DESK);
      await turnOffDarkHours(page);
      await page.reload();
      await page.getByRole('navigation').getByRole('link', { name: 'Wall display' }).click();
      await page.getByRole('button', { name: '2 items to buy' }).click();
      await page.getByRole('checkbox', { name: 'flour', checked: false }).click();
      await comesTo(() => taken(), 'eggs Ben,flour Ana');
      await wall.getByRole('button', { name: '1 item to buy' }).waitFor();
      await page.goto(`${web.base}${at}/week`);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('disp');
      await page.getByRole('option', { name: 'Wall displays' }).click();
      await page.getByRole('link', { name: 'Use this device as a display' }).click();
      await page.getByText('Ana is signed in here').waitFor();
      expect([withoutExpected(errors), withoutExpected(tablet.errors)]).toEqual([[], []]);
      await Promise.all([page.context().close(), wall.context().close()]);
    },
    120_000,
  );

  inFullTier.test(
    'keeps its content without a network, locks a member after five wrong PINs, and asks before it signs a browser out',
    async () => {
      const {
        at,
        people: [ana],
        idOf,
      } = await aHouse(web.base, ['Ana', 'Ben']);
      const benId = await idOf('Ben');
      await ana.post(`${at}/tasks`, { title: 'Bins', date: civilDay(0), responsibleMemberIds: [benId] });
      const { page: wall } = await hung(web, ana, at);
      await wall.getByText('Bins').waitFor();
      await wall.context().setOffline(true);
      await wall.getByText(/^Offline since/).waitFor();
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
      await wall.getByText('You’re offline').waitFor();
      expect(
        await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).getAttribute('aria-checked'),
      ).toBe('false');
      await wall.context().setOffline(false);
      await wall.getByText(/^Offline since/).waitFor({ state: 'detached' });

      // He was chosen a moment ago without a PIN, and has one now.
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: true }).click();
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).waitFor();
      await ana.send('PUT', `${at}/members/${benId}/pin`, { pin: '2468' });
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
      for (const pin of ['1111', '2222', '3333', '4444', '5555']) {
        await typePin(wall, pin);
        await wall.getByText('Wrong PIN.').waitFor();
      }
      await typePin(wall, '2468');
      await wall.getByText('Too many wrong PINs').waitFor();
      await wall.keyboard.press('Escape');
      // A new PIN ends the lock.
      await ana.send('PUT', `${at}/members/${benId}/pin`, { pin: '1357' });
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
      await typePin(wall, '1357');
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: true }).waitFor();
      await wall.context().close();

      const { page } = await signedIn(web, ana, DESK);
      const { pairingCode } = await added(ana, at);
      await page.goto(`${web.base}/display#token=${pairingCode}`);
      await page.getByText('Ana is signed in here').waitFor();
      await page.getByRole('button', { name: 'Sign out and continue' }).click();
      await page.getByRole('heading', { name: 'Ben' }).waitFor();
      expect(page.url()).toBe(`${web.base}/display`);
      await page.goto(web.base);
      await page.waitForURL(/\/display$/);
      await page.context().close();
    },
    120_000,
  );

  inFullTier.test(
    'does not complete a task if the user removes the tick before the service has answered',
    async () => {
      const {
        at,
        people: [ana],
        idOf,
      } = await aHouse(web.base, ['Ana', 'Ben']);
      await ana.post(`${at}/tasks`, {
        title: 'Bins',
        date: civilDay(0),
        responsibleMemberIds: [await idOf('Ben')],
      });
      await ana.post(`${at}/shopping/items`, { text: 'milk' });
      const { page: wall } = await hung(web, ana, at);
      const sent = changesSentBy(wall);

      const tick = await holdFirst(wall, '**/occurrences/*/complete');
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).click();
      await tick.held;
      await wall.getByRole('button', { name: 'Undo' }).click();
      // It is shown as open at once, but the undo waits for the tick to be answered.
      await wall.getByRole('checkbox', { name: 'Bins, Ben', checked: false }).waitFor();
      await roundTrip(wall);
      tick.release();
      await until(() => sent.answered() === 2, 'the tick and its undo are answered');
      expect(sent.inOrder()).toEqual(['complete', 'reopen']);
      expect(await ana.get<Row[]>(`${at}/occurrences`)).toMatchObject([{ title: 'Bins', status: 'TODO' }]);

      await wall.getByRole('button', { name: '1 item to buy' }).click();
      const purchase = await holdFirst(wall, '**/shopping/items/*');
      await wall.getByRole('checkbox', { name: 'milk', checked: false }).click();
      await wall
        .getByRole('dialog', { name: 'Who is shopping?' })
        .getByRole('button', { name: 'Ben' })
        .click();
      await purchase.held;
      await wall.getByRole('checkbox', { name: 'milk', checked: true }).click();
      await wall.getByRole('checkbox', { name: 'milk', checked: false }).waitFor();
      await roundTrip(wall);
      purchase.release();
      await until(() => sent.answered() === 4, 'the purchase and its undo are answered');
      expect(await ana.get(`${at}/shopping/items`)).toMatchObject([{ name: 'milk', checked: false }]);
      await wall.getByRole('dialog', { name: '1 item to buy' }).waitFor();
      await wall.context().close();
    },
    120_000,
  );
});

type Row = {
  readonly title: string;
  readonly date: string;
  readonly status: string;
  readonly completedBy: string | null;
  readonly completedFor: string | null;
  readonly responsibleMemberIds: readonly string[];
};

const added = (ana: Person, at: string) =>
  ana.post(`${at}/displays`, { name: 'Kitchen' }) as unknown as Promise<{ pairingCode: string }>;

async function aTablet(web: Web): Promise<WatchedPage> {
  const look = { viewport: TABLET, locale: 'en-GB', timezoneId: 'Europe/Paris' };
  const tablet = await watchedPage(web.browser, look);
  await turnOffDarkHours(tablet.page);
  return tablet;
}

/** Returns a tablet that was paired with the QR code. */
async function hung(web: Web, ana: Person, at: string): Promise<WatchedPage> {
  const { pairingCode } = await added(ana, at);
  const tablet = await aTablet(web);
  await tablet.page.goto(`${web.base}/display#token=${pairingCode}`);
  await tablet.page.getByRole('heading', { name: 'Ben' }).waitFor();
  return tablet;
}

/**
 * Records the changes that a page sends from now on: the last parts of their addresses, and how many are
 * answered.
 */
function changesSentBy(page: Page) {
  const isChange = (request: Request) => /(complete|reopen|undo|items\/[^/]+)$/.test(request.url());
  const sent: Request[] = [];
  const answered: Request[] = [];
  page.on('request', (request) => isChange(request) && sent.push(request));
  page.on('requestfinished', (request) => isChange(request) && answered.push(request));
  return {
    inOrder: () => sent.map((request) => request.url().split('/').at(-1)),
    answered: () => answered.length,
  };
}

/** Holds the first request to such an address back until it is released; later ones pass. */
async function holdFirst(page: Page, url: string) {
  const [held, release] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  await page.route(
    url,
    async (route) => {
      held.resolve(null);
      await release.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { held: held.promise, release: () => release.resolve(null) };
}

/** Waits for a request of the page, so that all requests it sent before are on their way. */
const roundTrip = (page: Page) => page.evaluate(async () => void (await (await fetch('/v1/meta')).text()));

async function typePin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
}

async function query({ databaseUrl }: Web, text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}
