import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { serviceOn, type TestService } from '../support/service.js';
import { home } from '../http/households/people.js';

let database: TestDatabase;
let service: TestService;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await serviceOn(database);
  db = createDatabase({ connectionString: database.connectionString, poolSize: 1 });
});
afterAll(async () => {
  await db.destroy();
  await service.close();
  await database.drop();
});

test('for the version before, a day of several times keeps its first in the series, and nothing is lost', async () => {
  const { owner, path } = await home(service.api);
  const recurrence = { frequency: 'daily', times: ['08:00', '18:00'], count: 5 };
  await owner.api.post(`${path}/tasks`, { title: 'Cat', date: '2026-11-23', recurrence });
  const transaction = await db.startTransaction().execute();
  await migrations['0078_original_times']!.down!(transaction as never);
  await transaction.commit().execute();
  const rows = await query(
    database,
    `select original_date::text as of, to_char(time, 'HH24:MI') as time, series_id is null as alone from occurrences order by date, time`,
  );
  expect(rows.map(({ of, time, alone }) => [of, time, alone])).toEqual([
    ['2026-11-23', '08:00', false],
    [null, '18:00', true],
    ['2026-11-24', '08:00', false],
    [null, '18:00', true],
    ['2026-11-25', '08:00', false],
  ]);
  const again = await db.startTransaction().execute();
  await migrations['0078_original_times']!.up(again as never);
  await again.commit().execute();
  expect((await owner.api.get(`${path}/occurrences?view=all`)).status).toBe(200);
});
