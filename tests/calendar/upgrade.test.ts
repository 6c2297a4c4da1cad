import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
beforeAll(async () => {
  world = await startMirror();
});
afterAll(() => world.close());

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
