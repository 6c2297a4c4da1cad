import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc } from '../support/property.js';
import { WatchedHousehold, WatchedService } from '../support/privacy/household.js';
import { histories } from '../support/privacy/steps.js';
import { seedOf } from '../support/seed.js';

const RUNS = Number(process.env['PRIVACY_RUNS'] ?? 1);
const STEPS = Number(process.env['PRIVACY_STEPS'] ?? 10);
const seed = seedOf('PROPERTY_SEED');

let watched: WatchedService;
beforeAll(async () => {
  watched = await WatchedService.start();
});
afterAll(() => watched.close());

test(
  `no answer shows a member the personal data of another member in ${RUNS} random histories, PROPERTY_SEED=${seed}`,
  async () => {
    const property = fc.asyncProperty(histories(STEPS), async (history) => {
      const household = await WatchedHousehold.furnish(watched);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: household }), history);
        await household.readEverything();
        expect(household.leaks).toEqual([]);
      } finally {
        household.close();
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed, endOnFailure: true });
  },
  60_000 + RUNS * 45_000,
);
