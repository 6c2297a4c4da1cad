import { expect, test } from '@jest/globals';
import { shortDate } from '../../web/src/i18n/formats.ts';
import { watchedPage } from '../support/chromium.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, PHONE, signedIn, signInHere } from '../support/web-people.js';

/** Wider than the sidebar and a dialog beside it need. */
const DESK = { ...PHONE, viewport: { width: 1440, height: 1000 } };

type Members = { members: { id: string; displayName: string; hasAccount: boolean; group: string }[] };

describeWeb('the client in the settings of a household', (web) => {
  test('lets a member add a child without an account, who later gets an account by a link', async () => {
    const [ana, leo] = [await person(web.base, 'Ana'), await person(web.base, 'Leo S.')];
    const id = await home(ana);
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/settings`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Members/ })
      .click();
    await page.getByRole('button', { name: 'Add someone without an account' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Leo');
    await form.getByLabel('Type').selectOption('CHILD');
    await form.getByText('With an account, a child can tick').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('member-new-390-light-en');
    await form.getByRole('button', { name: 'Add' }).click();
    const line = page.getByRole('button', { name: /Leo.*Child.*looked after by Ana.*joined/ });
    await line.waitFor();
    await screenshot('members-390-light-en');

    await line.click();
    await form.getByRole('button', { name: 'Invite to create an account' }).click();
    await form.getByRole('button', { name: 'Create link' }).click();
    const link = await form.getByLabel('Invitation link').inputValue();
    await form.getByRole('img', { name: /QR code/ }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);

    const his = await signedInNowhere(leo);
    await his.page.goto(link);
    await his.page.getByText('You’ll take over Leo’s profile').waitFor();
    await his.page.getByRole('button', { name: 'Join as Leo S.' }).click();
    await his.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await his.page.waitForURL(/\/today$/);
    await until(async () => {
      const { members } = await ana.get<Members>(`/households/${id}`);
      return members.find(({ displayName }) => displayName === 'Leo')?.hasAccount === true;
    }, 'Leo has an account');
    await his.page.goto(`${web.base}/households/${id}/settings/household`);
    await his.page.getByText('Only an owner can change these settings: Ana.').waitFor();
    await his.page.goto(`${web.base}/households/${id}/settings/categories`);
    await his.page.getByText('Only adults can make changes here').waitFor();
    expect(await his.page.getByRole('button', { name: 'New category' }).count()).toBe(0);
    for (const seen of [errors, his.errors]) expect(withoutExpected(seen)).toEqual([]);
    await page.context().close();
    await his.page.context().close();
  }, 180_000);

  test('lets a member preview how an absence without an end changes the turns, save the absence, see it on Today, and end it', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    await ana.post(`/households/${id}/tasks/quick`, { text: 'Cook every day at 18:00 in turn' });
    // Every assignee does this task, so the others get no additional turns from it.
    await ana.post(`/households/${id}/tasks`, {
      title: 'Tidy your own room',
      date: civilDay(2),
      recurrence: 'FREQ=WEEKLY',
      responsibleMemberIds: (await ana.get<Members>(`/households/${id}`)).members.map((one) => one.id),
      completion: 'all',
    });
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/away`);
    await page.getByText('No absences.').waitFor();
    await page.getByRole('button', { name: 'Add an absence' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Ben', exact: true }).click();
    await form.getByLabel('Until further notice').check();
    const told = await form.getByText(/turns go to Ana/).textContent();
    // Five of them are listed, and the others are counted.
    await form.getByText(new RegExp(`^and ${parseInt(told ?? '', 10) - 5} more dates?$`)).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('away-390-light-en');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/until further notice/).waitFor();
    await page.goto(`${web.base}/households/${id}/today`);
    await page.getByRole('button', { name: /Ben.*away until further notice/ }).waitFor();

    await page.goto(`${web.base}/households/${id}/away`);
    await page.getByRole('button', { name: 'Back home: Ben' }).click();
    await form.getByText(/turns go to Ben$/).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect((await ana.get<Members>(`/households/${id}`)).members).toContainEqual(
      expect.objectContaining({ displayName: 'Ben', awayPeriods: [expect.anything()] }),
    );
    await form.getByRole('button', { name: 'Back home' }).click();
    await page.getByText('No absences.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Delete Ben’s absence/ }).press('Enter');
    await form.getByText(/turns go to Ben/).waitFor();
    await form.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('No absences.').waitFor();
    // The row was removed, so the focus is on the title.
    await page.locator('h1:focus').waitFor();

    await page.goto(`${web.base}/households/${id}/settings/members`);
    await page.getByRole('button', { name: /^Ben/ }).click();
    await form.getByLabel('Last day').fill(civilDay(3));
    await form.getByText(/turns go to Ana/).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('lets a member preview, add and undo a pause of two weeks, and delete a pause that another member added', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const at = `/households/${id}`;
    await ana.post(`${at}/tasks/quick`, { text: 'Bins every week in turn' });
    await ana.post(`${at}/tasks`, {
      ...{ title: 'Feed the cat', date: civilDay(1), recurrence: 'FREQ=DAILY', whenAway: 'keep' },
    });
    const bins = async () =>
      (await ana.get<{ title: string; date: string }[]>(`${at}/occurrences?view=all&limit=100`))
        .filter(({ title }) => title === 'Bins')
        .map(({ date }) => date);
    const before = await bins();
    const paused = (date: string) => date >= civilDay(10) && date <= civilDay(23);
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/settings/pauses`);
    await page.getByText('No chores are paused.').waitFor();
    await page.getByRole('button', { name: 'New pause' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('All chores except Feed the cat').waitFor();
    await form.getByLabel('First day').fill(civilDay(10));
    await form.getByLabel('Last day').fill(civilDay(23));
    await form.getByText('2 dates skipped').waitFor();
    await form.getByRole('button', { name: 'Postpone them' }).click();
    const later = await form.getByText(/\d+ dates postponed/).textContent();
    const listed = await form.getByRole('status').getByRole('listitem').count();
    await form.getByText(new RegExp(`^and ${parseInt(later ?? '', 10) - listed} more dates?$`)).waitFor();
    await form.getByLabel('Note').fill('Lisbon');
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('pause-390-light-en');
    expect(await bins()).toEqual(before);
    await form.getByRole('button', { name: 'Start pause' }).click();
    await page.getByText('All chores: postponed').waitFor();
    expect((await bins()).filter(paused)).toEqual([]);
    await screenshot('pauses-390-light-en');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No chores are paused.').waitFor();
    expect(await bins()).toEqual(before);
    await ben.post(`${at}/pauses`, { from: civilDay(10), to: civilDay(23), mode: 'skip', note: 'Porto' });
    // Changes of others are shown as they happen.
    await page.getByText('added by Ben').waitFor();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await form.getByText('2 dates added').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect((await bins()).filter(paused)).toEqual([]);
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No chores are paused.').waitFor();
    expect(await bins()).toEqual(before);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('shows the pauses of a series on its page, and why a special day has moved a date on the page of the series, on the page of the task and in Upcoming', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const at = `/households/${id}`;
    const { id: holidays } = await ana.post(`${at}/day-calendars`, {
      name: 'Public holidays',
      days: [{ from: civilDay(2), name: 'All Saints' }],
    });
    const { id: bins } = await ana.post(`${at}/tasks`, {
      ...{ title: 'Bins', date: civilDay(2), recurrence: 'FREQ=WEEKLY' },
      shift: { calendarIds: [holidays], when: 'onDay', then: 'next', restDays: [] },
    });
    const { seriesId } = await ana.get<{ seriesId: string }>(`${at}/occurrences/${bins}`);
    await ana.post(`${at}/pauses`, {
      from: civilDay(8),
      to: civilDay(10),
      mode: 'later',
      seriesIds: [seriesId],
    });
    await ana.post(`${at}/pauses`, { from: civilDay(20), mode: 'skip' });
    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/series/${seriesId}`);
    const because = `moved from ${shortDate(civilDay(2), 'en-GB')} (All Saints)`;
    await page
      .locator('li', { hasText: shortDate(civilDay(3), 'en-GB') })
      .getByText(because)
      .waitFor();
    await page.locator('li', { hasText: 'postponed' }).waitFor();
    await page.locator('li', { hasText: 'until further notice' }).getByText('skipped').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await page.goto(`${web.base}${at}/tasks/upcoming`);
    await page
      .locator('[data-row]', { hasText: 'Bins' })
      .first()
      .getByText('moved because of All Saints')
      .waitFor();
    await page.getByRole('link', { name: 'Bins' }).first().click();
    await page.getByText(because).waitFor();
    await page.goto(`${web.base}${at}/series/${seriesId}`);
    await page.locator('li', { hasText: 'postponed' }).getByRole('link').click();
    await page.waitForURL(/settings\/pauses$/);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('lets a member connect the demo calendar account, choose a calendar, and see the new day of an event that was moved in that calendar', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { id: task } = await ana.post(`/households/${id}/tasks/quick`, { text: 'Dentist tomorrow' });
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.route('**/calendar/google/connect?*', async (route) => {
      // The service of a test gets its port only after the provider knows its return address.
      const answer = await route.fetch({ maxRedirects: 0 });
      const { pathname, search } = new URL(answer.headers()['location'] ?? '');
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), location: pathname + search },
      });
    });
    await page.goto(`${web.base}/settings/calendar`);
    await page.getByRole('button', { name: 'Connect a Google account' }).click();
    await page.getByText('Google account connected. Now choose a calendar.').waitFor();
    expect(page.url()).toBe(`${web.base}/households/${id}/settings/calendar`);
    await page.getByRole('radio', { disabled: true }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('calendar-choice-390-light-en');
    await page.getByRole('radio', { disabled: false }).first().check();
    await page.getByRole('button', { name: 'Use this calendar' }).click();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText(/^(Synced: |Everything was already synced)/).waitFor();
    await page.getByText('Everything is synced.').waitFor();
    await screenshot('calendar-390-light-en');

    await page.getByRole('link', { name: 'Open demo calendar' }).click();
    await page.getByRole('button', { name: /^Move “Dentist/ }).click();
    const in3Days = civilDay(3);
    await page.getByRole('dialog').getByLabel('Starts').fill(in3Days);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Event moved').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('provider-390-light-en');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await comesTo(
      async () => (await ana.get<{ date: string }>(`/households/${id}/occurrences/${task}`)).date,
      in3Days,
    );
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('lets a member add, ignore, delete and restore special days, and requires a valid calendar address', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/settings/days`);
    await page.getByRole('button', { name: 'New holiday calendar' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Public holidays');
    await form.getByRole('button', { name: 'From a web address' }).click();
    await form.getByLabel('Web address of the calendar').fill('http://localhost/holidays.ics');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a public address').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await form.getByRole('button', { name: 'Entered by hand' }).click();
    await form.getByLabel('Day name').fill('All Saints');
    const day = civilDay(20);
    await form.getByLabel('From', { exact: true }).fill(day);
    await form.getByRole('button', { name: 'Add a normal day' }).click();
    await form.getByLabel('Normal day').fill('all saints');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('treated as a normal day').waitFor();
    await page.getByRole('button', { name: 'Delete “Public holidays”' }).click();
    await form.getByText('No dates change.').waitFor();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No holiday calendars yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Public holidays' }).waitFor();

    const [calendar] = await ana.get<{ id: string }[]>(`/households/${id}/day-calendars`);
    const shift = { calendarIds: [calendar?.id], when: 'onDay', then: 'nextFree' };
    const bins = await ana.post(`/households/${id}/tasks`, {
      ...{ title: 'Bins', date: civilDay(13), recurrence: 'FREQ=WEEKLY', shift },
    });
    const dates = async () =>
      (await ana.get<{ date: string }[]>(`/households/${id}/occurrences?view=all&limit=100`)).map(
        (row) => row.date,
      );
    expect([bins.id, await dates()]).toEqual([expect.any(String), expect.arrayContaining([civilDay(27)])]);
    await page.getByRole('button', { name: 'Edit “Public holidays”' }).click();
    await form.getByRole('button', { name: 'Add a day' }).click();
    await form.getByLabel('Day name').last().fill('Feast');
    await form.getByLabel('From', { exact: true }).last().fill(civilDay(27));
    await form.getByText('1 date changes').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect(await dates()).toContain(civilDay(27));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feast').waitFor();
    expect(await dates()).not.toContain(civilDay(27));
    expect(await dates()).toContain(civilDay(28));
    await page.getByRole('button', { name: 'Delete “Public holidays”' }).click();
    await form.getByText('1 date changes').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect(await dates()).toContain(civilDay(28));
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No holiday calendars yet.').waitFor();
    expect(await dates()).toContain(civilDay(27));
    expect(withoutExpected(errors).filter((error) => !error.includes('status of 400'))).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('says what could not be read of a holiday calendar with an address', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page, errors, screenshot } = await signedIn(web, ana);
    const url = 'webcal://town.example.org/fair.ics';
    await ana.post(`/households/${id}/day-calendars`, { name: 'Town', url });
    await page.route('**/day-calendars', async (route) => {
      const answer = await route.fetch();
      const [calendar] = (await answer.json()) as object[];
      const warnings = [
        { code: 'RULE_NOT_SUPPORTED', count: 1, examples: ['Fair (FREQ=YEARLY;BYWEEKNO=21)'] },
        { code: 'LINE_NOT_READ', count: 3, examples: [] },
      ];
      await route.fulfill({ response: answer, json: [{ ...calendar, error: 'TOO_COMPLEX', warnings }] });
    });
    await page.goto(`${web.base}/households/${id}/settings/days`);
    await page.getByText('This calendar is too complex to read.').waitFor();
    await page.getByText('1 repeating event isn’t supported: Fair (FREQ=YEARLY;BYWEEKNO=21)').waitFor();
    await page.getByText('3 lines aren’t part of a calendar').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('day-calendar-warnings-390-light-en');
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test.each(['en', 'fr'])(
    'says in previews of many series that the counts are lower bounds (%s)',
    async (locale) => {
      const ana = await person(web.base, 'Ana', locale);
      const id = await home(ana);
      for (let made = 1; made <= 51; made++)
        await ana.post(`/households/${id}/tasks`, {
          ...{ title: `Chore ${made}`, date: civilDay(2), recurrence: 'FREQ=WEEKLY' },
        });
      const notice = { en: 'Only the first 50 chores were checked', fr: 'Seules les 50 premières routines' }[
        locale
      ]!;
      for (const [name, look] of Object.entries({ 390: PHONE, 1440: DESK })) {
        const { page, errors, screenshot } = await signedIn(web, ana, look);
        await page.goto(`${web.base}/households/${id}/settings/pauses`);
        const form = page.getByRole('dialog');
        await page.locator('main button:has(svg)').first().click();
        await form.getByText(notice).waitFor();
        await screenshot(`pause-many-${name}-light-${locale}`);
        await page.keyboard.press('Escape');
        await page.locator('main button:has(svg)').last().click();
        await form.getByText(notice).waitFor();
        await form.getByText(notice).scrollIntoViewIfNeeded();
        expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
        await screenshot(`shift-many-${name}-light-${locale}`);
        expect(withoutExpected(errors)).toEqual([]);
        await page.context().close();
      }
    },
    300_000,
  );

  /** Opens a browser for a person without a household. */
  async function signedInNowhere(who: Awaited<ReturnType<typeof person>>) {
    const seen = await watchedPage(web.browser, PHONE);
    await seen.page.goto(`${web.base}/sign-in`);
    await signInHere(seen.page, who.email);
    await seen.page.waitForURL(/\/welcome$/);
    return seen;
  }
});
