import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { HOUSEHOLD_TABLES } from '../../adapters/postgres/households/household-repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ connectionString: database.connectionString });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('every table with a household is among those that go with it', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'household_id'
  `.execute(db);
  expect(rows.map((row) => row.table_name).sort()).toEqual([...HOUSEHOLD_TABLES].sort());
});
