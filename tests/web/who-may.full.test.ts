import { expect, test } from '@jest/globals';
import { shortDate } from '../../web/src/i18n/formats.ts';
import { turnOffDarkHours } from '../support/chromium.js';
import { comesTo } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { aHouse, civilDay, PHONE, signedIn } from '../support/web-people.js';

type Row = { id: string; title: string; date: string; responsibleMemberIds: string[]; version: number };

/* The actions that pages offer to children, guests, managers and pets. The service decides; these tests
   check the pages. */
describeWeb('the client', (web) => {
  test('lets the manager of a child with an account answer a swap, in the notification and on the page of the swap', async () => {
    const {
      id,
      at,
      people: [ana, ben, chloe],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben', 'Chloé']);
    const [anaId, benId, chloeId] = [await idOf('Ana'), await idOf('Ben'), await idOf('Chloé')];
    await ana.send('PATCH', `${at}/members/${chloeId}`, { group: 'CHILD', managerIds: [benId] });
    const turn = async (title: string, memberId: string): Promise<string> =>
      (await ana.post(`${at}/tasks`, { title, date: civilDay(2), responsibleMemberIds: [memberId] })).id;
    const [dishes, table] = [await turn('Dishes', anaId), await turn('Lay the table', chloeId)];
    await ana.post(`${at}/occurrences/${dishes}/swap`, { withOccurrenceId: table });

    const child = await signedIn(web, chloe);
    await child.page.goto(`${web.base}${at}/notifications`);
    await child.page
      .getByText(
        /^Unread: Ana would like to swap: they’ll do “Lay the table” \(.+\) and you’ll do “Dishes” \(.+\)$/,
      )
      .waitFor();
    expect(await child.page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    await child.page.goto(`${web.base}${at}/swaps`);
    await child.page.getByText('No requests to answer').waitFor();

    const owner = await signedIn(web, ana);
    await owner.page.goto(`${web.base}${at}/swaps`);
    await owner.page.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await owner.page.getByRole('button', { name: 'Accept' }).count()).toBe(0);

    const manager = await signedIn(web, ben);
    await manager.page.goto(`${web.base}${at}/swaps`);
    await manager.page.getByText('You decide for Chloé.').waitFor();
    await manager.page.getByRole('button', { name: 'Accept' }).waitFor();
    await manager.page.goto(`${web.base}${at}/occurrences/${table}`);
    await manager.page.getByText(/^Ana offers Chloé Dishes, .+ for Lay the table, /).waitFor();
    await manager.page.getByRole('button', { name: 'Accept' }).waitFor();
    await manager.page.goto(`${web.base}/households/${id}/notifications`);
    await manager.page.getByRole('button', { name: 'Accept' }).click();
    await manager.page.getByText('Swap accepted.').waitFor();
    const now = await ana.get<Row>(`${at}/occurrences/${table}`);
    expect(now.responsibleMemberIds).toEqual([anaId]);
    for (const { page, errors } of [child, owner, manager]) {
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    }
  }, 180_000);

  test('lets managers end the guest links of members in their care only, and tells other members that owners manage displays', async () => {
    const {
      at,
      people: [ana, ben, chloe],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben', 'Chloé']);
    const benId = await idOf('Ben');
    const guest = async (displayName: string, ...managerIds: string[]): Promise<string> =>
      (await ana.post(`${at}/members`, { displayName, group: 'GUEST', managerIds })).id;
    for (const each of [await guest('Zoé', benId), await guest('Sam')])
      await ana.post(`${at}/members/${each}/pass`, { until: civilDay(1) });
    await ana.post(`${at}/displays`, { name: 'Kitchen' });

    const { page, errors, screenshot } = await signedIn(web, ben);
    await page.goto(`${web.base}${at}/settings/displays`);
    await page.getByRole('button', { name: 'Revoke link for Zoé' }).waitFor();
    await page.getByText('guest links for people you look after.').waitFor();
    for (const name of ['Revoke link for Sam', 'Remove “Kitchen”', 'Add a wall display'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('displays-of-a-manager-390-light-en');
    await page.getByRole('button', { name: 'Revoke link for Zoé' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Link for Zoé revoked').waitFor();
    await page.getByText('No guest links yet.').waitFor();
    const left = await ana.get<{ name: string }[]>(`${at}/displays`);
    expect(left.map(({ name }) => name).sort()).toEqual(['Kitchen', 'Sam']);

    const other = await signedIn(web, chloe);
    await other.page.goto(`${web.base}${at}/settings/displays`);
    await other.page.getByText('Only owners can add and remove wall displays.').waitFor();
    for (const seen of [errors, other.errors]) expect(withoutExpected(seen)).toEqual([]);
    await Promise.all([page, other.page].map((each) => each.context().close()));
  }, 180_000);

  test('lets a pet have tasks, but offers it for no swap, no tick and no pause', async () => {
    const {
      at,
      people: [ana],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
    const { id: rex } = await ana.post(`${at}/members`, { displayName: 'Rex', group: 'PET' });
    const weekly = async (title: string, memberId: string) => {
      await ana.post(`${at}/tasks`, {
        ...{ title, date: civilDay(0), recurrence: 'FREQ=WEEKLY', responsibleMemberIds: [memberId] },
      });
      const rows = await ana.get<Row[]>(`${at}/occurrences?view=all&limit=100`);
      return rows.find((row) => row.title === title)?.id ?? '';
    };
    const [walk, dishes] = [await weekly('Walk', rex), await weekly('Dishes', anaId)];
    await weekly('Bins', benId);

    const { page, errors } = await signedIn(web, ana, { ...PHONE, viewport: { width: 1280, height: 900 } });
    const who = page.getByRole('button', { name: /^Who:/ });
    await page.goto(`${web.base}${at}/occurrences/${dishes}`);
    await who.click();
    // A pet can be assigned to a task.
    await page.getByRole('group', { name: 'Who:' }).getByRole('button', { name: 'Rex' }).waitFor();
    await page.getByRole('button', { name: 'Ask to swap' }).click();
    await page.getByRole('radio', { name: /Bins/ }).first().waitFor();
    expect(await page.getByRole('radio', { name: /Walk/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${web.base}${at}/occurrences/${walk}`);
    await who.click();
    await page.getByRole('button', { name: 'I’ll do it' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask to swap' }).count()).toBe(0);

    await ana.post(`${at}/occurrences/${walk}/complete`, {});
    await page.reload();
    await page.getByRole('button', { name: 'Fix who did it and when' }).click();
    const form = page.getByRole('dialog', { name: 'Who did it, and when?' });
    await form.getByRole('button', { name: 'Ben' }).waitFor();
    expect(await form.getByRole('button', { name: 'Rex' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.goto(`${web.base}${at}/settings/pauses`);
    await page.getByRole('button', { name: 'New pause' }).click();
    const pause = page.getByRole('dialog');
    await pause.getByRole('button', { name: 'Give them to one person' }).click();
    await pause.getByRole('button', { name: 'Ben', exact: true }).waitFor();
    expect(await pause.getByRole('button', { name: 'Rex', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');

    // On the wall the walk is in the pet's column, and the page asks who did it.
    await ana.post(`${at}/occurrences/${walk}/reopen`, {});
    await turnOffDarkHours(page);
    await page.goto(`${web.base}${at}/wall`);
    await page.getByRole('checkbox', { name: 'Walk, Rex', checked: false }).click();
    const question = page.getByRole('dialog', { name: 'Who did it?' });
    await question.getByRole('button', { name: 'Ben' }).waitFor();
    expect(await question.getByRole('button', { name: 'Rex' }).count()).toBe(0);
    await question.getByRole('button', { name: 'Ben' }).click();
    await page.getByRole('checkbox', { name: 'Walk, Rex', checked: true }).waitFor();
    const doers = async () =>
      (await ana.get<{ completedForIds: string[] }>(`${at}/occurrences/${walk}`)).completedForIds.join();
    await comesTo(doers, benId);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('shows guests on Today during their stay, and before it only if they have tasks', async () => {
    const {
      at,
      people: [ana],
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const guest = async (displayName: string, first: number, last: number | null): Promise<string> =>
      (
        await ana.post(`${at}/members`, {
          ...{ displayName, group: 'GUEST', activeFrom: civilDay(first) },
          ...(last !== null && { activeUntil: civilDay(last) }),
        })
      ).id;
    await guest('Coming', 1, 3);
    await guest('Leaving', -2, 0);
    await guest('Staying', 0, null);
    const early = await guest('Early', 1, 3);
    await ana.post(`${at}/tasks`, { title: 'Beds', date: civilDay(0), responsibleMemberIds: [early] });
    const { page } = await signedIn(web, ana);
    const people = page.getByRole('list', { name: /^Household members/ }).getByRole('button');
    await people.filter({ hasText: 'Early' }).waitFor();
    // The initial comes first, and the share of done tasks last.
    const names = (await people.allTextContents()).map((text) => text.slice(1).replace(/(free|\d).*/, ''));
    expect(names).toEqual(['Ana', 'Ben', 'Leaving', 'Staying', 'Early']);

    // A guest who is not here cannot have done anything.
    await ana.post(`${at}/tasks`, { title: 'Table', date: civilDay(0), responsibleMemberIds: [] });
    await turnOffDarkHours(page);
    await page.goto(`${web.base}${at}/wall`);
    await page.getByRole('checkbox', { name: 'Table, Anyone', checked: false }).click();
    const asked = page.getByRole('dialog', { name: 'Who did it?' }).getByRole('listitem');
    await asked.first().waitFor();
    expect((await asked.allTextContents()).map((text) => text.slice(1))).toEqual([
      'Ana',
      'Ben',
      'Leaving',
      'Staying',
    ]);
    await page.context().close();
  }, 120_000);

  test('offers a child no action that the service would refuse, on Today, by keys, in the palette and in the settings', async () => {
    const {
      at,
      people: [ana, chloe],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Chloé']);
    const [anaId, chloeId] = [await idOf('Ana'), await idOf('Chloé')];
    await ana.send('PATCH', `${at}/members/${chloeId}`, { group: 'CHILD', managerIds: [anaId] });
    await ana.post(`${at}/tasks`, { title: 'Taxes', date: civilDay(0), responsibleMemberIds: [anaId] });
    await ana.post(`${at}/tasks`, { title: 'Homework', date: civilDay(0), responsibleMemberIds: [chloeId] });
    const { page, errors } = await signedIn(web, chloe, {
      ...PHONE,
      viewport: { width: 1440, height: 1000 },
    });

    await page.getByRole('link', { name: 'Taxes' }).waitFor();
    expect(await page.getByRole('button', { name: 'More actions for Taxes' }).count()).toBe(0);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Wall display' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: /Homework/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('checkbox', { name: /Homework/, checked: false }).waitFor();
    await page.getByRole('textbox', { name: 'Add a task' }).fill('Feed the cat');
    await page.keyboard.press('Enter');
    await page.getByText('Added “Feed the cat”').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Search').first().waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByText(/Undo|Move|Assign|Delete/)
        .count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('un');
    await page.getByRole('option', { name: /Add/ }).waitFor();
    expect(await page.getByRole('option', { name: 'Undo' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    for (const address of ['/series/new', '/starters', '/wall']) {
      await page.goto(web.base + at + address);
      await page.getByRole('heading', { name: 'Only adults can use this page' }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Go to today' }).click();
    await page.waitForURL(/\/today$/);
    await page.goto(`${web.base}${at}/settings`);
    await page.getByRole('link', { name: /^Members/ }).waitFor();
    expect(await page.getByRole('link', { name: /^(Invitations|Wall displays)/ }).count()).toBe(0);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('formats dates in the language of the user, with the regional format of the device if it has that language', async () => {
    const {
      at,
      people: [ana, ben],
    } = await aHouse(web.base, ['Ana', 'Ben']);
    await ben.send('PATCH', '/me', { locale: 'fr' });
    const { id } = await ana.post(`${at}/tasks`, { title: 'Papers', date: civilDay(3), time: '19:00' });
    for (const [who, tag] of [
      [ana, 'en-GB'],
      [ben, 'fr-FR'],
    ] as const) {
      const { page } = await signedIn(web, who);
      await page.goto(`${web.base}${at}/occurrences/${id}`);
      await page
        .getByText(shortDate(civilDay(3), tag))
        .first()
        .waitFor();
      await page.context().close();
    }
    const american = await signedIn(web, ana, { ...PHONE, locale: 'en-US' });
    await american.page.goto(`${web.base}${at}/occurrences/${id}`);
    await american.page
      .getByText(shortDate(civilDay(3), 'en-US'))
      .first()
      .waitFor();
    await american.page
      .getByText(/7:00\sPM/)
      .first()
      .waitFor();
    await american.page.context().close();
  }, 120_000);
});
