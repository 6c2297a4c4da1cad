import { afterAll, beforeAll } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresDatabaseHealth } from '../../adapters/postgres/database-health.js';
import { PostgresIdempotencyStore } from '../../adapters/postgres/idempotency-store.js';
import { postgresReaders } from '../../adapters/postgres/readers.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';
import { persistenceContracts } from './index.js';
import type { Persistence } from './persistence.js';

let database: TestDatabase;
let db: Database;
let persistence: Persistence;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ connectionString: database.connectionString });
  persistence = {
    readers: postgresReaders(db),
    unitOfWork: new PostgresUnitOfWork(db, withoutJobs),
    idempotencyStore: new PostgresIdempotencyStore(db),
    health: new PostgresDatabaseHealth(db),
  };
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

for (const contract of persistenceContracts) contract(() => persistence);
