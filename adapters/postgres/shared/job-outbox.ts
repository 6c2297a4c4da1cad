import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../../application/shared/job-queue.js';
import type { Database } from '../database.js';
import { nullableTimestamp } from '../schema.js';

/** For a queue in another database: keeps jobs beside their cause until {@link moveJobs} hands them on. */
export class PostgresJobOutbox implements JobQueue {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async enqueue<Name extends JobName>(
    name: Name,
    payload: Jobs[Name],
    { startAfter, singletonKey }: EnqueueOptions = {},
  ): Promise<void> {
    await this.#db
      .insertInto('job_outbox')
      .values({
        name,
        payload: JSON.stringify(payload),
        start_after: nullableTimestamp(startAfter ?? null),
        singleton_key: singletonKey ?? null,
      })
      .execute();
  }
}

/** A transaction of this many jobs is over well before its connection counts as idle. */
const BATCH = 50;

/**
 * Hands jobs on to `queue`, oldest first, and tells whether there may be more. Several processes may do it at
 * once. Jobs leave the outbox when all of a batch are in the queue: after a failure some come twice, none is lost.
 */
export async function moveJobs(db: Database, queue: JobQueue): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const jobs = await transaction
      .deleteFrom('job_outbox')
      .where('position', 'in', (rows) =>
        rows
          .selectFrom('job_outbox')
          .select('position')
          .orderBy('position')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['position', 'name', 'payload', 'start_after', 'singleton_key'])
      .execute();
    for (const job of jobs.toSorted((a, b) => a.position - b.position)) {
      await queue.enqueue(job.name, job.payload, {
        ...(job.start_after !== null && { startAfter: job.start_after }),
        ...(job.singleton_key !== null && { singletonKey: job.singleton_key }),
      });
    }
    return jobs.length === BATCH;
  });
}
