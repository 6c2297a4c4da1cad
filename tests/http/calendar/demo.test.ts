import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from '../../support/browser.js';
import { startDemo } from '../../support/demo-calendars.js';
import { startService, type TestService } from '../../support/service.js';
import { arrived, begun, connectionIdOf, signedIn } from './people.js';

let service: TestService;
let browser: Browser;
let home: string;

beforeAll(async () => {
  service = await startDemo();
  browser = await signedIn(service);
  const { body } = await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
  home = `/v1/households/${body.id}`;
});
afterAll(() => service.close());

const demo = (calendarId: string, eventId?: string) =>
  `${home}/calendar/demo/${calendarId}/events${eventId === undefined ? '' : `/${eventId}`}`;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const dinner = { title: 'Dinner', start: '2026-11-24T18:00:00.000Z', end: '2026-11-24T20:00:00.000Z' };

test('the whole circle: connect, choose, synchronise, change there, see it come back', async () => {
  expect(await arrived(browser, await begun(browser))).toMatch(/calendar=connected$/);
  const connectionId = await connectionIdOf(browser);
  const available = (await browser.get(`${home}/calendar/available`)).body;
  expect(
    available.map((row: Record<string, unknown>) => [row['id'], row['accessRole'], row['selectable']]),
  ).toEqual([
    ['demo-own', 'owner', true],
    ['demo-family', 'writer', true],
    ['demo-school', 'reader', false],
  ]);
  const choose = (calendarId: string) => browser.put(`${home}/calendar/link`, { connectionId, calendarId });
  expect(codeOf(await choose('demo-school'))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
  expect((await choose('demo-family')).body).toMatchObject({ calendarName: 'Family', status: 'ACTIVE' });

  const task = (
    await browser.post(`${home}/tasks`, {
      ...{ title: 'Bins', visibility: 'SHARED', date: '2026-11-25', time: '18:00', durationMinutes: 30 },
    })
  ).body;
  const sync = async () => (await browser.post(`${home}/calendar/sync`)).body;
  expect(await sync()).toMatchObject({ created: 1, failed: 0 });
  const [event] = (await browser.get(demo('demo-family'))).body;
  expect(event).toMatchObject({
    ...{ occurrenceId: task.id, title: 'Bins', allDay: false },
    ...{ start: '2026-11-25T17:00:00.000Z', end: '2026-11-25T17:30:00.000Z' },
  });

  service.clock.advance(1000);
  const moved = await browser.patch(demo('demo-family', event.id), {
    ...{ title: 'Bins and paper', start: '2026-11-26T07:15:00Z' },
  });
  expect(moved.status).toBe(200);
  expect(moved.body).toEqual(
    expect.objectContaining({ title: 'Bins and paper', end: '2026-11-26T07:45:00.000Z' }),
  );
  expect(await sync()).toMatchObject({ pulled: 1, created: 0, updated: 0, failed: 0 });
  const shown = async () => (await browser.get(`${home}/occurrences/${task.id}`)).body;
  expect(await shown()).toMatchObject({
    ...{ title: 'Bins and paper', date: '2026-11-26', time: '08:15', durationMinutes: 30 },
    googleSyncStatus: 'SYNCED',
  });

  service.clock.advance(1000);
  expect((await browser.delete(demo('demo-family', event.id))).status).toBe(204);
  expect((await browser.get(demo('demo-family'))).body).toEqual([]);
  await sync();
  expect(await shown()).toMatchObject({ status: 'TODO', googleSyncStatus: 'DELETED_IN_GOOGLE' });

  expect((await choose('demo-own')).status).toBe(200);
  await sync();
  expect((await browser.get(demo('demo-own'))).body).toMatchObject([{ occurrenceId: task.id }]);
  await browser.delete(`${home}/calendar/link`);
  await service.performJobs();
  expect((await browser.get(demo('demo-own'))).body).toEqual([]);
});

test('an event that people made themselves is theirs alone, and the mirror leaves it where it is', async () => {
  const created = await browser.post(demo('demo-own'), dinner);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    ...dinner,
    ...{ id: expect.any(String), calendarId: 'demo-own', occurrenceId: null, description: '' },
    ...{ allDay: false, updatedAt: expect.any(String) },
  });
  const stranger = await signedIn(service);
  const theirs = (await stranger.post('/v1/households', { name: 'Other' })).body.id as string;
  const elsewhere = `/v1/households/${theirs}/calendar/demo/demo-own/events`;
  expect((await stranger.get(elsewhere)).body).toEqual([]);
  const path = `${elsewhere}/${created.body.id}`;
  const attempts = [await stranger.patch(path, { title: 'Mine' }), await stranger.delete(path)];
  expect(attempts.map(codeOf)).toEqual([
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ]);
  const connectionId = await connectionIdOf(browser);
  await browser.put(`${home}/calendar/link`, { connectionId, calendarId: 'demo-own' });
  await browser.post(`${home}/calendar/sync`);
  await browser.delete(`${home}/calendar/link`);
  await service.performJobs();
  expect((await browser.get(demo('demo-own'))).body).toEqual([created.body]);
});

