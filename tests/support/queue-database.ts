import { QueueDatabase, type QueueDatabaseOptions } from '../../adapters/postgres/queue-database.js';
import type { PgBossJobsOptions } from '../../adapters/jobs/pg-boss-jobs.js';

/** Returns the function with which a job queue opens its connections to this database. */
export function queueAt(
  connectionString: string,
  more: Partial<QueueDatabaseOptions> = {},
): PgBossJobsOptions['openDatabase'] {
  return (options) => new QueueDatabase({ connectionString, ...options, ...more });
}
