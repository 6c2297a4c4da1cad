import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '../../domain/shared/durations.js';
import { aMirroredHome, startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
beforeAll(async () => {
  world = await startMirror();
});
afterAll(() => world.close());

const codeOf = (answer: { status: number; body: { error?: { code?: string } } }) => [
  answer.status,
  answer.body.error?.code,
];
const put = (connectionId: string, calendarId: string) =>
  world.browser.put(`${world.home}/calendar/link`, { connectionId, calendarId });

test('the calendars that can be chosen come first, the others are greyed', async () => {
  const stranger = world.google.addAccount();
  world.google.addCalendar({ owner: stranger, summary: 'A reader', shared: [[world.zoe, 'reader']] });
  world.google.addCalendar({ owner: stranger, summary: 'B writer', shared: [[world.zoe, 'writer']] });
  const { body } = await world.browser.get(`${world.home}/calendar/available`);
  const rows = body as { name: string; selectable: boolean; accessRole: string; primary: boolean }[];
  expect(rows.map(({ name, selectable, accessRole }) => [name, selectable, accessRole])).toEqual([
    ['zoe@gmail.example', true, 'owner'],
    ['B writer', true, 'writer'],
    ['Home', true, 'owner'],
    ['A reader', false, 'reader'],
  ]);
  expect(rows[0]?.primary).toBe(true);
  const reader = world.google.addCalendar({ owner: stranger, shared: [[world.zoe, 'reader']] });
  expect(codeOf(await put(world.connectionId, reader.id))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
});

test("another user's connection, an unknown one and an unknown calendar are not found", async () => {
  world.google.visitor = { account: world.google.addAccount() };
  const other = await aMirroredHome(world.service, world.google, world.zoe);
  expect(codeOf(await put(other.connectionId, world.calendar.id))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await put(randomUUID(), world.calendar.id))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await put(world.connectionId, 'nowhere@group.calendar.google.com'))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

test('without a link there is nothing to show, to synchronise or to end', async () => {
  const link = `${world.home}/calendar/link`;
  const answers = [
    await world.browser.get(link),
    await world.browser.delete(link),
    await world.browser.post(`${world.home}/calendar/sync`),
  ];
  expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
});

test('a link shows what it is and how it is doing, and choosing it again changes nothing', async () => {
  await world.task();
  await world.link();
  const { rows } = { rows: await world.service.query('select id, generation from calendar_links') };
  await world.link();
  expect(await world.service.query('select id, generation from calendar_links')).toEqual(rows);
  expect(await world.linkState()).toMatchObject({
    connectionId: world.connectionId,
    calendarId: world.calendar.id,
    calendarName: 'Home',
    status: 'ACTIVE',
    reason: null,
    lastSyncedAt: null,
    pendingCount: 1,
    errorCount: 0,
  });
  const { status, body } = await world.browser.post(`${world.home}/calendar/sync`);
  expect(status).toBe(200);
  expect(body).toEqual({ pulled: 0, created: 1, updated: 0, deleted: 0, failed: 0 });
  expect(await world.linkState()).toMatchObject({
    pendingCount: 0,
    lastSyncedAt: '2026-11-21T12:00:00.000Z',
  });
});

test('right after linking nothing has waited for longer than the link, however old it is', async () => {
  const dates = Array.from({ length: 100 }, (_, i) => `2027-01-${String(20 + (i % 10)).padStart(2, '0')}`);
  const old = await startMirror();
  for (const date of dates) await old.task({ date });
  // Sessions must be used now and then to last.
  for (let i = 0; i < 3; i++) await old.later(20 * DAY_MS);
  await old.link();
  const linkedAt = old.clock.now();
  const waiting = await old.linkState();
  expect(waiting['pendingCount']).toBe(100);
  expect(Date.parse(String(waiting['pendingSince']))).toBe(linkedAt);
  expect(waiting['syncPending']).toBe(false);

  await old.later(5 * MINUTE_MS);
  await old.sweep();
  expect(old.titles()).toHaveLength(100);
  expect(await old.linkState()).toMatchObject({ pendingCount: 0, pendingSince: null, syncPending: false });
  await old.close();
}, 180_000);
