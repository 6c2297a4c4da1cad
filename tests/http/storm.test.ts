import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import { startService, type TestService } from '../support/service.js';
import { brokenRules } from '../support/storm/invariants.js';
import { diceOf, plantSeries, raiseStorm, type Person } from '../support/storm/storm.js';
import { isFullTier } from '../support/tier.js';

const CLIENTS = 20;
const STEPS = 12;
const TODAY = '2026-11-23';

let service: TestService;
beforeAll(async () => {
  // Who waits for a lock on a busy machine is no finding; who waits for each other is, and is found after a second.
  service = await startService({ now: `${TODAY}T09:00:00Z`, database: { lockTimeoutMs: 8_000 } });
});
afterAll(() => service.close());

test.each(isFullTier ? [1, 2] : [1])(
  'twenty clients on seven series leave nothing doubled or torn, storm %i',
  async (seed) => {
    const joined = await Promise.all(Array.from({ length: 5 }, () => service.api.register()));
    const [{ api: owner, id: ownerId }, ...others] = joined as [(typeof joined)[0], ...typeof joined];
    const home = await owner.household();
    for (const { id } of others) await service.join(home, id);
    const people = joined.map(({ api, id }): Person => ({
      id,
      send: (method, path, body) => api.call(method, path, { body }),
      upload: (path) =>
        request(api.app)
          .post(path)
          .set({ authorization: `Bearer ${api.token}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
          .attach('file', Buffer.from('a note'), { filename: 'note.txt', contentType: 'text/plain' }),
      inviter: api === owner ? null : { send: (method, path, body) => owner.call(method, path, { body }) },
    }));
    await plantSeries(people, home, TODAY);

    const passed = await Promise.all(
      Array.from({ length: CLIENTS }, (_, i) => {
        let left = STEPS;
        const person = people[i % people.length] as Person;
        return raiseStorm(person, home, TODAY, diceOf(seed * 1000 + i), () => left-- > 0);
      }),
    );
    // First, because it tells why an answer among the findings is a 500.
    expect(service.logger.events('error')).toEqual([]);
    expect(passed.flatMap(({ findings }) => findings)).toEqual([]);
    expect(passed.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(50);
    expect(service.logger.events('warn')).toEqual([]);
    const broken = await brokenRules(
      service.connectionString,
      home.split('/').at(-1) as HouseholdId,
      ownerId as MemberId,
      service.clock.now(),
    );
    expect(broken).toEqual([]);
  },
  180_000,
);
