import { beforeEach, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { View } from '../../../domain/tasks/views.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const DAY_MS = 86_400_000;
let home: Home;
/** The clock shows noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

const create = (fields: Parameters<typeof aDraft>[0]) => home.useCases.createTask(home.ana, aDraft(fields));
const titles = async (view: View) =>
  (await home.useCases.listOccurrences(home.ben, { ...EVERYTHING, view }, ALL)).rows.map(
    ({ title }) => title,
  );
const reminded = async () => {
  await home.useCases.sendReminders();
  const { rows } = await home.useCases.listNotifications(home.ben, { unread: true }, ALL);
  return rows.filter(({ type }) => type === 'TASK_REMINDER').map(({ params }) => params['minutesBefore']);
};

test('a task is in the upcoming view from its showFrom day on, and in the view of all tasks always', async () => {
  await create({ title: 'Paperwork', date: civilDate('2026-12-06'), showFrom: 14 });
  await create({ title: 'Always', date: civilDate('2026-12-06') });
  await create({ title: 'That day', date: civilDate('2026-11-22'), showFrom: 0 });
  await create({ title: 'Today', date: civilDate('2026-11-21'), showFrom: 0 });
  await create({ title: 'Some time', showFrom: 3 });
  expect(await titles('upcoming')).toEqual(['Always']);
  expect(await titles('today')).toEqual(['Today']);
  expect(await titles('unscheduled')).toEqual(['Some time']);
  expect((await titles('all')).toSorted()).toEqual(['Always', 'Paperwork', 'Some time', 'That day', 'Today']);
  home.app.clock.advance(DAY_MS);
  expect((await titles('upcoming')).toSorted()).toEqual(['Always', 'Paperwork']);
  expect(await titles('today')).toEqual(['That day']);
});

test('no reminder of an occurrence is sent before its showFrom day', async () => {
  const date = civilDate('2026-11-24');
  await create({
    title: 'Paperwork',
    date,
    showFrom: 1,
    reminders: [2 * 1440, 60],
    responsibleMemberIds: [home.ben.memberId],
  });
  await home.useCases.sendReminders();
  home.app.clock.advance(DAY_MS);
  expect(await reminded()).toEqual([]);
  home.app.clock.advance(2 * DAY_MS - 4 * 3_600_000);
  expect(await reminded()).toEqual([60]);
});

test('showFrom of a series applies to each date, and can be changed for one date', async () => {
  const { id } = await create({
    ...{
      title: 'Paperwork',
      date: civilDate('2026-11-21'),
      recurrence: { frequency: 'monthly' },
      showFrom: 14,
    },
  });
  expect(await titles('upcoming')).toEqual([]);
  const [, next] = (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
  expect(next).toMatchObject({ showFrom: 14 });
  await home.useCases.editOccurrence(home.ben, next!.id, 'this', { showFrom: null }, {});
  expect(await titles('upcoming')).toEqual(['Paperwork']);
  await home.useCases.editOccurrence(home.ben, id, 'all', { showFrom: null }, {});
  expect((await titles('upcoming')).length).toBeGreaterThan(1);
});
