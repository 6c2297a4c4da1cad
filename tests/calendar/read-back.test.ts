import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventOf, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
let id: string;
beforeEach(async () => {
  world = await beginMirror();
  await world.link();
  id = await world.task();
  await world.sweep();
  await world.later(1000);
  world.google.journal.clear();
});
afterEach(() => world.close());

const at = (iso: string) => ({ instant: Date.parse(iso), timeZone: null });
const day = (date: string) => ({ date });
const fields = async () => {
  const { title, date, time, allDay, durationMinutes, googleSyncStatus } = await world.show(id);
  return { title, date, time, allDay, durationMinutes, googleSyncStatus };
};
const version = async () => (await world.show(id))['version'];
const writes = () => world.google.journal.writes().length;
const move = (start: object, end: object) =>
  world.calendar.move(eventOf(id), { start, end } as Parameters<typeof world.calendar.move>[1]);

test('T-G5 what was published is not read back', async () => {
  const before = await version();
  for (let i = 0; i < 3; i++) {
    await world.pull();
    await world.later(300_000);
  }
  await world.sweep();
  expect(await version()).toEqual(before);
  expect(writes()).toBe(0);
});

test('an event that is dragged moves its task, without a write', async () => {
  move(at('2026-11-27T08:15:00Z'), at('2026-11-27T09:00:00Z'));
  expect(await world.pull()).toMatchObject({ pulled: 1 });
  await world.sweep();
  expect(await fields()).toEqual({
    title: 'Bins',
    date: '2026-11-27',
    time: '09:15',
    allDay: false,
    durationMinutes: 45,
    googleSyncStatus: 'SYNCED',
  });
  expect(writes()).toBe(0);
});

test('an event that is deleted there is not made again, also not after an edit', async () => {
  world.calendar.delete(eventOf(id));
  await world.pull();
  expect(await fields()).toMatchObject({ title: 'Bins', googleSyncStatus: 'DELETED_IN_GOOGLE' });
  for (let i = 0; i < 3; i++) await world.sweep();
  await world.synchronise();
  await world.edit(id, { title: 'Paper' });
  expect((await fields()).googleSyncStatus).toBe('PENDING');
  await world.sweep();
  expect((await fields()).googleSyncStatus).toBe('DELETED_IN_GOOGLE');
  expect(world.titles()).toEqual([]);
  expect(writes()).toBe(0);
});

test('an event that is taken out of the bin is followed again', async () => {
  world.calendar.delete(eventOf(id));
  await world.pull();
  await world.later(1000);
  world.calendar.restore(eventOf(id));
  await world.pull();
  await world.sweep();
  expect((await fields()).googleSyncStatus).toBe('SYNCED');
  expect(world.titles()).toEqual(['Bins']);
});

test('what only calendars know is overwritten by the next publication', async () => {
  const before = await version();
  world.calendar.edit(eventOf(id), { description: 'mine', colorId: '3' });
  await world.pull();
  await world.sweep();
  expect(await version()).toEqual(before);
  expect(writes()).toBe(0);
  await world.edit(id, { title: 'Paper' });
  await world.sweep();
  expect(writes()).toBe(1);
  expect(world.calendar.event(eventOf(id)).content['description']).toContain('/occurrences/');
});

test('T-G14 a title without check mark is taken over, and the mark comes back once', async () => {
  await world.browser.post(`${world.home}/occurrences/${id}/complete`);
  await world.sweep();
  await world.later(1000);
  world.calendar.retitle(eventOf(id), 'Paper');
  world.google.journal.clear();
  await world.pull();
  for (let i = 0; i < 3; i++) await world.sweep();
  expect((await fields()).title).toBe('Paper');
  expect(world.titles()).toEqual(['✓ Paper']);
  expect(writes()).toBe(1);
});

test('a title that no task may have is taken over without what may not be in it, once', async () => {
  world.calendar.retitle(eventOf(id), `Pa\u0000\tper\ud83d\n${'x'.repeat(189)}😀😀`);
  await world.pull();
  await world.sweep();
  const title = `Pa per\ufffd ${'x'.repeat(189)}😀😀`;
  expect((await fields()).title).toBe(title);
  expect(world.titles()).toEqual([title]);
  const before = writes();
  await world.later(300_000);
  await world.pull();
  await world.sweep();
  expect(writes()).toBe(before);
});

