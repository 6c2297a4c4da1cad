import { expect, test } from '@jest/globals';
import { comesTo, until } from '../support/until.js';
import { describeWeb, sideways, violations, withoutExpected } from '../support/web-pages.js';
import { aHouse, civilDay, signedIn } from '../support/web-people.js';

/* Tasks of several people: every assignee ticks separately, a corrected tick, swaps, absences and pauses.
   One story from beginning to end. */

type Row = {
  id: string;
  title: string;
  date: string;
  status: string;
  responsibleMemberIds: string[];
  completedForIds: string[];
  doneBy: { memberId: string }[];
  completion: string;
  turnReason: string | null;
  nag: unknown;
};

describeWeb('story: tasks of several people', (web) => {
  test('lets each assignee tick a task separately and remove only their own tick, and corrects who did another task', async () => {
    const {
      at,
      people: [ana],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
    const { id: rooms } = await ana.post(`${at}/tasks`, {
      ...{ title: 'Tidy your room', date: civilDay(0), responsibleMemberIds: [anaId, benId] },
    });
    const { id: dishes } = await ana.post(`${at}/tasks`, { title: 'Dishes', date: civilDay(0) });
    const read = (task: string) => ana.get<Row>(`${at}/occurrences/${task}`);
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/occurrences/${rooms}`);
    await page.getByRole('button', { name: 'Who: Ana and Ben' }).click();
    await page.getByRole('checkbox', { name: /^Everyone has to do it/ }).check();
    await page.getByRole('region', { name: 'Who has ticked this task' }).waitFor();
    await page.getByLabel('Repeat reminder').selectOption('15x3');
    await page.getByLabel('Notify others').selectOption('60');
    await until(async () => (await read(rooms)).nag !== null, 'the setting of reminders is stored');
    await page.getByRole('checkbox', { name: 'Done by Ben' }).click();
    await comesTo(async () => (await read(rooms)).doneBy.map(({ memberId }) => memberId).join(), benId);
    expect((await read(rooms)).status).toBe('TODO');
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('each-for-themselves-390-light-en');

    // The same click in the list sets and removes one's own tick.
    await page.goto(`${web.base}${at}/today`);
    await page.getByText('done by 1 of 2').waitFor();
    // A member who has ticked counts as done, whatever the others do.
    await page.getByRole('button', { name: 'Ben 1 of 1' }).waitFor();
    await page.getByRole('button', { name: 'Ana 0 of 1' }).waitFor();
    await page.getByRole('checkbox', { name: /^Tidy your room/, checked: false }).click();
    await comesTo(async () => (await read(rooms)).status, 'DONE');
    await page.goto(`${web.base}${at}/occurrences/${rooms}`);
    await page.getByRole('checkbox', { name: 'Done by You', checked: true }).click();
    await comesTo(async () => (await read(rooms)).status, 'TODO');
    expect((await read(rooms)).doneBy.map(({ memberId }) => memberId)).toEqual([benId]);

    // Ben did the dishes with Ana, and at an earlier time.
    await page.goto(`${web.base}${at}/occurrences/${dishes}`);
    await page.getByRole('checkbox', { name: /^Dishes/, checked: false }).click();
    await page.getByRole('button', { name: 'Fix who did it and when' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Ben', exact: true }).click();
    await form.getByLabel('Time').fill('00:01');
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    await screenshot('correct-390-light-en');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Done by Ana and Ben/).waitFor();
    expect((await read(dishes)).completedForIds.toSorted()).toEqual([anaId, benId].toSorted());
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);

  test('shifts everything except the rent by a week for the school holidays, with a preview, an undo and a second shift', async () => {
    const {
      at,
      people: [ana],
      idOf,
    } = await aHouse(web.base, ['Ana', 'Ben']);
    const [anaId, benId] = [await idOf('Ana'), await idOf('Ben')];
    const order = [[anaId], [benId]];
    const task = (fields: object) =>
      ana.post(`${at}/tasks`, { rotation: { kind: 'turns', order }, ...fields });
    await task({ title: 'Paper', date: civilDay(3), recurrence: 'FREQ=WEEKLY;INTERVAL=2' });
    await task({ title: 'Rent', date: civilDay(5), recurrence: 'FREQ=MONTHLY', whenAway: 'keep' });
    const turns = async (title: string) =>
      (await ana.get<Row[]>(`${at}/occurrences?view=all&limit=200`))
        .filter((row) => row.title === title)
        .slice(0, 3)
        .map(({ date, responsibleMemberIds: [who] }) => `${date} ${who}`);
    const [paper, rent] = [await turns('Paper'), await turns('Rent')];
    const later = [10, 24, 38].map((days, index) => `${civilDay(days)} ${order[index % 2]![0]}`);
    const { page, errors, screenshot } = await signedIn(web, ana);
    await page.goto(`${web.base}${at}/settings/pauses`);
    const move = async () => {
      await page.getByRole('button', { name: 'Shift the schedule' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: '1 week later' }).click();
      await form.getByText(/\d+ dates? moves?\./).waitFor();
      await form.getByText('Rent (keeps going when everyone’s away)').waitFor();
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('shift-390-light-en');
      await form.getByRole('button', { name: 'Shift dates' }).click();
      await page.getByText('Schedule shifted').waitFor();
    };
    await move();
    await comesTo(async () => (await turns('Paper')).join(), later.join());
    await page.getByRole('button', { name: 'Undo' }).click();
    await comesTo(async () => (await turns('Paper')).join(), paper.join());
    await move();
    await comesTo(async () => (await turns('Paper')).join(), later.join());
    expect(await turns('Rent')).toEqual(rent);
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);
});
