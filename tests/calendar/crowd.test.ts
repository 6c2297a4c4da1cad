import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PostgresExclusiveLock } from '../../adapters/postgres/shared/exclusive-lock.js';
import { lockName } from '../../application/calendar/mirror/mirror-run.js';
import { aSignal } from '../support/signal.js';
import { aMirroredHome, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
});
afterEach(() => world.close());

test('twelve households are swept at once, and requests are answered meanwhile', async () => {
  const homes = [];
  for (let i = 0; i < 12; i++) {
    const person = world.google.addAccount();
    world.google.visitor = { account: person };
    const home = await aMirroredHome(world.service, world.google, person);
    await home.link();
    await home.task();
    homes.push(home);
  }
  const writing = homes.map(() => world.google.barriers.hold({ operation: 'events.insert' }));
  const sweeps = homes.map((home) => home.sweep());
  await Promise.all(writing.map(({ reached }) => reached));
  const answer = await world.browser.get(`${world.home}/occurrences`);
  expect(answer.status).toBe(200);
  for (const barrier of writing) barrier.release();
  const counts = await Promise.all(sweeps);
  expect(counts.map(({ created }) => created)).toEqual(Array(12).fill(1));
});

test('while somebody is at a household for long the others leave it, and come again', async () => {
  await world.link();
  await world.task();
  const [held, done] = [aSignal(), aSignal()];
  const busy = new PostgresExclusiveLock({ connectionString: world.service.connectionString });
  const working = busy.hold(lockName(world.householdId), () => (held.give(), done.given));
  await held.given;
  await world.service.query('delete from pgboss.job');
  const counts = await world.synchronise();
  expect(counts).toEqual({ pulled: 0, created: 0, updated: 0, deleted: 0, failed: 0, retryInMs: 15_000 });
  expect(
    await world.service.query(`select name, start_after from pgboss.job where state < 'active'`),
  ).toEqual([{ name: 'synchronise-household-calendar', start_after: new Date(world.clock.now() + 15_000) }]);
  done.give();
  await working;
  await busy.close();
  expect(await world.synchronise()).toMatchObject({ created: 1 });
});
