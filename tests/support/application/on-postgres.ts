import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';
import { postgresReaders } from '../../../adapters/postgres/readers.js';
import { PostgresIdempotencyStore } from '../../../adapters/postgres/shared/idempotency-store.js';
import { moveJobs, PostgresJobOutbox } from '../../../adapters/postgres/shared/job-outbox.js';
import { PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import type { EnqueueOptions } from '../../../application/shared/job-queue.js';
import { Application, type Storage, type WaitingJob } from './application.js';

/** All use cases over a database; their jobs wait in its outbox. */
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
    idempotencyStore: new PostgresIdempotencyStore(db),
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
