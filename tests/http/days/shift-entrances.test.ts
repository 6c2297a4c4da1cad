import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

/** Noon of Saturday the 21st of November 2026. */
const CHRISTMAS = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };

let service: TestService;
let api: Api;
let home: string;
let calendarId: string;
let shift: object;

beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
});
afterAll(() => service.close());
beforeEach(async () => {
  home = await api.household();
  calendarId = await aCalendar();
  shift = { calendarIds: [calendarId], when: 'onDay', then: 'nextFree', restDays: [] };
});

type Row = { id: string; version: number; date: string; originalDate: string; seriesId: string };

const aCalendar = async () =>
  (await api.post(`${home}/day-calendars`, { name: 'Holidays', days: [CHRISTMAS] })).body.id as string;
const fridays = { title: 'Bins', date: '2026-12-18', recurrence: { frequency: 'weekly' } };
const rows = async (): Promise<Row[]> => (await api.get(`${home}/occurrences?view=all&limit=100`)).body;
/** What was due on the day is on the day after, and the others are where they were. */
async function expectShifted(): Promise<void> {
  const all = await rows();
  expect(all.find(({ originalDate }) => originalDate === '2026-12-25')).toMatchObject({
    date: '2026-12-26',
    dateReason: { calendarId, name: 'Noël' },
  });
  expect(all.filter(({ date, originalDate }) => date !== originalDate)).toHaveLength(1);
}
const create = async (fields: object = {}): Promise<Row> => {
  const { status, body } = await api.post(`${home}/tasks`, { ...fridays, ...fields });
  expect(status).toBe(201);
  return body;
};
const edit = (row: Row, scope: string, fields: object) =>
  api.patch(`${home}/occurrences/${row.id}?scope=${scope}`, { version: row.version, ...fields });
const run = async (type: string, fields: object) => {
  const at = new Date(service.clock.now()).toISOString();
  const commands = [{ id: randomUUID(), at, type, ...fields }];
  return (await api.post(`${home}/commands`, { sentAt: at, commands })).body.results[0];
};

