import type { Environment } from './environment.js';
import { urlWith, wholeNumber } from './values.js';

export interface DatabaseConfig {
  /** The connection string of the main database. null means the embedded server. */
  readonly url: string | null;
  /** The connection string of the queue's database. null means that the queue is in the main database. */
  readonly queueUrl: string | null;
  readonly poolSize: number;
}

const postgresUrl = urlWith('postgres', 'postgresql');

export function readDatabase(env: Environment): DatabaseConfig {
  return {
    url:
      env.readForProduction(
        'DATABASE_URL',
        postgresUrl,
        'the address of a PostgreSQL server, such as postgres://user:password@host:5432/planner',
      ) ?? null,
    queueUrl: env.read('QUEUE_DATABASE_URL', postgresUrl) ?? null,
    poolSize: env.read('DATABASE_POOL', wholeNumber(1, 500)) ?? 10,
  };
}
