import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { HOUSEHOLD_TABLES } from '../../adapters/postgres/households/household-repository.js';
import { db, onPostgres } from '../support/database/on-postgres.js';

onPostgres();
test('every table with a household is among those that go with it', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'household_id'
  `.execute(db);
  expect(rows.map((row) => row.table_name).sort()).toEqual([...HOUSEHOLD_TABLES].sort());
});
