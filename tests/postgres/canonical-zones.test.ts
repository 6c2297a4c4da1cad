import { expect, test } from '@jest/globals';
import { createDatabase } from '../../adapters/postgres/database.js';
import { canonicalZones } from '../../migrations/0028_canonical_zones.js';
import { startService } from '../support/service.js';

test('zones come in, and stand, under their canonical names', async () => {
  const service = await startService();
  const { api } = await service.api.register({ timeZone: 'us/EASTERN' });
  const home = await api.household({ timeZone: 'eUROPE/pARIS' });
  const zones = async () => [
    (await api.get('/v1/me')).body.user.timeZone,
    (await api.get(home)).body.timeZone,
  ];
  expect(await zones()).toEqual(['America/New_York', 'Europe/Paris']);
  await api.patch(home, { timeZone: 'ASIA/tokyo' });
  await api.patch('/v1/me', { timeZone: 'Etc/utc' });
  expect(await zones()).toEqual(['UTC', 'Asia/Tokyo']);

  await service.query(`update households set time_zone = 'eUROPE/pARIS'`);
  await service.query(`update accounts set time_zone = 'No/Where'`);
  const db = createDatabase({ connectionString: service.connectionString });
  await canonicalZones.up(db);
  await db.destroy();
  const stored = await service.query(
    'select a.time_zone as a, h.time_zone as h from accounts a, households h',
  );
  expect(stored).toEqual([{ a: 'No/Where', h: 'Europe/Paris' }]);
  await service.close();
});
