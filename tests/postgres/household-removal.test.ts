import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { HOUSEHOLD_TABLES } from '../../adapters/postgres/household-repository.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Household } from '../../domain/households/household.js';
import { aHousehold } from '../builders/household.js';
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

test('T-16 every table with a household is among those that go with it', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'household_id'
  `.execute(db);
  expect(rows.map((row) => row.table_name).sort()).toEqual([...HOUSEHOLD_TABLES].sort());
});

describe('a unit of work that the server ends in favour of another', () => {
  async function stored(name: string): Promise<Household> {
    const household = aHousehold({ name });
    await new PostgresUnitOfWork(db).run(({ households }) => households.insert(household));
    return household;
  }

  test('is run again, so that both succeed', async () => {
    const [a, b] = [await stored('a'), await stored('b')];
    let attempts = 0;
    let arrived = 0;
    let bothHoldOne = () => {};
    const meeting = new Promise<void>((resolve) => (bothHoldOne = resolve));
    const rename = (first: Household, second: Household) =>
      new PostgresUnitOfWork(db).run(async ({ households }) => {
        attempts++;
        await households.save({ ...first, name: 'renamed' });
        if (++arrived === 2) bothHoldOne();
        await meeting;
        await households.save({ ...second, name: 'renamed' });
      });
    await Promise.all([rename(a, b), rename(b, a)]);
    expect(attempts).toBe(3);
    const { rows } = await sql`select distinct name from households`.execute(db);
    expect(rows).toEqual([{ name: 'renamed' }]);
  });

  test('is given up after a few times', async () => {
    const [a] = [await stored('c')];
    let attempts = 0;
    const work = new PostgresUnitOfWork(db).run(async ({ households }) => {
      attempts++;
      await households.save(a);
      throw await deadlock();
    });
    await expect(work).rejects.toMatchObject({ code: '40P01' });
    expect(attempts).toBe(4);
  });

  /** What the driver throws for one. */
  function deadlock(): Promise<unknown> {
    return sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`
      .execute(db)
      .catch((error: unknown) => error);
  }
});
