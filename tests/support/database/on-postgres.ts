import { afterAll, beforeAll } from '@jest/globals';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export let db: Database;

/** Creates a migrated database for the test file, and sets `db` to a connection pool for it. */
export function onPostgres(
  options: Omit<Parameters<typeof createDatabase>[0], 'connectionString'> = {},
): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ ...options, connectionString: database.connectionString });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
}