test('T-G14 a title that is emptied comes back', async () => {
  world.calendar.retitle(eventOf(id), '');
  await world.pull();
  await world.sweep();
  expect((await fields()).title).toBe('Bins');
  expect(world.titles()).toEqual(['Bins']);
});

test('edited here and dragged there, the service wins by three calls', async () => {
  await world.edit(id, { title: 'Paper' });
  move(at('2026-11-27T08:15:00Z'), at('2026-11-27T09:00:00Z'));
  await world.sweep();
  expect(world.google.journal.operations('events')).toEqual(['events.update', 'events.get', 'events.update']);
  await world.pull();
  await world.sweep();
  expect(await fields()).toMatchObject({ title: 'Paper', date: '2026-11-25', time: '18:00' });
  expect(world.calendar.event(eventOf(id)).start).toMatchObject({
    instant: Date.parse('2026-11-25T17:00:00Z'),
  });
});

test('T-G7 whole days and back again, the days counted right', async () => {
  move(day('2026-11-26'), day('2026-11-28'));
  await world.pull();
  expect(await fields()).toMatchObject({
    date: '2026-11-26',
    time: null,
    allDay: true,
    durationMinutes: 2880,
  });
  await world.later(1000);
  move(at('2026-11-26T08:00:00Z'), at('2026-11-26T08:30:00Z'));
  await world.pull();
  await world.sweep();
  expect(await fields()).toMatchObject({
    date: '2026-11-26',
    time: '09:00',
    allDay: false,
    durationMinutes: 30,
  });
  expect(writes()).toBe(0);
});

test('T-G4 what the provider has forgotten is read anew', async () => {
  world.google.behaviour.oldestUpdatedMinMs = 0;
  move(at('2026-11-27T08:15:00Z'), at('2026-11-27T08:45:00Z'));
  await world.later(60_000);
  await world.pull();
  expect(await fields()).toMatchObject({ date: '2026-11-27' });
});

test('T-G8 a page that fails leaves the cursor where it was', async () => {
  world.google.behaviour.longestPage = 5;
  move(at('2026-11-27T08:15:00Z'), at('2026-11-27T08:45:00Z'));
  const cursor = () => world.service.query(`select pull_cursor from calendar_links`);
  const before = await cursor();
  await world.later(60_000);
  world.google.faults.add(
    { operation: 'events.list' },
    {
      kind: 'answer',
      answer: { status: 503, body: { error: { code: 503, message: 'Backend Error', errors: [] } } },
    },
    { nth: 2 },
  );
  await world.pull();
  expect(await cursor()).toEqual(before);
  await world.pull();
  expect(await fields()).toMatchObject({ date: '2026-11-27' });
  expect(await version()).toBe(2);
});

test('T-G13 a copy that somebody made is deleted, the original stays', async () => {
  world.calendar.duplicate(eventOf(id));
  expect(await world.synchronise()).toMatchObject({ deleted: 1 });
  expect(world.calendar.liveEvents().map((event) => event.id)).toEqual([eventOf(id)]);
});

test('an event of the household without task goes, a stranger stays', async () => {
  const copy = world.calendar.duplicate(eventOf(id));
  world.calendar.add({
    summary: 'Dentist',
    start: at('2026-11-25T08:00:00Z'),
    end: at('2026-11-25T09:00:00Z'),
  });
  await world.browser.delete(`${world.home}/occurrences/${id}`);
  await world.service.query(`delete from occurrences where id = '${id}'`);
  await world.synchronise();
  expect(copy.id).not.toBe(eventOf(id));
  expect(world.titles()).toEqual(['Dentist']);
});

test('an event that vanished without a trace is made again', async () => {
  world.calendar.forget(eventOf(id));
  await world.synchronise();
  expect((await fields()).googleSyncStatus).toBe('SYNCED');
  expect(world.titles()).toEqual(['Bins']);
});
