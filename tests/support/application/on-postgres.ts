import { afterAll, beforeAll } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { PostgresIdempotencyRepository } from '../../../adapters/postgres/shared/idempotency-repository.js';
import { moveJobs, PostgresJobOutbox } from '../../../adapters/postgres/shared/job-outbox.js';
import { postgresReaders, PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import type { EnqueueOptions } from '../../../application/shared/job-queue.js';
import { forgetEverything } from '../database/forget-everything.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { Application, type Storage, type WaitingJob } from './application.js';

/**
 * Creates two databases for a test file. The returned function empties the first or the second one and
 * returns a new application on it.
 */
export function twoApplications(
  now?: string,
): (place: 0 | 1) => Promise<Application & { readonly db: Database }> {
  const places: { readonly database: TestDatabase; readonly db: Database }[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i += 1) {
      const database = await createTestDatabase();
      places.push({ database, db: createDatabase({ connectionString: database.connectionString }) });
    }
  });
  afterAll(async () => {
    for (const { database, db } of places) {
      await db.destroy();
      await database.drop();
    }
  });
  return async (place) => {
    const { db } = places[place]!;
    await forgetEverything(db);
    return Object.assign(new Application(storageIn(db), now), { db });
  };
}

/** Returns an application on this database. Its jobs wait in the outbox of the database. */
export function applicationOnPostgres(
  db: Database,
  watched: (transactions: Storage['unitOfWork']) => Storage['unitOfWork'] = (same) => same,
): Application {
  const storage = storageIn(db);
  return new Application({ ...storage, unitOfWork: watched(storage.unitOfWork) });
}

function storageIn(db: Database): Storage {
  return {
    readers: postgresReaders(db),
    unitOfWork: new PostgresUnitOfWork(db, (transaction) => new PostgresJobOutbox(transaction)),
    idempotencyStore: new PostgresIdempotencyRepository(db),
    takeJobs: async () => {
      const jobs: (WaitingJob & Pick<EnqueueOptions, 'singletonKey'>)[] = [];
      const enqueue: Parameters<typeof moveJobs>[1]['enqueue'] = (name, payload, { singletonKey } = {}) => {
        const waits = (job: (typeof jobs)[number]) => job.name === name && job.singletonKey === singletonKey;
        if (singletonKey === undefined || !jobs.some(waits))
          jobs.push({ name, payload, ...(singletonKey !== undefined && { singletonKey }) });
        return Promise.resolve();
      };
      while (await moveJobs(db, { enqueue }));
      return jobs;
    },
    remnantsOf: async (householdId) => {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'household_id'`.execute(db);
      const found: string[] = [];
      for (const { name } of rows) {
        const those =
          await sql`select 1 from ${sql.table(name)} where household_id = ${householdId} limit 1`.execute(db);
        if (those.rows.length > 0) found.push(name);
      }
      return found;
    },
  };
}