test('what may only be read is not changed, and what is not there is not found', async () => {
  expect((await browser.get(demo('demo-school'))).body).toEqual([]);
  expect(codeOf(await browser.post(demo('demo-school'), dinner))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
  for (const calendarId of ['demo-none', '__proto__', randomUUID()]) {
    const answers = [
      await browser.get(demo(calendarId)),
      await browser.post(demo(calendarId), dinner),
      await browser.patch(demo(calendarId, 'x'), { title: 'x' }),
      await browser.delete(demo(calendarId, 'x')),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
  }
  expect(codeOf(await browser.delete(demo('demo-own', 'unknown')))).toEqual([404, 'NOT_FOUND']);
});

const AT = '2026-11-24T18:00:00.000Z';
test.each([
  ['a start alone, an hour', {}, AT, '2026-11-24T19:00:00.000Z'],
  ['a day alone, that day', { start: '2026-11-24' }, '2026-11-24', '2026-11-25'],
  ['days', { start: '2026-11-24', end: '2026-11-27' }, '2026-11-24', '2026-11-27'],
  ['an offset', { start: '2026-11-24T19:00:00+01:00' }, AT, '2026-11-24T19:00:00.000Z'],
  ['no length at all', { end: AT }, AT, AT],
])('an event takes %s', async (_name, times, start, end) => {
  const { status, body } = await browser.post(demo('demo-own'), { title: 'x', start: AT, ...times });
  expect(status).toBe(201);
  expect(body.start).toEqual(start);
  expect(body.end).toEqual(end);
  await browser.delete(demo('demo-own', body.id));
});

test.each([
  ['the end before the start', { end: '2026-11-24T17:59:00Z' }, 'end', 'order'],
  ['days that end where they start', { start: '2026-11-24', end: '2026-11-24' }, 'end', 'order'],
  ['a day and an instant', { start: '2026-11-24', end: '2026-11-25T00:00:00Z' }, 'end', 'sameKind'],
  ['an instant and a day', { end: '2026-11-25' }, 'end', 'sameKind'],
  ['more than a year', { end: '2027-11-26T00:00:00Z' }, 'end', 'max'],
  ['no day of the calendar', { start: '2026-02-30' }, 'start', 'moment'],
  ['a year that nobody plans', { start: '9998-12-31' }, 'start', 'moment'],
])('an event with %s is refused', async (_name, times, field, rule) => {
  const { status, body } = await browser.post(demo('demo-own'), { title: 'x', start: AT, ...times });
  expect(status).toBe(400);
  expect(body.error.code).toBe('VALIDATION_FAILED');
  expect(body.error.details).toEqual([expect.objectContaining({ field, rule })]);
});

test('without the demo there are no such addresses, and nothing tells of them', async () => {
  const real = await startService();
  const { api } = await real.api.register();
  const path = `${await api.household()}/calendar/demo/demo-own/events`;
  const { status, text } = await api.get(path);
  expect(status).toBe(404);
  expect(JSON.parse(text).error.code).toBe('NOT_FOUND');
  expect((await api.get('/openapi.json')).text).not.toContain('calendar/demo');
  await real.close();
});
