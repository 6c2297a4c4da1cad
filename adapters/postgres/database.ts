import { Kysely, PostgresDialect, type Logger, type PostgresPool } from 'kysely';
import { isDiskFull } from '../../application/shared/disk-full.js';
import pg from 'pg';
import { CLUSTER_SETTINGS } from './citus/connection.js';
import { isWithoutAnswer, named, unavailable } from './failures.js';
import type { DatabaseSchema } from './schema.js';
import { valueParsers } from './value-parsers.js';

export type Database = Kysely<DatabaseSchema>;

/**
 * A second, and a little more: after one second the server looks whether two transactions wait for each other, and what
 * it then says is that of a lost race, which is run again.
 */
const MAX_LOCK_WAIT_MS = 1_100;

export type DatabaseOptions = {
  readonly connectionString: string;
  /** The name of this process in `pg_stat_activity`. */
  readonly applicationName?: string;
  readonly poolSize?: number;
  /** How long a statement may wait for a free connection before it is refused with UNAVAILABLE; below five seconds. */
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** After this time without any answer, the server counts as frozen or cut off. 2 s longer than a statement may take. */
  readonly answerTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  /** Called when an idle connection breaks. The pool has already dropped it, and the next statement opens another. */
  readonly onIdleError?: (error: Error) => void;
  /** Called when the database cannot write because its disk is full. */
  readonly onDiskFull?: () => void;
  /** Called with the text of each warning that the server raises. */
  readonly onWarning?: (message: string) => void;
  /** Called with the text of each statement, including those that begin and end transactions. */
  readonly onStatement?: (text: string) => void;
};

/** The connections of a pool, and how many wait for one. */
export type PoolFigures = { readonly open: number; readonly idle: number; readonly waiting: number };

/** Connects with the first statement; `destroy()` waits for the statements in flight and closes the pool. */
export function createDatabase(options: DatabaseOptions): Database {
  return createPooledDatabase(options).db;
}

/** As createDatabase, with a view into its pool. */
export function createPooledDatabase(options: DatabaseOptions): {
  readonly db: Database;
  readonly connections: () => PoolFigures;
} {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName ?? 'household-planner',
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 3_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + 2_000,
    lock_timeout: options.lockTimeoutMs ?? MAX_LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    options: `-c TimeZone=UTC -c DateStyle=ISO ${CLUSTER_SETTINGS}`,
    keepAlive: true,
    types: valueParsers(),
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  // One that breaks between two statements of its user would end the process: the next statement tells it early enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { onWarning } = options;
  if (onWarning !== undefined)
    pool.on('connect', (client) => {
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING') onWarning(message ?? '');
      });
    });
  const dialect = new PostgresDialect({ pool: sheddingPool(pool, options) });
  const db = new Kysely<DatabaseSchema>({ dialect, ...toLogger(options) });
  const connections = () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { db, connections };
}

type FailureListeners = Pick<DatabaseOptions, 'onDiskFull'>;

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

/** Without a connection there is nothing wrong with the request: it may be sent again. */
function sheddingPool(pool: pg.Pool, options: FailureListeners): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return namingFailures(await pool.connect(), options);
      } catch (cause) {
        throw unavailable('The database cannot be reached', cause);
      }
    },
  };
}

/**
 * Calls a failure that passes by its name. The connection to a server that says nothing is ended, since the driver
 * would keep the next statement waiting behind the one that has no answer; the pool drops it when it is released.
 */
function namingFailures(client: pg.PoolClient, { onDiskFull }: FailureListeners): Client {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values as unknown[]);
    } catch (error) {
      if (isWithoutAnswer(error)) void (client as pg.PoolClient & pg.Client).end();
      if (isDiskFull(error)) onDiskFull?.();
      throw named(error);
    }
  };
  return {
    query: query as unknown as Client['query'],
    release: (destroy?: boolean) => client.release(destroy),
  };
}

function toLogger({ onStatement }: DatabaseOptions): { log?: Logger } {
  return onStatement === undefined ? {} : { log: ({ query }) => onStatement(query.sql) };
}
