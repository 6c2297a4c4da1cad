import type { Clock, Db } from 'pg-boss';

/** A look at the queue finds the jobs that are due until the next one, so that they begin on time. */
const LOOK_EVERY_MS = 15_000;
/** The pause before the next look if a job was due, because its worker may not be free yet, or if a look fails. */
const LOOK_AGAIN_MS = 1_000;
/** The pause before a look after pg-boss has changed jobs. It sends several statements at a time. */
const SETTLE_MS = 500;
/**
 * How long an added job waits before its workers are woken. Jobs that are added during this time wake them together, so
 * a burst of requests does not cause a burst of fetches that find nothing.
 */
const COLLECT_MS = 50;
/**
 * How many looks may run at the same time. If the server does not answer on one connection, the looks of the next
 * seconds find out the same about the others, so that new ones are opened sooner.
 */
const MOST_LOOKS = 4;

/** Jobs that a worker may start when they are due. The index of CREATE_INDEX has the same condition. */
const WAITING = `state < 'active' and not blocked`;
/** Finds the queues with a job that is due or will be before the next look. `inMs` is not positive if it is due. */
export const FIND_DUE = `
  select name, (extract(epoch from min(start_after) - pgboss.job_now()) * 1000)::float8 as "inMs"
  from pgboss.job
  where ${WAITING} and start_after <= pgboss.job_now() + interval '${LOOK_EVERY_MS} ms'
  group by name`;
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
  readonly clock: Clock;
  /** Makes the workers of these queues look for a job now. */
  readonly wake: (queues: Iterable<string>) => void;
  /** Tells the other processes that a job may wait for one of their workers. */
  readonly announce: () => void;
  /** Receives the error of a look at the queue that failed. The next look comes a second later. */
  readonly onError: (error: unknown) => void;
};

/**
 * Wakes workers when there is something to do, so that they do not have to ask the database again and again.
 *
 * A look is one statement that finds the queues with due jobs, and when the next job will be due. The next look comes at
 * that time, and earlier if jobs may have changed:
 *
 * - when pg-boss has found or changed rows in this process, as for retries and scheduled jobs ({@link DueJobs.watch}),
 * - when this process has added a job ({@link DueJobs.added}); one that may start immediately wakes its workers directly,
 * - when another process says that a job may be waiting ({@link DueJobs.announced}),
 * - in any case after LOOK_EVERY_MS. This finds the jobs of a process that has ended or is cut off.
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  /** The database of the queue. null means that this process has no workers, so it only tells the others. */
  #db: Db | null = null;
  readonly #added = new Set<string>();
  #addedTimer: unknown;
  #lookTimer: unknown;
  /** The time of the next look. */
  #nextLook = Infinity;
  readonly #looks = new Set<Promise<void>>();
  #foundDue = false;
  #stopped = false;

  constructor(options: DueJobsOptions) {
    this.#options = options;
  }

  /** Returns the database for pg-boss. A look follows its statements that find or change rows. */
  watch(db: Db): Db {
    return {
      setSessionStatements: async (statements) => db.setSessionStatements?.(statements),
      executeSql: async (text, values) => {
        const result: { rows?: unknown[]; rowCount?: number | null } = await db.executeSql(text, values);
        // The answer to a text of several statements is a list, without rows of its own.
        const isEmpty = result.rows?.length === 0 && !result.rowCount;
        if (text !== FIND_DUE && !isEmpty) this.#changed();
        return result as { rows: unknown[] };
      },
    };
  }

  /** Begins to wake workers. A process without workers does not call this. */
  async start(db: Db): Promise<void> {
    const { rows } = await db.executeSql(FIND_INDEX);
    if (rows.length === 0) await db.executeSql(CREATE_INDEX);
    this.#db = db;
    this.#lookIn(0);
  }

  /** Resolves when the looks that are in progress have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#options.clock.clearTimeout(this.#lookTimer);
    this.#options.clock.clearTimeout(this.#addedTimer);
    await Promise.all(this.#looks);
  }

  /**
   * Must be called after a job has been added to this queue and its transaction has committed.
   *
   * @param startAfter when the job may start, in milliseconds since 1970. undefined means immediately.
   */
  added(queue: string, startAfter?: number): void {
    const { clock, wake, announce } = this.#options;
    if (this.#stopped) return;
    if (startAfter === undefined) this.#added.add(queue);
    else this.#lookIn(startAfter - clock.now());
    this.#addedTimer ??= clock.setTimeout(() => {
      this.#addedTimer = undefined;
      wake(this.#added);
      this.#added.clear();
      announce();
    }, COLLECT_MS);
  }

  /** Must be called when another process has announced that a job may be waiting, or when this may have been missed. */
  announced(): void {
    this.#lookIn(COLLECT_MS);
  }

  #changed(): void {
    if (this.#db === null) this.#options.announce();
    else this.#lookIn(SETTLE_MS);
  }

  /** Plans the next look, unless an earlier one is planned. */
  #lookIn(milliseconds: number): void {
    const { clock } = this.#options;
    const pause = Math.max(0, milliseconds);
    const at = clock.now() + pause;
    if (this.#db === null || this.#stopped || at >= this.#nextLook) return;
    clock.clearTimeout(this.#lookTimer);
    this.#nextLook = at;
    this.#lookTimer = clock.setTimeout(() => {
      this.#nextLook = Infinity;
      this.#startLook();
    }, pause);
  }

  #startLook(): void {
    const { clock, onError } = this.#options;
    if (this.#db === null) return;
    if (this.#looks.size >= MOST_LOOKS) {
      this.#lookIn(LOOK_AGAIN_MS);
      return;
    }
    // If this look gets no answer, another one tries again.
    const patience = clock.setTimeout(() => this.#lookIn(0), LOOK_AGAIN_MS);
    const look = this.#look(this.#db)
      .catch((error: unknown) => {
        onError(error);
        return LOOK_AGAIN_MS;
      })
      .then((pause) => {
        clock.clearTimeout(patience);
        this.#lookIn(pause);
      })
      .finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  /** Wakes the workers of the queues with due jobs. Returns the pause before the next look, in milliseconds. */
  async #look(db: Db): Promise<number> {
    const { rows }: { rows: { name: string; inMs: number }[] } = await db.executeSql(FIND_DUE);
    const due = rows.filter(({ inMs }) => inMs <= 0);
    this.#options.wake(due.map(({ name }) => name));
    // A job that is due for a second or more may wait for a worker of another process.
    if (due.length > 0 && this.#foundDue) this.#options.announce();
    this.#foundDue = due.length > 0;
    if (due.length > 0) return LOOK_AGAIN_MS;
    return Math.min(LOOK_EVERY_MS, ...rows.map(({ inMs }) => Math.ceil(inMs)));
  }
}
