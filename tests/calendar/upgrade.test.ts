import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
});
afterEach(() => world.close());

test('a synchronisation after an upgrade writes only the events whose content has changed', async () => {
  const [bins, paper] = [await world.task(), await world.task({ title: 'Paper' })];
  await world.task({ title: 'Glass' });
  await world.link();
  await world.synchronise();
  expect(world.titles()).toHaveLength(3);
  world.google.journal.clear();
  // An upgrade touches every row; one of them gets another title by it.
  await world.service.query(`
    update occurrences set version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING';
    update occurrences set title = 'Cardboard' where id = '${paper}'
  `);
  await world.sweep();
  expect(world.google.journal.writes()).toHaveLength(1);
  expect(world.titles().some((title) => title.startsWith('Cardboard'))).toBe(true);
  expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
  expect((await world.show(bins))['googleSyncStatus']).not.toBe('PENDING');
});

test('a synchronisation after an upgrade that forgot the written content writes only the changed event', async () => {
  const [, paper] = [await world.task(), await world.task({ title: 'Paper' })];
  await world.task({ title: 'Glass' });
  await world.link();
  await world.synchronise();
  expect(world.titles()).toHaveLength(3);
  world.google.journal.clear();
  await world.service.query(`
    update occurrences set version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING';
    update occurrences set title = 'Cardboard' where id = '${paper}';
    update calendar_events set content = null
  `);
  await world.sweep();
  expect(world.google.journal.operations('events').toSorted()).toEqual([
    ...['events.get', 'events.get', 'events.get'],
    'events.update',
  ]);
  expect(world.titles().some((title) => title.startsWith('Cardboard'))).toBe(true);
  expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
  world.google.journal.clear();
  await world.service.query('update occurrences set sync_version = sync_version + 1');
  await world.sweep();
  expect(world.google.journal.operations('events')).toEqual([]);
});
