import type { Clock, Db } from 'pg-boss';

const LOOK_EVERY_MS = 1_000;
/**
 * How many looks may run at the same time. If the server does not answer on one connection, the looks of the next
 * seconds find out the same about the others, so that new ones are opened sooner.
 */
const MOST_LOOKS = 4;
/**
 * How long an added job waits before its workers are woken. Jobs that are added during this time wake them together, so
 * a burst of requests does not cause a burst of fetches that find nothing.
 */
const COLLECT_MS = 50;

/** Jobs that a worker may start now. The index of CREATE_INDEX has the same condition. */
const WAITING = `state < 'active' and not blocked`;
export const FIND_DUE = `select distinct name from pgboss.job where ${WAITING} and start_after <= pgboss.job_now()`;
const FIND_INDEX = `select where to_regclass('pgboss.job_due') is not null`;
/**
 * The indexes of pg-boss have the time of creation before `start_after`, so a search in them would read every deferred
 * job. The lock makes processes that start at the same time wait for each other. Both statements are sent as one
 * text, so PostgreSQL runs them in one transaction.
 */
const CREATE_INDEX = `
  select pg_advisory_xact_lock(hashtext('pgboss.job_due'));
  create index if not exists job_due on pgboss.job (start_after, name) where ${WAITING};
`;

export type DueJobsOptions = {
  /** The database of the queue. */
  readonly db: Db;
  readonly clock: Clock;
  /** Makes the workers of these queues look for a job now. */
  readonly wake: (queues: Iterable<string>) => void;
  /** Receives the error of a look at the queue that failed. The next look comes a second later. */
  readonly onError: (error: unknown) => void;
};

/**
 * Wakes workers when there is something to do, so that each of them does not have to ask the database every second.
 *
 * - One statement a second finds the queues that have a due job. It finds every job: deferred ones, retries, those
 *   that another process has added, and those whose wake-up was lost with a database connection.
 * - Jobs of this process wake their workers earlier, when their transaction has committed ({@link DueJobs.added}).
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  readonly #added = new Set<string>();
  #lookTimer: unknown;
  #addedTimer: unknown;
  readonly #looks = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: DueJobsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { db, clock } = this.#options;
    const { rows } = await db.executeSql(FIND_INDEX);
    if (rows.length === 0) await db.executeSql(CREATE_INDEX);
    this.#lookTimer = clock.setInterval(() => {
      if (this.#looks.size >= MOST_LOOKS) return;
      const look = this.#look().finally(() => this.#looks.delete(look));
      this.#looks.add(look);
    }, LOOK_EVERY_MS);
  }

  /** Resolves when the looks that are in progress have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#options.clock.clearInterval(this.#lookTimer);
    this.#options.clock.clearTimeout(this.#addedTimer);
    await Promise.all(this.#looks);
  }

  /** Must be called after a job has been added to this queue and its transaction has committed. */
  added(queue: string): void {
    if (this.#stopped) return;
    this.#added.add(queue);
    this.#addedTimer ??= this.#options.clock.setTimeout(() => {
      this.#addedTimer = undefined;
      this.#options.wake(this.#added);
      this.#added.clear();
    }, COLLECT_MS);
  }

  async #look(): Promise<void> {
    try {
      const { rows } = await this.#options.db.executeSql(FIND_DUE);
      this.#options.wake(rows.map(({ name }: { name: string }) => name));
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
