import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { isWithoutAnswer, unavailable } from '../failures.js';

/**
 * About how long the session waits before it tries a second time to take a lock. Later pauses are longer. All pauses
 * vary randomly.
 */
const LOOK_AGAIN_MS = 50;
const LOOK_AGAIN_AT_MOST_MS = 250;

export type LockSessionOptions = {
  readonly connectionString: string;
  /** The name of this connection in `pg_stat_activity`. */
  readonly applicationName?: string;
  /**
   * How long the session waits for a server that does not answer. By default it is 2 seconds longer than a statement
   * may take.
   */
  readonly answerTimeoutMs?: number;
};

/**
 * A connection for advisory locks. The constructor opens it. It never waits for a lock inside the server, so it is
 * free for other callers.
 */
export class LockSession {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  #lost: Error | null = null;
  /** The last statement. The next one waits for it, because the driver runs one statement at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ connectionString, applicationName, answerTimeoutMs }: LockSessionOptions) {
    this.#client = new pg.Client({
      connectionString,
      application_name: applicationName ?? 'household-planner locks',
      connectionTimeoutMillis: 3_000,
      statement_timeout: 10_000,
      query_timeout: answerTimeoutMs ?? 12_000,
      keepAlive: true,
    });
    const lose = (error?: Error) => void (this.#lost ??= error ?? new Error('the connection has ended'));
    this.#client.on('error', lose);
    this.#client.on('end', () => lose());
    this.#connected = this.#client.connect();
    this.#connected.catch(lose);
  }

  /**
   * true if the connection is lost or closed. Then other processes can take its locks, even if the holders of the
   * locks are still working.
   */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /**
   * Takes the lock and returns true. Returns false if somebody else still holds it when `performance.now()` reaches
   * `deadline`.
   */
  async take(key: string, deadline: number): Promise<boolean> {
    for (let pause = LOOK_AGAIN_MS; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_AT_MOST_MS)) {
      if (await this.#ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as yes', key)) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await setTimeout(Math.min(left, pause * (0.75 + Math.random() / 2)));
    }
  }

  /**
   * Releases the lock. Rejects if the lock was lost with its connection, because another holder may have worked at
   * the same time.
   */
  async release(key: string): Promise<void> {
    await this.#ask('select pg_advisory_unlock(hashtextextended($1, 0)) as yes', key);
  }

  async close(): Promise<void> {
    this.#lost ??= new Error('closed');
    await this.#connected.catch(() => undefined);
    await this.#client.end();
  }

  /**
   * Closes the connection after a statement without an answer, because it is not known whether the server took the
   * lock. When the server notices that the connection has ended, it releases all of its locks.
   */
  #giveUp(cause: Error): void {
    this.#lost ??= cause;
    void this.#client.end();
  }

  #ask(statement: string, key: string): Promise<boolean> {
    const answer = this.#last.then(() => this.#answered(statement, key));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #answered(statement: string, key: string): Promise<boolean> {
    try {
      await this.#connected;
      if (this.#lost !== null) throw this.#lost;
      const { rows } = await this.#client.query<{ yes: boolean }>(statement, [key]);
      return rows[0]?.yes === true;
    } catch (cause) {
      if (isWithoutAnswer(cause)) this.#giveUp(cause as Error);
      throw unavailable('The locks cannot be reached', cause);
    }
  }
}
