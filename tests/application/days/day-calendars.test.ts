import { beforeEach, expect, test } from '@jest/globals';
import { DAY_CALENDARS_LIMIT } from '../../../domain/days/calendar.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const christmas = { from: civilDate('2026-12-25'), to: civilDate('2026-12-25'), name: 'Noël' };
const december = { from: civilDate('2026-12-01'), to: civilDate('2026-12-01'), name: 'Day off' };
const create = (name = 'Holidays') =>
  home.useCases.createDayCalendar(home.ana, { name, days: [christmas, christmas], ignored: [], url: null });
const list = () => home.useCases.listDayCalendars(home.ben);

test('another member can edit a day calendar, its creator can delete it, and duplicate days are stored once', async () => {
  const calendar = await create();
  expect(calendar.days).toEqual([christmas]);
  await home.useCases.editDayCalendar(home.ben, calendar.id, { name: 'School', ignored: ['Noël'] });
  await home.useCases.setDays(home.ben, calendar.id, []);
  expect(await list()).toEqual([{ ...calendar, name: 'School', ignored: ['Noël'], days: [] }]);
  await home.useCases.deleteDayCalendar(home.ana, calendar.id);
  expect(await list()).toEqual([]);
});

test('use cases fail with NOT_FOUND for an unknown day calendar and with LIMIT_REACHED for an eleventh one', async () => {
  const elsewhere = '00000000-0000-4000-8000-00000000000e' as DayCalendarId;
  for (const attempt of [
    () => home.useCases.editDayCalendar(home.ana, elsewhere, { name: 'x' }),
    () => home.useCases.setDays(home.ana, elsewhere, []),
    () => home.useCases.deleteDayCalendar(home.ana, elsewhere),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (let n = 0; n < DAY_CALENDARS_LIMIT; n += 1) await create();
  await expect(create()).rejects.toMatchObject({ code: 'LIMIT_REACHED', details: { limit: 'dayCalendars' } });
});

test('undoing the deletion of a day calendar is blocked while the household has the maximum number of calendars', async () => {
  const calendar = await create();
  const { operationId } = await runOperation(home, home.ana, () =>
    home.useCases.deleteDayCalendar(home.ana, calendar.id),
  );
  for (let n = 0; n < DAY_CALENDARS_LIMIT; n += 1) await create(`Calendar ${n}`);
  const undo = () => runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  await expect(undo()).rejects.toMatchObject({
    code: 'UNDO_BLOCKED',
    details: { blockers: [{ kind: 'dayCalendar', reason: 'NO_ROOM' }] },
  });
  const [other] = (await list()).filter(({ name }) => name === 'Calendar 0');
  await home.useCases.deleteDayCalendar(home.ana, other!.id);
  await undo();
  expect((await list()).find((one) => one.id === calendar.id)).toEqual(calendar);
});

test('undoing the creation of a day calendar is blocked while a series avoids the days of the calendar', async () => {
  const { result: calendar, operationId } = await runOperation(home, home.ana, () => create());
  const draft = aDraft({
    ...{ title: 'Bins', date: civilDate('2026-11-27'), recurrence: { frequency: 'weekly' } },
    shift: { calendarIds: [calendar.id], when: 'onDay', then: 'nextFree', restDays: [] },
  });
  const { seriesId } = await home.useCases.createTask(home.ben, draft);
  const undo = () => runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  await expect(undo()).rejects.toMatchObject({
    code: 'UNDO_BLOCKED',
    details: { blockers: [{ kind: 'series', id: seriesId, reason: 'CHANGED', title: 'Bins' }] },
  });
  expect(await list()).toEqual([calendar]);
  await home.useCases.editSeries(home.ben, seriesId!, { shift: null }, {});
  await undo();
  expect(await list()).toEqual([]);
});

test.each([
  ['changes the days of a calendar', (id: DayCalendarId) => home.useCases.setDays(home.ben, id, [december])],
  [
    'ignores a holiday of a calendar',
    (id: DayCalendarId) => home.useCases.editDayCalendar(home.ben, id, { ignored: ['Noël'] }),
  ],
  ['deletes a calendar', (id: DayCalendarId) => home.useCases.deleteDayCalendar(home.ben, id)],
])(
  'after a member %s, that member can see and undo the operation, even if another member’s personal series follows the calendar',
  async (_, change) => {
    const { id } = await create();
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' }, visibility: 'PERSONAL' },
        shift: { calendarIds: [id], when: 'onDay', then: 'nextFree', restDays: [] },
      }),
    );
    const { operationId } = await runOperation<unknown>(home, home.ben, () => change(id));
    expect(await home.useCases.showOperation(home.ben, operationId!)).toMatchObject({
      subject: { type: 'DAY_CALENDAR', id },
    });
    await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  },
);
