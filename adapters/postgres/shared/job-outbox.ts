import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../../application/shared/job-queue.js';
import { type Database, Repository } from '../database.js';
import { nullableTimestamp } from '../field-map.js';

/**
 * Stores jobs in the same transaction as the change that causes them. Used if the job queue is in another database;
 * {@link moveJobs} sends them there.
 */
export class PostgresJobOutbox extends Repository implements JobQueue {
  readonly #onAdded: () => void;

  /** `onAdded` is called when a job was added. */
  constructor(db: Database, onAdded: () => void = () => undefined) {
    super(db);
    this.#onAdded = onAdded;
  }

  async enqueue<Name extends JobName>(
    name: Name,
    payload: Jobs[Name],
    { startAfter, singletonKey }: EnqueueOptions = {},
  ): Promise<void> {
    await this.db
      .insertInto('job_outbox')
      .values({
        name,
        payload: JSON.stringify(payload),
        start_after: nullableTimestamp(startAfter ?? null),
        singleton_key: singletonKey ?? null,
      })
      .execute();
    this.#onAdded();
  }
}

/**
 * The number of jobs that one transaction moves. It is small enough that the transaction ends well before
 * PostgreSQL's timeout for transactions without a statement (idle_in_transaction_session_timeout).
 */
const BATCH = 50;

/**
 * Moves the oldest jobs of the outbox to `queue`. Returns true if there may be more. Several processes may call it at
 * once. A batch is deleted from the outbox only after all its jobs are in the queue, so after a failure some jobs are
 * sent twice, but none is lost.
 */
export async function moveJobs(db: Database, queue: JobQueue): Promise<boolean> {
  // Most often the outbox is empty. This statement then replaces a transaction of three.
  const first = await db.selectFrom('job_outbox').select('position').limit(1).executeTakeFirst();
  if (first === undefined) return false;
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
