import { TracedJobQueue } from '../adapters/jobs/pg-boss-job-queue.js';
import { currentRequestId, inLogContext } from '../adapters/logging/log-context.js';
import { OutboxRelay } from '../adapters/jobs/outbox-relay.js';
import { type JobNews, PgBossJobs, type PgBossJobsOptions } from '../adapters/jobs/pg-boss-jobs.js';
import type { Database } from '../adapters/postgres/database.js';
import { QueueDatabase } from '../adapters/postgres/queue-database.js';
import { moveJobs, PostgresJobOutbox } from '../adapters/postgres/shared/job-outbox.js';
import type { JobHandlers } from '../application/shared/job-handlers.js';
import type { JobOperations } from '../application/shared/job-operations.js';
import type { AfterCommit, JobCounts, JobQueue } from '../application/shared/job-queue.js';
import type { Logger } from '../application/shared/ports.js';

export type JobParts = {
  readonly db: Database;
  readonly mainDatabase: string;
  /** The connection string of the queue's database. null means the main database. */
  readonly queueDatabase: string | null;
  readonly handlers: JobHandlers | null;
  readonly news?: JobNews;
  readonly logger: Logger;
  readonly observer?: PgBossJobsOptions['observer'];
};

export type ComposedJobs = {
  /**
   * Returns a queue whose jobs commit with this transaction of the main database. The functions that are passed to
   * `afterCommit` must be called once it has committed.
   */
  within(transaction: Database, afterCommit: AfterCommit): JobQueue;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the number of jobs of each kind. null means that this process does not use the queue. */
  readonly counts: (() => Promise<readonly JobCounts[]>) | null;
  /** The operators' functions for jobs. null means that this process does not use the queue. */
  readonly operations: JobOperations | null;
};

/** Composes the job queue, in the main database or in another one. */
export function composeJobs(parts: JobParts): ComposedJobs {
  const { queueDatabase, mainDatabase } = parts;
  const jobs =
    queueDatabase !== null && queueDatabase !== mainDatabase
      ? jobsElsewhere(parts, queueDatabase)
      : jobsInMainDatabase(parts);
  return {
    ...jobs,
    within: (transaction, afterCommit) =>
      new TracedJobQueue(jobs.within(transaction, afterCommit), currentRequestId),
  };
}

function jobsInMainDatabase(parts: JobParts): ComposedJobs {
  const { db, logger, handlers } = parts;
  const jobs = pgBossJobs(parts, parts.mainDatabase);
  return {
    within: (transaction, afterCommit) => jobs.within(transaction, afterCommit),
    start: async () => {
      await jobs.start();
      if (handlers !== null) await emptyOutbox(db, jobs, logger);
    },
    stop: () => jobs.stop(),
    counts: () => jobs.counts(),
    operations: jobs.operations(),
  };
}

/**
 * Moves the jobs that are still in the outbox: those of a restored backup, or from a time when the queue was in
 * another database.
 */
async function emptyOutbox(db: Database, jobs: PgBossJobs, logger: Logger): Promise<void> {
  try {
    while (await moveJobs(db, jobs.queue()));
  } catch (error) {
    logger.error('job outbox relay failed', { error });
  }
}

const pgBossJobs = ({ logger, handlers, news, observer }: JobParts, connectionString: string) =>
  new PgBossJobs({
    openDatabase: (options) => new QueueDatabase({ connectionString, ...options }),
    ...{ logger, handlers, observer, inLogContext, ...(news && { news }) },
  });

/**
 * Composes a queue in another database. Jobs are stored in an outbox in the same transaction as their cause.
 * Processes that run jobs move them to the queue. Other processes never use the queue, so they keep working if it is
 * down.
 */
function jobsElsewhere(parts: JobParts, connectionString: string): ComposedJobs {
  const { db, handlers, news, logger } = parts;
  const idle = () => Promise.resolve();
  if (handlers === null)
    return {
      within: (transaction, afterCommit) =>
        new PostgresJobOutbox(transaction, () => {
          afterCommit(() => news?.announce());
        }),
      ...{ start: idle, stop: idle, counts: null, operations: null },
    };
  const jobs = pgBossJobs(parts, connectionString);
  const relay = new OutboxRelay({ move: () => moveJobs(db, jobs.queue()), logger });
  let isStopped = false;
  return {
    within: (transaction, afterCommit) =>
      new PostgresJobOutbox(transaction, () => {
        afterCommit(() => {
          // The last requests of a process may add jobs that its relay does not move any more.
          if (isStopped) news?.announce();
          else relay.added();
        });
      }),
    start: async () => {
      await jobs.start();
      relay.start();
      news?.subscribe(() => relay.added());
    },
    stop: async () => {
      isStopped = true;
      await relay.stop();
      await jobs.stop();
    },
    counts: () => jobs.counts(),
    operations: jobs.operations(),
  };
}
