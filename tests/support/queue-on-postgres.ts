import { CLOCK_OVERRIDE_SETTING, TestClock } from 'pg-boss';
import { PgBossJobs, type PgBossJobsOptions } from '../../adapters/jobs/pg-boss-jobs.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { createTestDatabase, query, type TestDatabase } from './database/test-database.js';
import { NewsBetweenProcesses } from './job-news.js';
import { probeDefinitions, probeHandlers, type Probe } from './probe-job.js';
import { RecordingLogger } from './recording-logger.js';
import { queueAt } from './queue-database.js';

/** A bit more than the pause between two looks for due jobs. */
const LOOK_MS = 1_500;

/** A database with a job queue. Its time stands still until the test moves it. */
export class QueueOnPostgres {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly clock: TestClock;
  readonly logger = new RecordingLogger();
  readonly #started: PgBossJobs[] = [];
  readonly #news = new NewsBetweenProcesses();
  #starting: Promise<unknown> = Promise.resolve();
  readonly #inFlight = new Set<Promise<unknown>>();
  #begun = 0;

  constructor(database: TestDatabase, now: number) {
    this.database = database;
    this.db = createDatabase({ connectionString: database.connectionString });
    this.clock = new TestClock(now);
  }

  static async create(now = Date.now()): Promise<QueueOnPostgres> {
    const database = await createTestDatabase();
    await query(database, `alter database ${nameOf(database)} set ${CLOCK_OVERRIDE_SETTING} = 'on'`);
    return new QueueOnPostgres(database, now);
  }

  /** Starts a process that handles probe jobs. With null as handler, the process can only add jobs. */
  async start(
    handler: ((probe: Probe) => Promise<void> | void) | null,
    options: Partial<PgBossJobsOptions> = {},
  ): Promise<PgBossJobs> {
    const jobs = new PgBossJobs({
      openDatabase: queueAt(this.database.connectionString),
      news: this.#news.join(),
      logger: this.logger,
      handlers: handler && probeHandlers((probe) => this.#track(handler, probe)),
      definitions: probeDefinitions,
      schedules: [],
      clock: this.clock,
      ...options,
    });
    this.#started.push(jobs);
    // The processes start one after the other, because the test clock is written to the database without a
    // lock.
    this.#starting = this.#starting.then(() => jobs.start());
    await this.#starting;
    return jobs;
  }

  unitOfWork(jobs: PgBossJobs): PostgresUnitOfWork {
    return new PostgresUnitOfWork(this.db, (transaction, afterCommit) =>
      jobs.within(transaction, afterCommit),
    );
  }

  /** Moves the clock and resolves when all due jobs are done. */
  async advance(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.clock.setTime(this.clock.now() + milliseconds);
    let before: number;
    do {
      before = this.#begun;
      await this.clock.tick(LOOK_MS);
      while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    } while (this.#begun > before);
  }

  query = (text: string) => query(this.database, text);

  async close(): Promise<void> {
    await Promise.all(this.#started.map((jobs) => jobs.stop()));
    await this.db.destroy();
    await this.database.drop();
  }

  async #track(handler: (probe: Probe) => Promise<void> | void, probe: Probe): Promise<void> {
    this.#begun++;
    const handling = (async () => handler(probe))();
    const settled = handling.catch(() => undefined);
    this.#inFlight.add(settled);
    void settled.then(() => this.#inFlight.delete(settled));
    await handling;
  }
}

function nameOf(database: TestDatabase): string {
  return new URL(database.connectionString).pathname.slice(1);
}
