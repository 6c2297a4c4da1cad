import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { TaskEdit } from '../../../domain/series/edit-request.js';
import type { View } from '../../../domain/tasks/views.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
/** The clock shows noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

const recurrence = { kind: 'afterCompletion', every: 5, unit: 'day' } as const;
const descale = (fields: Parameters<typeof aDraft>[0] = {}, caller: MemberCaller = home.ana) =>
  home.useCases.createTask(
    caller,
    aDraft({
      title: 'Descale the kettle',
      recurrence,
      rotation: {
        kind: 'turns',
        order: [[home.ana.memberId], [home.ben.memberId]],
        unit: 'occurrence',
        length: 1,
        offset: 0,
      },
      ...fields,
    }),
  );
const listed = async (view: View = 'all') =>
  (await home.useCases.listOccurrences(home.ana, { ...EVERYTHING, view }, ALL)).rows;
const edit = ({ id }: Occurrence, fields: TaskEdit, scope: 'this' | 'following' | 'all' = 'this') =>
  home.useCases.editOccurrence(home.ana, id, scope, fields, {});
const complete = ({ id }: Occurrence) =>
  home.useCases.completeOccurrence(home.ana, id, { for: null, at: null });
const nextDates = async ({ seriesId }: Occurrence) =>
  (await home.useCases.getSeries(home.ana, seriesId!)).nextDates;
/** Returns the result of `work`, and a function that undoes it. */
const undoably = async <T>(work: () => Promise<T>) => {
  const { result, operationId } = await runOperation(home, home.ana, work);
  const undo = () => runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  return { result, undo };
};

test('a series that repeats after completion and has no first date assigns its first turn, and waits until somebody sets a date', async () => {
  const first = await descale();
  expect(first).toMatchObject({
    ...{ date: null, time: null, allDay: false, seriesIndex: 0, isException: false },
    responsibleMemberIds: [home.ana.memberId],
  });
  expect((await listed('unscheduled')).map(({ id }) => id)).toEqual([first.id]);
  expect(await nextDates(first)).toEqual([]);
  expect(await edit(first, { date: civilDate('2026-11-24') })).toMatchObject({
    date: '2026-11-24',
    allDay: true,
  });
  expect(await listed('unscheduled')).toEqual([]);
  await complete(first);
  const [, next] = await listed();
  expect(next).toMatchObject({
    ...{ date: '2026-11-26', allDay: true, seriesIndex: 1 },
    responsibleMemberIds: [home.ben.memberId],
  });
  expect(await nextDates(first)).toEqual(['2026-11-26']);
});

test('completing an occurrence that waits for a date creates the next one, counted from the day of completion, and reopening the occurrence removes the next one', async () => {
  const first = await descale();
  await complete(first);
  expect((await listed('upcoming')).map(({ date }) => date)).toEqual(['2026-11-26']);
  await home.useCases.reopenOccurrence(home.ana, first.id);
  expect((await listed()).map(({ id, date }) => [id, date])).toEqual([[first.id, null]]);
});

test.each(['following', 'all'] as const)(
  'an edit with scope %s changes an occurrence that waits for a date',
  async (scope) => {
    const first = await descale();
    await edit(first, { title: 'Kettle', checklist: ['vinegar'] }, scope);
    expect(await listed()).toMatchObject([
      { title: 'Kettle', date: null, allDay: false, isException: false, checklist: [{ title: 'vinegar' }] },
    ]);
    const time = civilTime('18:30');
    await home.useCases.editSeries(home.ana, first.seriesId!, { time }, {});
    expect(await listed()).toMatchObject([{ date: null, time: null }]);
    const today = civilDate('2026-11-21');
    await edit(first, { date: today }, scope);
    expect(await listed()).toMatchObject([{ date: today, originalDate: today, isException: false }]);
    await complete(first);
    expect((await listed())[1]).toMatchObject({ date: '2026-11-26' });
  },
);

test('setting a date with scope all on an occurrence that waits for one can also set the time', async () => {
  const first = await descale();
  await home.useCases.editSeries(home.ana, first.seriesId!, { time: civilTime('18:30') }, {});
  await edit(first, { date: civilDate('2026-11-23'), time: civilTime('19:00') }, 'all');
  expect(await listed()).toMatchObject([{ date: '2026-11-23', time: '19:00', allDay: false }]);
});

