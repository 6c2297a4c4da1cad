import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { JobsDashboard, readOnlyConnection } from '../../adapters/jobs/jobs-dashboard.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const settings = async (connectionString: string) =>
  (
    await query(
      { ...database, connectionString },
      `select current_setting('application_name') as name,
              current_setting('default_transaction_read_only') as "readOnly",
              current_setting('work_mem') as "workMem"`,
    )
  )[0];

test('its connections can only read', async () => {
  expect(await settings(readOnlyConnection(database.connectionString))).toMatchObject({
    name: 'household-planner dashboard',
    readOnly: 'on',
  });
});

test('options that the operator has given stay', async () => {
  const given = new URL(database.connectionString);
  given.searchParams.set('options', '-c work_mem=5MB');
  expect(await settings(readOnlyConnection(given.toString()))).toMatchObject({
    readOnly: 'on',
    workMem: '5MB',
  });
});

test('closed, it answers 503, whether or not it was ever opened', async () => {
  const dashboard = new JobsDashboard({
    connectionString: database.connectionString,
    basePath: '/ops/jobs',
  });
  await dashboard.close();
  expect((await dashboard.handle(new Request('http://localhost/ops/jobs'))).status).toBe(503);
});
