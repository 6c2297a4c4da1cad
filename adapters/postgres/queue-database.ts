import pg from 'pg';
import { isOutdatedPlan, StatementNames } from './prepared-statements.js';

/**
 * How long an unused connection stays open. It is longer than the ten minutes between scheduled jobs. A new connection
 * for each of them would cost more than everything else that an idle service does.
 */
const IDLE_CONNECTION_MS = 660_000;
/**
 * How long a statement waits for a server that does not answer before its connection is dropped. The statements of
 * pg-boss take far less, including those that update its tables.
 */
const ANSWER_MS = 30_000;

export type QueueDatabaseOptions = {
  readonly connectionString: string;
  /** How many connections may be open at the same time. */
  readonly connections: number;
  readonly answerTimeoutMs?: number;
  /** Called when an idle connection breaks. The pool has already dropped it. */
  readonly onIdleError: (error: Error) => void;
};

/**
 * The connections of the job queue, with the methods that pg-boss expects of a database. Unlike the pool of pg-boss, it
 * prepares the statements that are sent again and again. An idle service does little else than send them.
 */
export class QueueDatabase {
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  #sessionStatements: readonly string[] = [];

  constructor({
    connectionString,
    connections,
    answerTimeoutMs = ANSWER_MS,
    onIdleError,
  }: QueueDatabaseOptions) {
    // The pool waits for this promise, although its type does not say so.
    const beginSession: (client: pg.ClientBase) => unknown = async (client) => {
      for (const statement of this.#sessionStatements) await client.query(statement);
    };
    this.#pool = new pg.Pool({
      connectionString,
      application_name: 'household-planner jobs',
      max: connections,
      connectionTimeoutMillis: 10_000,
      query_timeout: answerTimeoutMs,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      onConnect: beginSession,
    });
    this.#pool.on('error', onIdleError);
  }

  /** Runs a statement. pg-boss also sends texts of several statements, which cannot be prepared. */
  async executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    const name = text.includes(';') ? undefined : this.#names.nameOf(text, values.length);
    try {
      return await this.#pool.query({ text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      this.#names.renew(text);
      // PostgreSQL always plans a statement without a name, so it cannot fail for this reason again.
      return this.#pool.query(text, values);
    }
  }

  /** Sets the statements that each new connection runs first. pg-boss sets them before it uses any connection. */
  setSessionStatements(statements: string[]): Promise<void> {
    this.#sessionStatements = statements;
    return Promise.resolve();
  }

  /** Waits for the running statements and closes the connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}
