import { expect, test } from '@jest/globals';
import { shortDate } from '../../web/src/i18n/formats.ts';
import { watchedPage } from '../support/chromium.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, PHONE, signedIn, signInHere } from '../support/web-people.js';

/** Wider than the sidebar and a dialog beside it need. */
const DESK = { ...PHONE, viewport: { width: 1440, height: 1000 } };

type Members = { members: { id: string; displayName: string; hasAccount: boolean; group: string }[] };

describeWeb('the household settings', (web) => {
  test('add a child without an account, who gets an account later by a link', async () => {
    const [ana, leo] = [await person(web.base, 'Ana'), await person(web.base, 'Leo S.')];
    const id = await home(ana);
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/settings`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Members/ })
      .click();
    await page.getByRole('button', { name: 'Add somebody without an account' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Leo');
    await form.getByLabel('Who they are').selectOption('CHILD');
    await form.getByText('With an account, a child ticks').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('member-new-390-light-en');
    await form.getByRole('button', { name: 'Add' }).click();
    const line = page.getByRole('button', { name: /Leo.*Child.*looked after by Ana.*joined/ });
    await line.waitFor();
    await screenshot('members-390-light-en');

    await line.click();
    await form.getByRole('button', { name: 'Link to an account of their own' }).click();
    await form.getByRole('button', { name: 'Make a link' }).click();
    const link = await form.getByLabel('Link of the invitation').inputValue();
    await form.getByRole('img', { name: /camera/ }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);

    const his = await signedInNowhere(leo);
    await his.page.goto(link);
    await his.page.getByText('You become Leo, who is there already').waitFor();
    await his.page.getByRole('button', { name: 'Join as Leo S.' }).click();
    await his.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await his.page.waitForURL(/\/today$/);
    await until(async () => {
      const { members } = await ana.get<Members>(`/households/${id}`);
      return members.find(({ displayName }) => displayName === 'Leo')?.hasAccount === true;
    }, 'Leo has an account');
    await his.page.goto(`${web.base}/households/${id}/settings/household`);
    await his.page.getByText('Only an owner may change this: Ana.').waitFor();
    await his.page.goto(`${web.base}/households/${id}/settings/categories`);
    await his.page.getByText('This is for the grown-ups').waitFor();
    expect(await his.page.getByRole('button', { name: 'New category' }).count()).toBe(0);
    for (const seen of [errors, his.errors]) expect(withoutExpected(seen)).toEqual([]);
    await page.context().close();
    await his.page.context().close();
  }, 180_000);

  test('preview whose turns change during an absence until further notice, and show the absence to all', async () => {
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
    await page.getByText('Everybody is here.').waitFor();
    await page.getByRole('button', { name: 'Add days away' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Ben', exact: true }).click();
    await form.getByLabel('Until further notice').check();
    const told = await form.getByText(/turns go to Ana/).textContent();
    // Five of them are listed, and the others are counted.
    await form.getByText(`and ${parseInt(told ?? '', 10) - 5} more`, { exact: true }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('away-390-light-en');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/until further notice/).waitFor();
    await page.goto(`${web.base}/households/${id}/today`);
    await page.getByRole('button', { name: /Ben.*away until further notice/ }).waitFor();

    await page.goto(`${web.base}/households/${id}/away`);
    await page.getByRole('button', { name: 'Is back: Ben' }).click();
    await form.getByText(/turns go to Ben$/).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect((await ana.get<Members>(`/households/${id}`)).members).toContainEqual(
      expect.objectContaining({ displayName: 'Ben', awayPeriods: [expect.anything()] }),
    );
    await form.getByRole('button', { name: 'Is back' }).click();
    await page.getByText('Everybody is here.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Delete: Ben/ }).press('Enter');
    await form.getByText(/turns go to Ben/).waitFor();
    await form.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Everybody is here.').waitFor();
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

  test('preview an absence of two weeks, undo it, and add it again', async () => {
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
    await page.getByText('Nothing is paused.').waitFor();
    await page.getByRole('button', { name: 'New pause' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('All but Feed the cat').waitFor();
    await form.getByLabel('First day').fill(civilDay(10));
    await form.getByLabel('Last day').fill(civilDay(23));
    await form.getByText('2 dates are left out').waitFor();
    await form.getByRole('button', { name: 'comes later' }).click();
    const later = await form.getByText(/\d+ dates come later/).textContent();
    const listed = await form.getByRole('status').getByRole('listitem').count();
    await form.getByText(`and ${parseInt(later ?? '', 10) - listed} more`, { exact: true }).waitFor();
    await form.getByLabel('Note').fill('Lisbon');
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('pause-390-light-en');
    expect(await bins()).toEqual(before);
    await form.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Everything that repeats: comes later').waitFor();
    expect((await bins()).filter(paused)).toEqual([]);
    await screenshot('pauses-390-light-en');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing is paused.').waitFor();
    expect(await bins()).toEqual(before);
    await ben.post(`${at}/pauses`, { from: civilDay(10), to: civilDay(23), mode: 'skip', note: 'Porto' });
    // Changes of others are shown as they happen.
    await page.getByText('made by Ben').waitFor();
    await page.getByRole('button', { name: /^Take back/ }).click();
    await form.getByText('2 dates are added').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect((await bins()).filter(paused)).toEqual([]);
    await form.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nothing is paused.').waitFor();
    expect(await bins()).toEqual(before);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('show when a series is paused, and why a special day has moved a date, on every page', async () => {
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
    const because = `instead of ${shortDate(civilDay(2), 'en-GB')}: All Saints`;
    await page
      .locator('li', { hasText: shortDate(civilDay(3), 'en-GB') })
      .getByText(because)
      .waitFor();
    await page.locator('li', { hasText: 'comes later' }).waitFor();
    await page.locator('li', { hasText: 'until further notice' }).getByText('left out').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await page.goto(`${web.base}${at}/tasks/upcoming`);
    await page.locator('[data-row]', { hasText: 'Bins' }).first().getByText('moved: All Saints').waitFor();
    await page.getByRole('link', { name: 'Bins' }).first().click();
    await page.getByText(because).waitFor();
    await page.goto(`${web.base}${at}/series/${seriesId}`);
    await page.locator('li', { hasText: 'comes later' }).getByRole('link').click();
    await page.waitForURL(/settings\/pauses$/);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  test("connect the demo's calendar, choose one, and synchronise an event that was moved there", async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { id: task } = await ana.post(`/households/${id}/tasks/quick`, { text: 'Dentist tomorrow' });
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.route('**/calendar/google/connect?*', async (route) => {
      // The service of a test gets its port only after it has told the provider its return address.
      const answer = await route.fetch({ maxRedirects: 0 });
      const { pathname, search } = new URL(answer.headers()['location'] ?? '');
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), location: pathname + search },
      });
    });
    await page.goto(`${web.base}/settings/calendar`);
    await page.getByRole('button', { name: 'Connect a Google account' }).click();
    await page.getByText('The account is connected. Now choose the calendar.').waitFor();
    expect(page.url()).toBe(`${web.base}/households/${id}/settings/calendar`);
    await page.getByRole('radio', { disabled: true }).waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('calendar-choice-390-light-en');
    await page.getByRole('radio', { disabled: false }).first().check();
    await page.getByRole('button', { name: 'Use this calendar' }).click();
    await page.getByRole('button', { name: 'Synchronise now' }).click();
    await page.getByText(/^(Done: |Everything was up to date)/).waitFor();
    await page.getByText('Everything is up to date.').waitFor();
    await screenshot('calendar-390-light-en');

    await page.getByRole('link', { name: 'Open the provider’s side' }).click();
    await page.getByRole('button', { name: /^Move: Dentist/ }).click();
    const in3Days = civilDay(3);
    await page.getByRole('dialog').getByLabel('Begins').fill(in3Days);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The event is moved').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('provider-390-light-en');
    await page.getByRole('button', { name: 'Synchronise now' }).click();
    await comesTo(
      async () => (await ana.get<{ date: string }>(`/households/${id}/occurrences/${task}`)).date,
      in3Days,
    );
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('add special days by hand, ignore them by name, delete and restore them, and require a valid address', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}/households/${id}/settings/days`);
    await page.getByRole('button', { name: 'New calendar of days' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Public holidays');
    await form.getByRole('button', { name: 'From an address' }).click();
    await form.getByLabel('Address of the calendar').fill('http://localhost/holidays.ics');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('It has to be an https address').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await form.getByRole('button', { name: 'By hand' }).click();
    await form.getByLabel('What day it is').fill('All Saints');
    const day = civilDay(20);
    await form.getByLabel('From', { exact: true }).fill(day);
    await form.getByLabel('Names that count').fill('all saints');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('counts as any other').waitFor();
    await page.getByRole('button', { name: 'Delete: Public holidays' }).click();
    await form.getByText('No date changes.').waitFor();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No special days yet.').waitFor();
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
    await page.getByRole('button', { name: 'Edit: Public holidays' }).click();
    await form.getByRole('button', { name: 'Another day' }).click();
    await form.getByLabel('What day it is').last().fill('Feast');
    await form.getByLabel('From', { exact: true }).last().fill(civilDay(27));
    await form.getByText('1 date becomes another').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect(await dates()).toContain(civilDay(27));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feast').waitFor();
    expect(await dates()).not.toContain(civilDay(27));
    expect(await dates()).toContain(civilDay(28));
    await page.getByRole('button', { name: 'Delete: Public holidays' }).click();
    await form.getByText('1 date becomes another').waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    expect(await dates()).toContain(civilDay(28));
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No special days yet.').waitFor();
    expect(await dates()).toContain(civilDay(27));
    expect(withoutExpected(errors).filter((error) => !error.includes('status of 400'))).toEqual([]);
    await page.context().close();
  }, 180_000);

  test.each(['en', 'fr'])(
    'say in previews of many series that the counts are lower bounds (%s)',
    async (locale) => {
      const ana = await person(web.base, 'Ana', locale);
      const id = await home(ana);
      for (let made = 1; made <= 51; made++)
        await ana.post(`/households/${id}/tasks`, {
          ...{ title: `Chore ${made}`, date: civilDay(2), recurrence: 'FREQ=WEEKLY' },
        });
      const notice = { en: 'Only the first 50 series were checked', fr: 'Seules les 50 premières séries' }[
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