test('a series that waits for a date gets dates when its rule changes to weekly', async () => {
  const first = await descale();
  await edit(first, { recurrence: { frequency: 'weekly' } }, 'all');
  expect((await listed())[0]).toMatchObject({ id: first.id, date: '2026-11-21', allDay: true });
  expect((await listed()).length).toBeGreaterThan(9);
});

test('an absence on the day of creation does not reassign the turn of an occurrence that waits for a date', async () => {
  await home.useCases.addAbsence(home.ana, home.ana.memberId, { from: civilDate('2026-11-20'), to: null });
  expect(await descale()).toMatchObject({
    responsibleMemberIds: [home.ana.memberId],
    turnReason: 'ROTATION',
  });
});

test('a pause in mode assign reassigns an occurrence that waits for a date only after the date is set', async () => {
  await home.useCases.createPause(home.ana, {
    ...{ from: civilDate('2026-11-21'), to: null, seriesIds: null, note: null },
    ...{ mode: 'assign', assignTo: home.cleo.memberId },
  });
  const first = await descale({}, { ...home.ana, hasPauses: true });
  expect(first).toMatchObject({ responsibleMemberIds: [home.ana.memberId], turnReason: 'ROTATION' });
  await edit(first, { title: 'Kettle' }, 'all');
  expect(await listed()).toMatchObject([{ responsibleMemberIds: [home.ana.memberId] }]);
  await edit(first, { date: civilDate('2026-11-24') }, 'all');
  expect(await listed()).toMatchObject([
    { responsibleMemberIds: [home.cleo.memberId], turnReason: 'PAUSE', turnOf: [home.ana.memberId] },
  ]);
});

test('a task without a date becomes an occurrence that waits for a date when it starts to repeat after completion', async () => {
  const alone = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Filter', softDue: { kind: 'THIS_WEEK' } }),
  );
  const first = await edit(alone, { recurrence });
  expect(first).toMatchObject({ id: alone.id, date: null, softDue: null, seriesIndex: 0, allDay: false });
  await complete(first);
  expect(await listed('upcoming')).toMatchObject([{ date: '2026-11-26', allDay: true }]);
});

test('deleting an occurrence that waits for a date creates the next occurrence, but deleting the series does not', async () => {
  const first = await descale();
  await home.useCases.deleteOccurrence(home.ana, first.id, 'this', {});
  expect((await listed()).map(({ date }) => date)).toEqual(['2026-11-26']);
  const second = await descale();
  await home.useCases.deleteOccurrence(home.ana, second.id, 'all', {});
  expect(await listed('unscheduled')).toEqual([]);
});

test('setting the date of an occurrence that waits for one can be undone, and so can the creation of the occurrence', async () => {
  const made = await undoably(() => descale());
  const given = await undoably(() => edit(made.result, { date: civilDate('2026-11-24') }));
  await given.undo();
  expect(await listed()).toMatchObject([{ date: null, allDay: false, isException: false }]);
  await made.undo();
  expect(await listed()).toEqual([]);
});

test('a task without a day offset in a template becomes an unscheduled occurrence when the template is applied', async () => {
  const { id } = await home.useCases.createTemplate(home.ana, {
    name: 'Kitchen',
    tasks: [{ ...aDraft({ title: 'Descale', recurrence }), dayOffset: null }],
  });
  await home.useCases.applyTemplate(home.ana, id, {
    date: civilDate('2026-12-01'),
    responsibleMemberIds: null,
  });
  expect(await listed('unscheduled')).toMatchObject([{ title: 'Descale', seriesIndex: 0 }]);
});

test.each([
  [{ recurrence: { frequency: 'weekly' } as const }, 'recurrence'],
  [{ softDue: { kind: 'THIS_WEEK' } as const }, 'softDue'],
])('creating a series without a date is refused if the request contains %j', async (fields, field) => {
  await expect(descale(fields)).rejects.toMatchObject({ details: [{ field }] });
});
