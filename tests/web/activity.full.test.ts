import { expect, test } from '@jest/globals';
import { until } from '../support/until.js';
import { describeWeb, violations, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, PHONE, signedIn } from '../support/web-people.js';

const DESK = { ...PHONE, viewport: { width: 1440, height: 900 } };

describeWeb('the activity, trash and templates in the client', (web) => {
  test('restores a series that was deleted by mistake, and names the later changes that block an undo', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const at = `/households/${id}`;
    const { seriesId } = (await ana.post(`${at}/tasks`, {
      title: 'Bins',
      date: '2026-12-01',
      recurrence: 'FREQ=WEEKLY;COUNT=4',
    })) as unknown as { seriesId: string };
    const tap = await ana.post(`${at}/tasks`, { title: 'Tap' });
    await ben.send('PATCH', `${at}/occurrences/${tap.id}`, { version: 1, title: 'Tap in the bathroom' });
    await ben.send('DELETE', `${at}/series/${seriesId}`);
    // A notification that was read has no title of its own.
    const { members } = await ana.get<{ members: { id: string; displayName: string }[] }>(at);
    const responsibleMemberIds = members.filter((each) => each.displayName === 'Ana').map((each) => each.id);
    await ben.post(`${at}/tasks`, { title: 'Lamp', responsibleMemberIds });
    await until(
      async () => (await ana.get<unknown[]>(`${at}/notifications`)).length > 0,
      'a notification has arrived',
    );
    await ana.post(`${at}/notifications/read-all`, {});

    const { page, errors } = await signedIn(web, ana, DESK);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Ben deleted “Bins”').waitFor();
    await page.getByText('Ana read their notifications').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo: Ana added “Tap”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Can’t undo' });
    await dialog.getByText('Ben has changed it since').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Ben', exact: true }).click();
    await until(
      async () => (await page.getByText('Ana added').count()) === 0,
      'the activity no longer names Ana',
    );
    await page.getByRole('button', { name: 'Undo: Ben deleted “Bins”' }).click();
    await until(async () => {
      const rows = await ben.get<{ title: string }[]>(`${at}/occurrences`);
      return rows.filter(({ title }) => title === 'Bins').length === 4;
    }, 'four occurrences of the bins are there');
    // Ben's own operation is struck through; Ana did the undo.
    await page.getByText('undone', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Ben', exact: true }).click();
    await page.getByText('Ana undid something').waitFor();
    // The refused undo is the only error.
    expect(withoutExpected(errors)).toEqual([expect.stringContaining('409')]);
  });

  test('restores all dates of a series together if they were deleted in one operation', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const at = `/households/${id}`;
    const { seriesId } = (await ana.post(`${at}/tasks`, {
      title: 'Plants',
      date: '2026-12-01',
      recurrence: 'FREQ=DAILY;COUNT=12',
    })) as unknown as { seriesId: string };
    const sofa = await ana.post(`${at}/tasks`, { title: 'Sofa' });
    await ben.send('DELETE', `${at}/series/${seriesId}`);
    await ana.send('DELETE', `${at}/occurrences/${sofa.id}`);

    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/trash`);
    await page.getByText('12 dates').waitFor();
    await page.getByText('by Ben').waitFor();
    await page.getByRole('button', { name: 'Restore “Plants”' }).click();
    await until(async () => {
      const rows = await ben.get<{ title: string }[]>(`${at}/occurrences`);
      return rows.filter(({ title }) => title === 'Plants').length === 12;
    }, 'twelve occurrences of the plants are there');
    await page.getByRole('button', { name: 'Restore “Plants”' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect(withoutExpected(errors)).toEqual([]);
  });

  test('creates the tasks of a template for a date, and undoes that', async () => {
    const ana = await person(web.base, 'Ana');
    const id = await home(ana);
    const at = `/households/${id}`;
    const { page, errors } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/templates`);
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByLabel('Name').fill('Before every holiday');
    await page.getByRole('group', { name: 'Task 1' }).getByLabel('Task title').fill('Empty the fridge');
    await page.getByRole('group', { name: 'Task 1' }).getByLabel('Days before or after').fill('-1');
    await page.getByRole('button', { name: 'Add another task' }).click();
    await page.getByRole('group', { name: 'Task 2' }).getByLabel('Task title').fill('Close the shutters');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('a day before').waitFor();
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByLabel('For which day?').fill('2026-12-19');
    await page.getByText('Fri 18 Dec').waitFor();
    await page.getByRole('button', { name: 'Add 2 tasks' }).click();
    await page.getByText('2 tasks added').waitFor();
    const dates = async () =>
      (await ana.get<{ title: string; date: string }[]>(`${at}/occurrences`)).map(
        ({ title, date }) => `${date} ${title}`,
      );
    expect(await dates()).toEqual(['2026-12-18 Empty the fridge', '2026-12-19 Close the shutters']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await dates()).length === 0, 'no date is left');
    expect(withoutExpected(errors)).toEqual([]);
  });

  test('says in the activity who changed which PIN, guest link, display, invitation or member', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const at = `/households/${id}`;
    const { members } = await ana.get<{ members: { id: string; displayName: string }[] }>(at);
    const benId = members.find(({ displayName }) => displayName === 'Ben')!.id;
    const { id: zoe } = await ana.post(`${at}/members`, { displayName: 'Zoé', group: 'GUEST' });
    const pin = (pin: string) => ana.send('PUT', `${at}/members/${zoe}/pin`, { pin });
    await pin('2468');
    await pin('1357');
    await ana.send('DELETE', `${at}/members/${benId}/pin`);
    await ana.post(`${at}/members/${zoe}/pass`, { until: civilDay(2) });
    const { id: display } = await ana.post(`${at}/displays`, { name: 'Kitchen' });
    await ana.send('DELETE', `${at}/displays/${display}`);
    const { id: invitation } = await ana.post(`${at}/invitations`, {});
    await ana.send('DELETE', `${at}/invitations/${invitation}`);
    await ben.post(`${at}/members/${benId}/away`, { from: civilDay(1), to: civilDay(2) });
    await ana.send('PATCH', `${at}/members/${benId}`, { role: 'OWNER' });
    await ana.send('PATCH', `${at}/members/${zoe}`, { activeUntil: civilDay(9) });
    await ana.send('PATCH', `${at}/members/${zoe}`, { displayName: 'Zoé B.' });
    await ana.send('DELETE', `${at}/members/${zoe}`);

    const { page } = await signedIn(web, ana, DESK);
    await page.goto(`${web.base}${at}/activity`);
    await page.getByText('Ben changed their absences').waitFor();
    const told = await page.locator('main [data-sentence]').allTextContents();
    expect(told).toEqual([
      'Ana removed Zoé B.',
      'Ana changed Zoé B.’s profile',
      'Ana changed the dates of Zoé B.’s stay',
      'Ana changed Ben’s role',
      'Ben changed their absences',
      'Ana revoked an invitation',
      'Ana created an invitation',
      'Ana removed the display “Kitchen”',
      'Ana added the display “Kitchen”',
      'Ana created a guest link for Zoé',
      'Ana removed Ben’s PIN',
      'Ana set a new PIN for Zoé',
      'Ana changed Zoé B.’s PIN',
      'Ana added Zoé B.',
      // A member who joined with the invitation is not Ana's action.
      'Ana created an invitation',
    ]);
    await page.context().close();
  });
});
