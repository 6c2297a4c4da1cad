import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { presentZoneNames } from '../../../migrations/0157_present_zone_names.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ZONES = [
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['US/Eastern', 'US/Eastern'],
  ['us/eastern', 'US/Eastern'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
] as const;

describe('the time zone of a household and of an account', () => {
  test.each(ZONES)('zone-under-its-old-name: is answered for %s as %s (T01)', async (given, expected) => {
    const { api } = await service.api.register({ timeZone: given });
    const created = await api.post('/v1/households', { name: 'Home', timeZone: given });
    expect(created.body).toMatchObject({ timeZone: expected });
    const home = `/v1/households/${created.body.id}`;
    expect((await api.get(home)).body).toMatchObject({ timeZone: expected });
    expect((await api.get('/v1/me')).body.user).toMatchObject({ timeZone: expected });
    await api.patch(home, { timeZone: 'Europe/Paris' });
    expect((await api.patch(home, { timeZone: given })).body).toMatchObject({ timeZone: expected });
    expect((await api.patch('/v1/me', { timeZone: given })).body.user).toMatchObject({ timeZone: expected });
  });

  test('is refused if the IANA database does not know it', async () => {
    const { api } = await service.api.register({});
    for (const timeZone of ['Asia/Nowhere', 'EST', 'US/Easterm'])
      expect((await api.post('/v1/households', { name: 'Home', timeZone })).status).toBe(400);
  });

  test('has its present name after an upgrade if it was stored under its old name', async () => {
    const { api } = await service.api.register({ timeZone: 'Europe/Paris' });
    const home = await api.household({ timeZone: 'Europe/Paris' });
    await service.query(
      `update households set time_zone = 'Asia/Calcutta'; update accounts set time_zone = 'Europe/Kiev'`,
    );
    const db = createDatabase({ connectionString: service.connectionString });
    await presentZoneNames.up(db);
    await db.destroy();
    expect((await api.get(home)).body).toMatchObject({
      timeZone: 'Asia/Kolkata',
    });
    expect((await api.get('/v1/me')).body.user).toMatchObject({ timeZone: 'Europe/Kyiv' });
  });
});
