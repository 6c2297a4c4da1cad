import { expect, test } from '@jest/globals';
import { inFullTier } from '../support/tier.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { person, signedIn } from '../support/web-people.js';
import { comesTo } from '../support/until.js';

const PHONE = {
  viewport: { width: 390, height: 844 },
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
  colorScheme: 'dark' as const,
};
const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };

type Row = {
  title: string;
  status: string;
  checklist: { title: string; done: boolean }[];
  date: string | null;
  time: string | null;
  durationMinutes: number | null;
  responsibleMemberIds: string[];
  seriesId: string | null;
};

describeWeb('quick add', (web) => {
  inFullTier.test(
    'parses the sentence when the user stops typing, and shows the result above the list without moving the list',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'Home', timeZone: 'Europe/Paris' });
      await ana.post(`/households/${home}/tasks/quick`, { text: 'Sweep the yard today' });
      const { page } = await signedIn(web, ana, DESK);
      const row = page.getByRole('link', { name: 'Sweep the yard' });
      await row.waitFor();
      const before = await row.boundingBox();
      let asked = 0;
      await page.route('**/quick-add/parse', (route) => {
        asked++;
        return route.continue();
      });
      const field = page.getByRole('textbox', { name: 'Add a task' });
      await field.click();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      for (const letter of 'Take out the bins') {
        await page.keyboard.type(letter);
        await page.clock.runFor(200);
      }
      expect(asked).toBe(0);
      await page.clock.runFor(300);
      await page.getByRole('button', { name: 'Details' }).waitFor();
      expect(asked).toBe(1);
      await page.clock.resume();
      expect(await row.boundingBox()).toEqual(before);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
    120_000,
  );

  test('keeps text that the user types while a sentence is being added or returned to the field', async () => {
    const ana = await person(web.base, 'Ana');
    await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
    const { page, errors } = await signedIn(web, ana, DESK);
    const field = page.getByRole('textbox', { name: 'Add a task' });
    await field.waitFor();
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/tasks/quick', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await field.fill('Sweep the yard');
    const request = page.waitForRequest('**/tasks/quick');
    await field.press('Enter');
    await request;
    await page.keyboard.type('Water the ferns');
    answer(undefined);
    await page.getByText('Added “Sweep the yard”').waitFor();
    await comesTo(() => field.inputValue(), 'Water the ferns');

    // The selection of the returned sentence must not come later than the focus, also if the next frame is late.
    await field.fill('');
    await page.evaluate(() => {
      const next = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => next(() => setTimeout(() => next(draw), 1_000));
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Call Ben');
    await page.getByRole('option', { name: 'Add “Call Ben” as a task' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'quick-add');
    await page.keyboard.type('Call Mia');
    await comesTo(() => field.inputValue(), 'Call Mia');
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 120_000);

  inFullTier.test(
    'lets the user correct the meaning, day and person of a sentence, and marks words that were not understood',
    async () => {
      const ana = await person(web.base, 'Ana', 'fr');
      const ben = await person(web.base, 'Ben');
      const { id: home } = await ana.post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' });
      const { token } = await ana.post(`/households/${home}/invitations`, {});
      await ben.post('/invitations/accept', { token });
      const { page, errors, screenshot } = await signedIn(web, ana, PHONE);
      const field = page.getByRole('textbox', { name: 'Ajouter une tâche' });
      const put = (at: number) =>
        field.evaluate(
          (element, place) => (element as HTMLTextAreaElement).setSelectionRange(place, place),
          at,
        );

      await field.fill('Ménage 1h30');
      await page.getByText('90 minutes').waitFor();
      await field.press('Alt+ArrowDown');
      expect(await page.evaluate('document.activeElement.textContent')).toBe(
        '«\u00a01h30\u00a0» n’est pas une durée',
      );
      await page.getByRole('button', { name: 'À 01:30' }).click();
      await comesTo(() => field.inputValue(), 'Ménage 01:30');
      await page.getByText('01:30').last().waitFor();

      await field.fill('Repas demain @ben sauf le 3 juin');
      await page.getByRole('button', { name: /sauf le 3 juin/ }).click();
      expect(
        await field.evaluate((element) => {
          const { selectionStart, selectionEnd, value } = element as HTMLTextAreaElement;
          return value.slice(selectionStart, selectionEnd);
        }),
      ).toBe('sauf le 3 juin');
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('quick-add-390-dark-fr');

      await field.fill('Repas demain @ben');
      await put(15);
      await field.press('ArrowRight');
      await page.getByRole('button', { name: 'Plutôt Ana' }).click();
      await comesTo(() => field.inputValue(), 'Repas demain @"Ana"');
      await put(8);
      await field.press('ArrowRight');
      await page.getByLabel('Un autre jour').fill('2030-12-24');
      await comesTo(() => field.inputValue(), 'Repas 2030-12-24 @"Ana"');
      await page.getByText('mar. 24 déc. 2030').waitFor();
      await field.press('Enter');
      await page.getByRole('status').getByText('Repas').waitFor();
      expect(await rowsOf(ana, home)).toMatchObject([{ title: 'Repas', date: '2030-12-24' }]);
      expect(withoutExpected(errors)).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  test('creates one task per line, and takes parsed and corrected values over into the full form', async () => {
    const ana = await person(web.base, 'Ana');
    const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
    const { page, errors, screenshot } = await signedIn(web, ana, DESK);
    const field = page.getByRole('textbox', { name: 'Add a task' });
    await field.fill('Fold the laundry\n\nWater the ferns tomorrow');
    await page.getByRole('button', { name: 'Add 2 tasks' }).click();
    await page.getByText('2 tasks added').waitFor();
    // Several times a day: the preview names each of them, and the form has no field for a single time.
    await page.keyboard.type('Feed the cat every day at 8am and 6pm for 2 weeks');
    await page.getByText('18:00').first().waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    const fed = page.getByRole('dialog', { name: 'New task' });
    await fed.getByText('Every day, at 08:00 and 18:00, until').waitFor();
    expect(await fed.getByLabel('Time', { exact: true }).isDisabled()).toBe(true);
    await screenshot('quick-add-times-1440-light-en');
    await fed.getByRole('button', { name: 'Add task' }).click();
    await page.getByText('Added “Feed the cat”').waitFor();
    const cat = (await rowsOf(ana, home)).filter(({ title }) => title === 'Feed the cat');
    expect(cat.slice(0, 2).map(({ time }) => time)).toEqual(['08:00', '18:00']);
    await comesTo(() => field.inputValue(), '');
    await field.focus();
    await page.keyboard.type('Bins every tuesday 7pm in turn #outside');
    await page.getByText('New category outside').waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByText('Every Tuesday').waitFor();
    await comesTo(() => form.getByLabel('Time', { exact: true }).inputValue(), '19:00');
    expect(await violations(page)).toEqual([]);
    await screenshot('quick-add-details-1440-light-en');
    await form.getByLabel('Title').fill('Bins, both of them');
    await form.getByLabel('Duration').selectOption('10');

    // The form and its sentence survive a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Details' }).click();
    await comesTo(() => form.getByLabel('Title').inputValue(), 'Bins, both of them');
    await form.getByLabel('Time', { exact: true }).focus();
    await form.getByRole('button', { name: 'Add task' }).click();
    await page.getByText('Added “Bins, both of them”').waitFor();
    await comesTo(() => field.inputValue(), '');
    const rows = await rowsOf(ana, home);
    expect(rows.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Fold the laundry', 'Water the ferns', 'Bins, both of them']),
    );
    const [bins] = rows.filter(({ title }) => title.startsWith('Bins'));
    expect(bins).toMatchObject({ time: '19:00', durationMinutes: 10 });
    expect(bins?.seriesId).not.toBeNull();

    // A series that waits for its first date gets it like any task without a date.
    const waiting = await ana.post(`/households/${home}/tasks`, {
      title: 'Descale the kettle',
      recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
    });
    await page.goto(`${web.base}/households/${home}/occurrences/${waiting.id}`);
    await page.getByRole('button', { name: /No date/ }).click();
    await page.getByRole('button', { name: /Tomorrow/ }).click();
    await comesTo(
      async () =>
        (await rowsOf(ana, home)).find(({ title }) => title === 'Descale the kettle')?.date === null,
      false,
    );
    // The service refuses several lines as one sentence.
    expect(withoutExpected(errors).filter((error) => !error.includes('status of 400'))).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('adds each line of a pasted list once, although the connection fails while they are sent', async () => {
    const ana = await person(web.base, 'Ana');
    const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
    const { page } = await signedIn(web, ana, DESK);
    const field = page.getByRole('textbox', { name: 'Add a task' });
    let requests = 0;
    await page.route('**/commands', async (route) => {
      requests += 1;
      // The service receives the first request, but its answer is lost. The second one is never received.
      if (requests === 1) await route.fetch();
      await (requests <= 2 ? route.abort() : route.continue());
    });
    await field.fill('- [ ] Alpha one\n* Beta two\n\t3. Gamma three\n☑ Delta four');
    await page.getByRole('button', { name: 'Add 4 tasks' }).click();
    await comesTo(() => field.inputValue(), '');
    await comesTo(() => Promise.resolve(requests > 2), true);
    const shown = async () =>
      (await rowsOf(ana, home)).map(({ title, status }) => `${title} ${status}`).sort();
    await comesTo(
      async () => (await shown()).join(),
      'Alpha one TODO,Beta two TODO,Delta four DONE,Gamma three TODO',
    );
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'adds each line of a list that was typed without a network, and keeps a sentence with a checklist in one piece',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
      const { page } = await signedIn(web, ana, { ...DESK, serviceWorkers: 'allow' });
      const field = page.getByRole('textbox', { name: 'Add a task' });
      await field.waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.context().setOffline(true);
      const long = Array.from({ length: 40 }, (_, index) => `Chore number ${index + 1} sweep`);
      const items = long.map((title) => `- ${title}`);
      const texts = ['1) Alpha one\n☑ Beta two', `Shop\n${items.join('\n')}`, long.join('\n')];
      for (const text of texts) {
        await field.fill(text);
        await field.press('Enter');
        await comesTo(() => field.inputValue(), '');
      }
      await page.getByText('3 changes not synced yet').waitFor();
      await page.context().setOffline(false);
      const shown = async () =>
        (await rowsOf(ana, home)).map(({ title, status }) => `${title} ${status}`).sort();
      const wanted = [
        'Alpha one TODO',
        'Beta two DONE',
        'Shop TODO',
        ...long.map((title) => `${title} TODO`),
      ];
      await comesTo(async () => (await shown()).join(), wanted.sort().join());
      expect(await page.getByText('needs your decision').count()).toBe(0);
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'splits the checklist of the detailed form into steps as the service does',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
      const { page } = await signedIn(web, ana, DESK);
      await page.getByRole('textbox', { name: 'Add a task' }).fill('Pack tomorrow');
      await page.getByRole('button', { name: 'Details' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Steps').fill(`• socks\n\n- ${'x'.repeat(201)}`);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByText('A line can have at most 200 characters.').waitFor();
      await dialog.getByLabel('Steps').fill('• socks\n\n- [x] tickets\n3. tent');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.waitFor({ state: 'detached' });
      const steps = async () =>
        (await rowsOf(ana, home))
          .flatMap(({ checklist }) => checklist)
          .map(({ title, done }) => `${title} ${done}`)
          .join();
      await comesTo(steps, 'socks false,tickets true,tent false');
      await page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'offers all lines of a long list, and refuses lines that are too long or too many',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
      const { page } = await signedIn(web, ana, DESK);
      const field = page.getByRole('textbox', { name: 'Add a task' });
      const list = (count: number) =>
        Array.from({ length: count }, (_, index) => `Chore number ${index + 1} sweep`).join('\n');
      await field.fill(list(40));
      await page.getByRole('button', { name: 'Add 40 tasks' }).waitFor();
      await field.fill(list(101));
      await page.getByText('A list can have at most 100 lines.').waitFor();
      // Only the line that is too long is refused. It is named, and stays in the field.
      await field.fill(`${list(3)}\n- [x] a${'x'.repeat(500)}`);
      const refusal = page.getByText(/“ax+…” is too long. A line can have at most 500 characters./);
      await refusal.waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add 3 tasks' }).click();
      await comesTo(() => field.inputValue(), `[x] a${'x'.repeat(500)}`);
      await comesTo(async () => (await rowsOf(ana, home)).length, 3);
      await refusal.waitFor();
      expect(await page.getByRole('button', { name: /Add \d+ tasks?/ }).count()).toBe(0);
      // A sentence with a checklist stays one task, however long it is. A step that is too long is named.
      const steps = list(40).replaceAll('Chore', '- [ ] Chore');
      await field.fill(`Shopping\n${steps}\n- b${'x'.repeat(200)}`);
      await page.getByText(/“bx+…” is too long. A line can have at most 200 characters./).waitFor();
      await field.fill(`Shopping\n${steps}`);
      await page.getByText('40 steps').waitFor();
      await field.press('Enter');
      await comesTo(
        async () => (await rowsOf(ana, home)).find(({ title }) => title === 'Shopping')?.checklist.length,
        40,
      );
      expect((await rowsOf(ana, home)).length).toBe(4);
      await page.context().close();
    },
    180_000,
  );
});

describeWeb('a public report of the class part-done-and-not-told', (web) => {
  inFullTier.test(
    'adds each line of a list once, although the service fails from the third line on (W04)',
    async () => {
      const ana = await person(web.base, 'Ana');
      const { id: home } = await ana.post('/households', { name: 'At home', timeZone: 'Europe/Paris' });
      const { page } = await signedIn(web, ana, DESK);
      let requests = 0;
      await page.route('**/commands', async (route) => {
        requests += 1;
        if (requests > 2) return route.continue();
        // The service gets the first two lines, and fails before the third one.
        const body = route.request().postDataJSON() as { commands: unknown[] };
        await route.fetch({ postData: { ...body, commands: body.commands.slice(0, 2) } });
        return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500</h1>' });
      });
      const field = page.getByRole('textbox', { name: 'Add a task' });
      await field.fill('Alpha one\nBeta two\nGamma three\nDelta four');
      await page.getByRole('button', { name: 'Add 4 tasks' }).click();
      await page.getByText('4 changes not synced yet').waitFor();
      // The lines are in the outbox, so they cannot be added a second time.
      await field.press('Space');
      await field.press('Backspace');
      expect(await field.inputValue()).toBe('');
      expect(await page.getByRole('button', { name: 'Add 4 tasks' }).count()).toBe(0);
      const titles = async () => (await rowsOf(ana, home)).map(({ title }) => title).sort();
      await comesTo(async () => (await titles()).join(), 'Alpha one,Beta two,Delta four,Gamma three');
      await comesTo(() => page.getByText('not synced yet').count(), 0);
      expect(await titles()).toHaveLength(4);
      await page.context().close();
    },
    180_000,
  );
});

type Person = Awaited<ReturnType<typeof person>>;

async function rowsOf({ send }: Person, home: string): Promise<Row[]> {
  const response = await send('GET', `/households/${home}/occurrences?view=all&limit=100`);
  return (await response.json()) as Row[];
}
