import type { Clock, Db } from 'pg-boss';

/** A look at the queue finds the jobs that are due until the next one, so that they begin on time. */
const LOOK_EVERY_MS = 15_000;
/** The pause before the next look while a job is due, because its worker may not be free yet, or after an error. */
const LOOK_AGAIN_MS = 1_000;
/**
 * The pause before a look after pg-boss has changed jobs, because it sends several statements at a time. A job that is
 * still due after this pause may wait for a worker of another process.
 */
const SETTLE_MS = 400;
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
/** Statements that may add jobs or change when they are due. */
const CHANGES = /\b(?:insert|update|delete)\b/i;
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
  /** Returns true if this process has workers for the queue. */
  readonly isServed: (queue: string) => boolean;
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
 * - after a statement of pg-boss in this process that has changed jobs or failed ({@link DueJobs.watch}),
 * - when this process has added a job ({@link DueJobs.added}), whose workers are also woken directly,
 * - when another process says that a job may be waiting ({@link DueJobs.announced}),
 * - in any case after LOOK_EVERY_MS. This finds the jobs of a process that has ended or is cut off.
 *
 * Before its start and after its stop, and in a process without workers, it only tells the other processes.
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  /** The database of the queue. null means that this process looks for no jobs. */
  #db: Db | null = null;
  readonly #added = new Set<string>();
  #addedTimer: unknown;
  #lookTimer: unknown;
  /** The time of the next look. */
  #nextLook = Infinity;
  #looking = 0;
  /** The time of the last announcement, of this process or another one. */
  #announcedAt = -Infinity;
  /** The queues that had a due job in the last look. */
  #due: ReadonlySet<string> = new Set();

  constructor(options: DueJobsOptions) {
    this.#options = options;
  }

  /** Returns the database for pg-boss. A look follows its statements that change jobs, and those that fail. */
  watch(db: Db): Db {
    return {
      setSessionStatements: async (statements) => db.setSessionStatements?.(statements),
      executeSql: async (text, values) => {
        try {
          const result: { rows?: unknown[]; rowCount?: number | null } = await db.executeSql(text, values);
          // For a text of several statements, the driver returns an array of results. It counts as a change.
          const isEmpty = result.rows?.length === 0 && !result.rowCount;
          if (CHANGES.test(text) && !isEmpty) this.#changed();
          return result as { rows: unknown[] };
        } catch (error) {
          // A worker whose fetch failed would only ask again after a long time.
          this.#lookIn(LOOK_AGAIN_MS);
          throw error;
        }
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

  /** Wakes no more workers. Jobs that are added later, for example when running jobs are interrupted, are announced. */
  stop(): void {
    const { clock, announce } = this.#options;
    this.#db = null;
    clock.clearTimeout(this.#lookTimer);
    if (this.#addedTimer === undefined) return;
    clock.clearTimeout(this.#addedTimer);
    announce();
  }

  /**
   * Must be called after a job has been added to this queue and its transaction has committed.
   *
   * @param startAfter when the job may start, in milliseconds since 1970. undefined means immediately.
   */
  added(queue: string, startAfter?: number): void {
    const { clock, wake } = this.#options;
    // A look finds jobs LOOK_EVERY_MS before they are due, so a later job needs no wake-up.
    if (startAfter !== undefined && startAfter - clock.now() > LOOK_EVERY_MS) return;
    if (this.#db === null) {
      this.#announce();
      return;
    }
    if (startAfter === undefined) this.#added.add(queue);
    this.#addedTimer ??= clock.setTimeout(() => {
      this.#addedTimer = undefined;
      wake(this.#added);
      this.#added.clear();
      this.#announce();
      // This finds the time of a deferred job, and a job that was locked when its workers asked for it.
      this.#lookIn(SETTLE_MS);
    }, COLLECT_MS);
  }

  /** Must be called when another process has announced that a job may be waiting, or when this may have been missed. */
  announced(): void {
    this.#announcedAt = this.#options.clock.now();
    this.#lookIn(COLLECT_MS);
  }

  #changed(): void {
    if (this.#db === null) this.#announce();
    else this.#lookIn(SETTLE_MS);
  }

  #announce(): void {
    this.#announcedAt = this.#options.clock.now();
    this.#options.announce();
  }

  /** Plans the next look, unless an earlier one is planned. */
  #lookIn(milliseconds: number): void {
    const { clock } = this.#options;
    const at = clock.now() + milliseconds;
    if (this.#db === null || at >= this.#nextLook) return;
    clock.clearTimeout(this.#lookTimer);
    this.#nextLook = at;
    this.#lookTimer = clock.setTimeout(() => {
      this.#nextLook = Infinity;
      void this.#look();
    }, milliseconds);
  }

  /** Looks for due jobs and plans the next look. */
  async #look(): Promise<void> {
    const { clock, onError } = this.#options;
    if (this.#db === null) return;
    if (this.#looking >= MOST_LOOKS) {
      this.#lookIn(LOOK_AGAIN_MS);
      return;
    }
    this.#looking += 1;
    // If this look gets no answer, another one tries again.
    const patience = clock.setTimeout(() => this.#lookIn(0), LOOK_AGAIN_MS);
    try {
      const { rows }: { rows: Due[] } = await this.#db.executeSql(FIND_DUE);
      this.#lookIn(this.#handle(rows.filter(({ name }) => this.#options.isServed(name))));
    } catch (error) {
      onError(error);
      this.#lookIn(LOOK_AGAIN_MS);
    } finally {
      clock.clearTimeout(patience);
      this.#looking -= 1;
    }
  }

  /** Wakes the workers of the queues with due jobs. Returns the pause before the next look, in milliseconds. */
  #handle(found: readonly Due[]): number {
    const { clock, wake } = this.#options;
    const due = new Set(found.filter(({ inMs }) => inMs <= 0).map(({ name }) => name));
    const isNew = [...due].some((name) => !this.#due.has(name));
    // The job has waited since the last look, so the workers of this process do not take it. This process announces it
    // to the others, unless any process has announced a job within the last second.
    if (due.size > 0 && !isNew && clock.now() - this.#announcedAt >= LOOK_AGAIN_MS) this.#announce();
    this.#due = due;
    wake(due);
    const later = found.filter(({ inMs }) => inMs > 0).map(({ inMs }) => Math.ceil(inMs));
    let pause = LOOK_EVERY_MS;
    if (due.size > 0) pause = LOOK_AGAIN_MS;
    if (isNew) pause = SETTLE_MS;
    return Math.min(pause, ...later);
  }
}

/** A queue with a job that is due in `inMs` milliseconds, or is due now if that is not positive. */
type Due = { readonly name: string; readonly inMs: number };
