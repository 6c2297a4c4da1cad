import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Killed, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
  await world.link();
});
afterEach(() => world.close());

const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
const killedAfter = async (call: NonNullable<MirrorWorld['death']['after']>) => {
  world.death.after = call;
  await expect(world.sweep()).rejects.toThrow(Killed);
};

test('killed between insert and commit, there is one event and it is adopted', async () => {
  const id = await world.task();
  await killedAfter('insertEvent');
  await world.sweep();
  expect(world.titles()).toEqual(['Bins']);
  expect(await statusOf(id)).toBe('SYNCED');
  expect(world.google.journal.effectiveWrites().length).toBe(1);
});

test('killed after the insert and the task purged, its event goes with the next sweep', async () => {
  const id = await world.task();
  await killedAfter('insertEvent');
  await world.service.query(`delete from occurrences where id = '${id}'`);
  await world.sweep();
  expect(world.titles()).toEqual([]);
});

test('completed, killed before the commit, then reopened: no check mark stays', async () => {
  const id = await world.task();
  await world.sweep();
  await world.browser.post(`${world.home}/occurrences/${id}/complete`);
  await killedAfter('updateEvent');
  await world.browser.post(`${world.home}/occurrences/${id}/reopen`);
  await world.sweep();
  expect(world.titles()).toEqual(['Bins']);
  expect(await statusOf(id)).toBe('SYNCED');
});

test('deleted for a personal task, killed, shared again: it stands there again', async () => {
  const id = await world.task();
  await world.sweep();
  await world.edit(id, { visibility: 'PERSONAL' });
  await killedAfter('deleteEvent');
  await world.edit(id, { visibility: 'SHARED' });
  world.clock.advance(60_000);
  await world.pull();
  await world.sweep();
  expect(world.titles()).toEqual(['Bins']);
  expect(await statusOf(id)).toBe('SYNCED');
});
