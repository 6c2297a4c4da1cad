import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seedOf } from '../support/seed.js';
import type { Fault } from '../support/fake-google/faults.js';
import { atRest, liveThrough, randomOf } from './history.js';
import { aMirroredHome, startMirror, type MirrorWorld } from './mirror-world.js';

/**
 * Every run uses the same histories. `CALENDAR_SEED=random` uses others, and a number repeats a run that
 * failed.
 */
const SEED = seedOf('CALENDAR_SEED');
const HISTORIES = Number(process.env['CALENDAR_HISTORIES'] ?? 12);
const STEPS = 14;
/** After this time everything that failed may be tried again. */
const MAX_PAUSE_MS = 4 * 3_600_000;

const error = (code: number, reason: string): Fault => ({
  kind: 'answer',
  answer: {
    status: code,
    body: { error: { code, message: reason, errors: [{ domain: 'usageLimits', reason, message: reason }] } },
  },
});
const FAULTS: readonly Fault[] = [
  error(503, 'backendError'),
  error(403, 'rateLimitExceeded'),
  { kind: 'reset before effect' },
  { kind: 'reset after effect' },
  { kind: 'short body' },
];

/** Two worlds run at the same time, because each mostly waits for its database. */
let worlds: MirrorWorld[];
beforeAll(async () => {
  worlds = await Promise.all([startMirror(), startMirror()]);
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

test(`${HISTORIES} random histories from CALENDAR_SEED=${SEED} end with calendar events that match the tasks`, async () => {
  await Promise.all(
    worlds.map(async (world, place) => {
      for (let i = place; i < HISTORIES; i += worlds.length) await requireRest(world, SEED + i);
    }),
  );
}, 600_000);

async function requireRest(world: MirrorWorld, seed: number): Promise<void> {
  const random = randomOf(seed);
  const person = world.google.addAccount();
  world.google.visitor = { account: person };
  const own = await aMirroredHome(world.service, world.google, person);
  const home = { ...own, death: world.death };
  await home.link();
  world.google.faults.decideBy(({ call }) =>
    call.operation?.startsWith('events.') === true && random() < 0.15
      ? (FAULTS[Math.floor(random() * FAULTS.length)] as Fault)
      : null,
  );
  const history = await liveThrough(home, random, STEPS);
  world.google.faults.clear();
  await home.later(MAX_PAUSE_MS);
  for (let round = 0; round < 2; round++) await home.synchronise();
  const { live, wanted, phantoms, lost } = await atRest(home, history);
  const where = `seed ${seed}: ${history.log.join(', ')}`;
  expect({ where, live, phantoms, lost }).toEqual({ where, live: wanted, phantoms: [], lost: [] });
  const versions = () =>
    world.service.query(
      `select id, version, sync_version from occurrences where household_id = '${home.householdId}' order by id`,
    );
  const before = await versions();
  world.google.journal.clear();
  await home.later(MAX_PAUSE_MS);
  await home.synchronise();
  expect({ where, writes: world.google.journal.writes().length, versions: await versions() }).toEqual({
    where,
    writes: 0,
    versions: before,
  });
  expect({ where, ...(await home.linkState()) }).toMatchObject({
    where,
    status: 'ACTIVE',
    pendingCount: 0,
    errorCount: 0,
  });
}
