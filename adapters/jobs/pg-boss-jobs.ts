import { fromKysely, PgBoss, type Clock, type KyselyTransactionLike } from 'pg-boss';
import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { JobOperations } from '../../application/shared/job-operations.js';
import type { JobCounts, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';
import type { Logger } from '../../application/shared/ports.js';
import { jobDefinitions, type JobDefinition, type JobDefinitions } from './definitions.js';
import { perform, type JobObserver, type PerformOptions } from './perform.js';
import { PgBossJobOperations } from './job-operations.js';
import { PgBossJobQueue } from './pg-boss-job-queue.js';
import { RepeatedErrors } from './repeated-errors.js';
import { register, schedules as allSchedules, type Schedule } from './schedules.js';

/** How long a worker may be silent before its jobs are given to another one, once that is noticed. */
const HEARTBEAT_SECONDS = 30;
const SUPERVISION_SECONDS = 30;
const POLLING_SECONDS = 1;
/** How long a stop waits for the jobs in flight; looked at every half second, so the stop takes up to that more. */
const GRACE_MS = 2_000;
/**
 * How long the pool of pg-boss waits for a server that says nothing, frozen or cut off, before it gives that connection
 * up. Far more than its statements take, those that bring its tables up to date included.
 */
const ANSWER_MS = 30_000;
const NIL = '00000000-0000-0000-0000-000000000000';

export type PgBossJobsOptions = {
  readonly connectionString: string;
  readonly logger: Logger;
  /** Null: this process adds jobs and leaves running them, and the schedules, to others. */
  readonly handlers: JobHandlers | null;
  readonly definitions?: JobDefinitions;
  readonly schedules?: readonly Schedule[];
  /** Whatever a job logs carries what is given here; without it, only its own lines do. */
  readonly inLogContext?: PerformOptions['inLogContext'];
  readonly observer?: JobObserver | undefined;
  /** How long to wait for a server that says nothing at all. */
  readonly answerTimeoutMs?: number;
  /** Time itself, for tests. */
  readonly clock?: Clock;
};

/** The queue of this process, in the schema `pgboss` of its database, over a few connections of its own. */
export class PgBossJobs {
  readonly #boss: PgBoss;
  readonly #logger: Logger;
  readonly #handlers: JobHandlers | null;
  readonly #definitions: JobDefinitions;
  readonly #schedules: readonly Schedule[];
  readonly #perform: PerformOptions;
  readonly #errors: RepeatedErrors;
  #stopping = false;

  constructor(options: PgBossJobsOptions) {
    const { connectionString, logger, handlers, clock } = options;
    this.#logger = logger;
    this.#errors = new RepeatedErrors((error, repeated) =>
      logger.error('job queue error', { error, ...(repeated > 0 && { repeated }) }),
    );
    this.#handlers = handlers;
    this.#definitions = options.definitions ?? jobDefinitions;
    this.#schedules = options.schedules ?? allSchedules;
    this.#perform = {
      logger,
      inLogContext: options.inLogContext ?? ((_fields, work) => work()),
      observer: options.observer,
    };
    const works = handlers !== null;
    this.#boss = new PgBoss({
      connectionString,
      schema: 'pgboss',
      application_name: 'household-planner jobs',
      max: works ? 4 : 1,
      ...forItsPool(options.answerTimeoutMs ?? ANSWER_MS),
      supervise: works,
      superviseIntervalSeconds: SUPERVISION_SECONDS,
      monitorIntervalSeconds: SUPERVISION_SECONDS,
      schedule: works,
      ...(clock !== undefined && { clock }),
    });
    this.#boss.on('error', (error) => this.#report(error));
    this.#boss.on('warning', ({ message, data }) =>
      logger.warn('job queue warning', { warning: message, data }),
    );
  }

  /**
   * Creates what the queue needs in its database, and begins to work if there are handlers. Processes that
   * start at once wait for each other.
   */
  async start(): Promise<void> {
    try {
      await this.#boss.start();
      await this.#declareAll();
      if (this.#handlers === null) return;
      for (const name of this.#names()) await this.#work(name, this.#handlers);
      await register(this.#boss, this.#schedules);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** The queue as part of a transaction in the database of the queue. */
  within(transaction: KyselyTransactionLike): JobQueue {
    return new PgBossJobQueue(this.#boss, fromKysely(transaction));
  }

  /** Jobs added to this one are there at once. */
  queue(): JobQueue {
    return new PgBossJobQueue(this.#boss, this.#boss.getDb());
  }

  /** What operators can do with single jobs and schedules. */
  operations(): JobOperations {
    return new PgBossJobOperations(this.#boss);
  }

  /** How many jobs there are of each kind, as the workers counted them last: within the half minute before. */
  async counts(): Promise<readonly JobCounts[]> {
    return (await this.#boss.getQueues()).map(
      ({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
        job: name,
        waiting: readyCount,
        deferred: deferredCount,
        active: activeCount,
        failed: failedCount,
      }),
    );
  }

  /**
   * Begins no more jobs and waits for those in flight; what is not done within the grace goes back to the queue.
   * Transactions that are still open may go on to add jobs.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#boss.stop({ graceful: true, timeout: GRACE_MS });
  }

  #names(): JobName[] {
    return Object.keys(this.#definitions) as JobName[];
  }

  /** Settings may have changed since a queue was created. */
  async #declareAll(): Promise<void> {
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const name of this.#names()) {
      const settings = toQueueSettings(this.#definitions[name]);
      const isAsDeclared = Object.entries(settings).every(
        ([key, value]) => known.get(name)?.[key as keyof QueueSettings] === value,
      );
      if (isAsDeclared) continue;
      await this.#boss.createQueue(name, { policy: 'short', ...settings });
      await this.#boss.updateQueue(name, settings);
      // pg-boss reads the settings with the first job of a queue: better now than within somebody's transaction.
      await this.#boss.findJobs(name, { id: NIL });
    }
  }

  async #work<Name extends JobName>(name: Name, handlers: JobHandlers): Promise<void> {
    const definition: JobDefinition<Jobs[Name]> = this.#definitions[name];
    for (let i = 0; i < definition.concurrency; i++) {
      const worker = await this.#boss.work(
        name,
        { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1, perJobResults: true },
        async (jobs) => {
          // There may be more: without this the worker would wait for the next poll after each job.
          this.#boss.notifyWorker(worker);
          return Promise.all(jobs.map((job) => perform(job, definition, handlers[name], this.#perform)));
        },
      );
    }
  }

  /** pg-boss also reports plain objects. Jobs that were cut off by a stop complain that the queue is closed. */
  #report(reported: unknown): void {
    const error =
      reported instanceof Error
        ? reported
        : Object.assign(new Error('unknown'), typeof reported === 'object' ? reported : {});
    if (this.#stopping) this.#logger.debug('job queue error while stopping', { error });
    else this.#errors.add(error);
  }
}

/** pg-boss hands its options on to the driver's pool; its types lack these. */
function forItsPool(answerTimeoutMs: number): { query_timeout: number; keepAlive: boolean } {
  return { query_timeout: answerTimeoutMs, keepAlive: true };
}

type QueueSettings = ReturnType<typeof toQueueSettings>;

function toQueueSettings(definition: Omit<JobDefinition<never>, 'accepts'>) {
  return {
    retryLimit: definition.retryLimit,
    retryBackoff: true,
    retryDelay: definition.retryDelaySeconds,
    retryDelayMax: definition.retryDelayMaxSeconds,
    expireInSeconds: definition.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
}
