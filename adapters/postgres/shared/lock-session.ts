import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { isWithoutAnswer, unavailable } from '../failures.js';

/** Between two looks at whether a lock is free; the later ones are spread. */
const LOOK_AGAIN_MS = 50;
const LOOK_AGAIN_AT_MOST_MS = 250;

export type LockSessionOptions = {
  readonly connectionString: string;
  /** What the server's list of connections calls it. */
  readonly applicationName?: string;
  /** How long we wait for a server that says nothing at all; 2 s longer than a statement may take. */
  readonly answerTimeoutMs?: number;
};

/** A connection for advisory locks, made with the first. Nothing on it ever waits in the server. */
export class LockSession {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  #lost: Error | null = null;
  /** The driver takes one statement at a time. */
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

  /** Locks that were taken are free again, whatever their holders do. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** false: somebody else has it still when the time of `performance.now()` is at `deadline`. */
  async take(key: string, deadline: number): Promise<boolean> {
    for (let pause = LOOK_AGAIN_MS; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_AT_MOST_MS)) {
      if (await this.#ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as yes', key)) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await setTimeout(Math.min(left, pause * (0.75 + Math.random() / 2)));
    }
  }

  /** Rejects when the lock was lost with its connection: somebody else may have worked at the same time. */
  async release(key: string): Promise<void> {
    await this.#ask('select pg_advisory_unlock(hashtextextended($1, 0)) as yes', key);
  }

  async close(): Promise<void> {
    this.#lost ??= new Error('closed');
    await this.#connected.catch(() => undefined);
    await this.#client.end();
  }

  /** Whether the server gave the lock is unknown: it lets go of all that this connection holds when it learns of its end. */
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
