import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventOf, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
  await world.link();
  await world.service.performJobs();
  world.google.journal.clear();
});
afterEach(() => world.close());

/** The requests that `work` made, without the lists that a pull or a reconcile costs. */
async function costOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  world.google.journal.clear();
  await work();
  return world.google.journal.operations('events').filter((operation) => operation !== 'events.list');
}
const show = async (id: string, visibility: 'PERSONAL' | 'SHARED') => {
  await world.edit(id, { visibility });
  await world.sweep();
};

test('creating, changing and taking away costs one request each', async () => {
  const id = await world.task();
  expect(await costOf(() => world.sweep())).toEqual(['events.insert']);
  await world.edit(id, { title: 'Paper' });
  expect(await costOf(() => world.sweep())).toEqual(['events.update']);
  await world.browser.delete(`${world.home}/occurrences/${id}`);
  expect(await costOf(() => world.sweep())).toEqual(['events.delete']);
});

test('what shows the same costs nothing', async () => {
  const id = await world.task();
  await world.sweep();
  const same = async () => {
    await world.browser.post(`${world.home}/occurrences/${id}/complete`);
    await world.browser.post(`${world.home}/occurrences/${id}/reopen`);
    await world.edit(id, { priority: 'HIGH' });
    await world.sweep();
  };
  expect(await costOf(same)).toEqual([]);
});

test('ten changes before a sweep are one request', async () => {
  const id = await world.task();
  await world.sweep();
  for (let i = 0; i < 10; i++) await world.edit(id, { title: `title ${i}` });
  expect(await costOf(() => world.sweep())).toEqual(['events.update']);
});

test('what was taken away and is shown again costs two requests', async () => {
  const id = await world.task();
  await world.sweep();
  await show(id, 'PERSONAL');
  expect(await costOf(() => show(id, 'SHARED'))).toEqual(['events.get', 'events.update']);
  expect(world.titles()).toEqual(['Bins']);
  await show(id, 'PERSONAL');
  await world.synchronise();
  expect(await costOf(() => show(id, 'SHARED'))).toEqual(['events.get', 'events.update']);
});

test('what was taken away and is purged leaves nothing, at no cost', async () => {
  const id = await world.task();
  await world.sweep();
  await show(id, 'PERSONAL');
  await world.service.query(`delete from occurrences where id = '${id}'`);
  expect(await costOf(() => world.sweep())).toEqual([]);
  expect(await world.service.query('select 1 from calendar_events')).toEqual([]);
});

test('what was taken away and comes back beyond the window waits without being late', async () => {
  const id = await world.task();
  await world.sweep();
  await show(id, 'PERSONAL');
  await world.edit(id, { date: '2027-03-01' });
  expect(await costOf(() => show(id, 'SHARED'))).toEqual([]);
  expect(await world.linkState()).toMatchObject({ pendingCount: 0 });
  await world.edit(id, { date: '2026-12-01' });
  await world.sweep();
  expect(world.titles()).toEqual(['Bins']);
});

test('what somebody takes out of the bin although it is personal goes again', async () => {
  const id = await world.task();
  await world.sweep();
  await show(id, 'PERSONAL');
  await world.later(1000);
  world.calendar.restore(eventOf(id));
  await world.synchronise();
  expect(world.titles()).toEqual([]);
});

test('T-G9 a calendar that is left and chosen again costs two requests an event', async () => {
  await world.task();
  await world.sweep();
  const leave = async () => {
    await world.browser.delete(`${world.home}/calendar/link`);
    await world.service.performJobs();
  };
  expect(await costOf(leave)).toEqual(['events.delete']);
  const choose = async () => {
    await world.link();
    await world.service.performJobs();
  };
  expect(await costOf(choose)).toEqual(['events.get', 'events.update']);
  expect(world.titles()).toEqual(['Bins']);
});

test('T-G9 another calendar and back: one deletion and one insert an event, then two requests to revive it', async () => {
  await world.task();
  await world.sweep();
  const second = world.google.addCalendar({ owner: world.zoe, summary: 'Second' });
  const change = async (calendarId?: string) => {
    await world.link(calendarId);
    await world.service.performJobs();
  };
  expect((await costOf(() => change(second.id))).toSorted()).toEqual(['events.delete', 'events.insert']);
  expect((await costOf(() => change())).toSorted()).toEqual(['events.delete', 'events.get', 'events.update']);
});
