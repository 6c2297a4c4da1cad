import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aMirroredHome, startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
beforeEach(async () => {
  world = await startMirror();
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
  world.google.faults.decideBy(({ call }) =>
    call.operation === 'events.insert' ? { kind: 'delay', milliseconds: 200 } : null,
  );
  const sweeps = homes.map((home) => home.sweep());
  const answer = await world.browser.get(`${world.home}/occurrences`);
  expect(answer.status).toBe(200);
  const counts = await Promise.all(sweeps);
  expect(counts.map(({ created }) => created)).toEqual(Array(12).fill(1));
});
