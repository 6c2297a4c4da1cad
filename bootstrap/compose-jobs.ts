import { OutboxRelay } from '../adapters/jobs/outbox-relay.js';
import { PgBossJobs } from '../adapters/jobs/pg-boss-jobs.js';
import type { Database } from '../adapters/postgres/database.js';
import { moveJobs, PostgresJobOutbox } from '../adapters/postgres/job-outbox.js';
import type { JobHandlers } from '../application/job-handlers.js';
import type { JobQueue } from '../application/ports/job-queue.js';
import type { Logger } from '../application/ports/logger.js';

export type JobParts = {
  readonly db: Database;
  readonly mainDatabase: string;
  /** Null: the main database. */
  readonly queueDatabase: string | null;
  readonly handlers: JobHandlers | null;
  readonly logger: Logger;
};

export type ComposedJobs = {
  /** The queue whose jobs commit with a transaction of the main database. */
  within(transaction: Database): JobQueue;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export function composeJobs(parts: JobParts): ComposedJobs {
  const { db, queueDatabase, mainDatabase, logger, handlers } = parts;
  if (queueDatabase !== null && queueDatabase !== mainDatabase) return jobsElsewhere(parts, queueDatabase);
  const jobs = new PgBossJobs({ connectionString: mainDatabase, logger, handlers });
  if (handlers === null) return jobs;
  return {
    within: (transaction) => jobs.within(transaction),
    start: async () => {
      await jobs.start();
      await emptyOutbox(db, jobs, logger);
    },
    stop: () => jobs.stop(),
  };
}

/** What a restored backup, or a time with the queue in another database, has left there. */
async function emptyOutbox(db: Database, jobs: PgBossJobs, logger: Logger): Promise<void> {
  try {
    while (await moveJobs(db, jobs.queue()));
  } catch (error) {
    logger.error('jobs in the outbox could not be moved to the queue', { error });
  }
}

/**
 * With the queue in another database, jobs commit into an outbox beside their cause, and the processes that run
 * jobs move them on. The others never talk to the queue and do not notice when it is gone.
 */
function jobsElsewhere({ db, handlers, logger }: JobParts, connectionString: string): ComposedJobs {
  const within = (transaction: Database) => new PostgresJobOutbox(transaction);
  if (handlers === null) return { within, start: () => Promise.resolve(), stop: () => Promise.resolve() };
  const jobs = new PgBossJobs({ connectionString, logger, handlers });
  const relay = new OutboxRelay({ move: () => moveJobs(db, jobs.queue()), logger });
  return {
    within,
    start: async () => {
      await jobs.start();
      relay.start();
    },
    stop: async () => {
      await relay.stop();
      await jobs.stop();
    },
  };
}