describe('a shift is said wherever a series is', () => {
  test('of a new task, whose answer is its first date that is left', async () => {
    const first = await create({ date: '2026-12-25', shift });
    expect(first).toMatchObject(shiftedBy(calendarId));
    await expectShifted();
    const { body } = await api.get(`${home}/series/${first.seriesId}`);
    expect(body.shift).toEqual(shift);
    const skipping = { ...shift, then: 'skip' };
    expect(await create({ date: '2026-12-25', shift: skipping })).toMatchObject({
      ...{ date: '2027-01-01', originalDate: '2027-01-01', seriesIndex: 1 },
    });
  });

  test.each(['all', 'following'])(
    'of an occurrence with scope %s, which its preview shows',
    async (scope) => {
      await create();
      const [first, second] = await rows();
      const target = scope === 'all' ? first! : second!;
      const preview = await api.post(`${home}/occurrences/${target.id}/preview?scope=${scope}`, {
        ...{ version: target.version, shift },
      });
      expect(preview.body.dates).toContainEqual(
        expect.objectContaining({ date: '2026-12-26', was: expect.objectContaining({ date: '2026-12-25' }) }),
      );
      const { status, body } = await edit(target, scope, { shift });
      expect([status, body.id]).toEqual([200, target.id]);
      if (scope === 'following') expect(body).toMatchObject(shiftedBy(calendarId));
      await expectShifted();
      const again = await edit(body, 'all', { shift: null });
      expect(again.status).toBe(200);
      expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
    },
  );

  test('of a task that did not repeat', async () => {
    const { body: task } = await api.post(`${home}/tasks`, { title: 'Bins', date: '2026-12-25' });
    const { recurrence } = fridays;
    const { status, body } = await edit(task, 'this', { recurrence, shift });
    expect([status, body.id]).toEqual([200, task.id]);
    expect(body).toMatchObject(shiftedBy(calendarId));
    await expectShifted();
  });

  test('of a series, whose preview shows both dates', async () => {
    const { seriesId } = await create();
    const path = `${home}/series/${seriesId}`;
    const { body } = await api.post(`${path}/preview`, { shift });
    expect(body.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
    expect(body.dates[1]).toMatchObject({ date: '2026-12-26', was: { date: '2026-12-25' } });
    expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
    expect((await api.patch(path, { shift })).body.shift).toEqual(shift);
    await expectShifted();
    const season = [{ from: '12-01', to: '02-28' }];
    expect((await api.patch(path, { season })).status).toBe(200);
    const { body: activity } = await api.get(`${home}/activity?subjectId=${seriesId}`);
    const changes = activity.map((entry: { changes: unknown }) => entry.changes);
    expect(changes).toContainEqual([{ field: 'season', from: null, to: season }]);
    expect(changes).toContainEqual([{ field: 'shift', from: null, to: shift }]);
  });

  test('of a task of a template, which forgets a calendar that is deleted', async () => {
    const { recurrence, title } = fridays;
    const other = await aCalendar();
    const both = { ...shift, calendarIds: [other, calendarId] };
    const task = { title, dayOffset: 0, recurrence, shift: both };
    const template = await api.post(`${home}/templates`, { name: 'Move in', tasks: [task] });
    expect(template.body.tasks[0].shift).toEqual(both);
    const apply = async () => {
      const path = `${home}/templates/${template.body.id as string}/apply`;
      const { status, body } = await api.post(path, { date: '2026-12-18' });
      expect(status).toBe(201);
      return (await api.get(`${home}/series/${body[0].seriesId as string}`)).body.shift;
    };
    await api.delete(`${home}/day-calendars/${other}`);
    expect(await apply()).toEqual(shift);
    await expectShifted();
    await api.delete(`${home}/day-calendars/${calendarId}`);
    expect(await apply()).toBeNull();
    expect((await api.get(`${home}/templates`)).body[0].tasks[0].shift).toEqual(both);
  });

  test('by commands of a client that was away', async () => {
    const [occurrenceId, taskId] = [randomUUID(), randomUUID()];
    expect(await run('task.create', { occurrenceId, taskId, ...fridays, shift })).toMatchObject({
      status: 'DONE',
    });
    await expectShifted();
    const [first] = await rows();
    const set = { shift: null };
    expect(
      await run('occurrence.set', { occurrenceId, scope: 'all', version: first!.version, set }),
    ).toMatchObject({ status: 'DONE' });
    expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
    const ofOne = { occurrenceId, set: { shift }, base: {} };
    expect(await run('occurrence.set', ofOne)).toMatchObject({
      ...{ status: 'REFUSED', error: { details: [{ field: 'set.shift', rule: 'scope' }] } },
    });
  });

  test('and refused where it is of one date, of no series, or of a calendar of others', async () => {
    const task = await create();
    const once = await api.post(`${home}/tasks`, { title: 'Once', date: '2026-12-25' });
    const elsewhere = { ...shift, calendarIds: [randomUUID()] };
    const { title, recurrence } = fridays;
    const templateOf = (fields: object) => ({ name: 'x', tasks: [{ title, dayOffset: 0, ...fields }] });
    const skip = { ...shift, then: 'skip' };
    const afterwards = { kind: 'afterCompletion', every: 1, unit: 'week' };
    for (const [answer, field] of [
      [await edit(task, 'this', { shift }), 'shift'],
      [await edit(task, 'all', { shift: elsewhere }), 'shift.calendarIds.0'],
      [await edit(once.body, 'this', { shift }), 'shift'],
      [await edit(once.body, 'this', { recurrence, shift: elsewhere }), 'shift.calendarIds.0'],
      [await api.post(`${home}/tasks`, { title, date: '2026-12-25', shift }), 'shift'],
      [await api.post(`${home}/tasks`, { ...fridays, shift: elsewhere }), 'shift.calendarIds.0'],
      [await api.post(`${home}/tasks`, { ...fridays, recurrence: afterwards, shift: skip }), 'shift.then'],
      [await api.post(`${home}/templates`, templateOf({ shift })), 'tasks.0.shift'],
      [
        await api.post(`${home}/templates`, templateOf({ recurrence, shift: elsewhere })),
        'tasks.0.shift.calendarIds.0',
      ],
    ] as const) {
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.error.details[0].field).toBe(field);
    }
  });

  test('but an edit does not leave out the date that it is about', async () => {
    await create();
    const christmas = (await rows()).find(({ date }) => date === '2026-12-25')!;
    const { status, body } = await edit(christmas, 'following', { shift: { ...shift, then: 'skip' } });
    expect([status, body.error.details[0].field]).toEqual([400, 'shift.then']);
    const { body: activity } = await api.get(`${home}/activity?subjectId=${christmas.seriesId}`);
    expect(JSON.stringify(activity)).not.toContain('"shift"');
  });

  test.each([
    ['all', 'the day', { date: '2026-12-25' }, 'date'],
    ['following', 'the day', { date: '2026-12-25' }, 'date'],
    ['all', 'the rule', { recurrence: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25' }, 'recurrence'],
  ])('nor does one with scope %s move it to a day that %s keeps out of', async (scope, _, fields, field) => {
    await create({ date: '2026-11-26', shift: { ...shift, then: 'skip' } });
    const before = await rows();
    const target = field === 'date' ? before[4]! : before[0]!;
    expect(target.date).toBe(field === 'date' ? '2026-12-24' : '2026-11-26');
    const preview = await api.post(`${home}/occurrences/${target.id}/preview?scope=${scope}`, {
      ...{ version: target.version, ...fields },
    });
    const refused = await edit(target, scope, fields);
    for (const { status, body } of [preview, refused])
      expect([status, body.error?.details]).toEqual([
        400,
        [{ field, rule: 'skip', message: 'would leave out the date that is edited' }],
      ]);
    expect(await rows()).toEqual(before);
  });
});

const shiftedBy = (id: string) => ({
  ...{ date: '2026-12-26', originalDate: '2026-12-25', dateReason: { calendarId: id, name: 'Noël' } },
});
