import { fromKysely, PgBoss, systemClock, type Clock, type Db, type KyselyTransactionLike } from 'pg-boss';
import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { JobOperations } from '../../application/shared/job-operations.js';
import type { AfterCommit, JobCounts, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';
import type { Logger } from '../../application/shared/ports.js';
import { jobDefinitions, type JobDefinition, type JobDefinitions } from './definitions.js';
import { DueJobs } from './due-jobs.js';
import { perform, type JobObserver, type PerformOptions } from './perform.js';
import { PgBossJobOperations } from './job-operations.js';
import { PgBossJobQueue } from './pg-boss-job-queue.js';
import { RepeatedErrors } from './repeated-errors.js';
import { register, schedules as allSchedules, type Schedule } from './schedules.js';

/**
 * If a worker has been silent for this long, its job counts as failed when pg-boss next checks for such jobs. It is
 * retried if it has retries left.
 */
const HEARTBEAT_SECONDS = 30;
/** How often a worker looks for a job that nobody has woken it for. It never has to, because {@link DueJobs} wakes it. */
const POLLING_SECONDS = 3_600;
/** The longest interval that pg-boss allows for the worker that adds scheduled jobs. {@link DueJobs} wakes it, too. */
const SCHEDULE_POLLING_SECONDS = 45;
/** How often pg-boss looks for jobs that wait for other jobs. We have none, and pg-boss cannot switch this off. */
const FLOW_SECONDS = 24 * 3_600;
/** How often pg-boss reads the settings of the queues again. They change only when a process of a new release starts. */
const QUEUE_SETTINGS_SECONDS = 600;
/** How long a stop waits for running jobs. pg-boss checks every half second, so a stop can take that much longer. */
const GRACE_MS = 2_000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Options of the connections to the database of the queue. */
export type QueueConnections = {
  /** How many connections may be open at the same time. */
  readonly connections: number;
  /** Receives the error of a connection that breaks while it is not used. */
  readonly onIdleError: (error: Error) => void;
};

/** Tells the processes that use the same queue when a job may be waiting for one of them. */
export type JobNews = {
  /** Tells all other processes. */
  announce(): void;
  /** Calls `listener` when another process has announced something, and whenever that may have been missed. */
  subscribe(listener: () => void): void;
};

const NO_OTHERS: JobNews = { announce: () => undefined, subscribe: () => undefined };

export type PgBossJobsOptions = {
  /** Opens the connections to the database of the queue. */
  readonly openDatabase: (options: QueueConnections) => Db & { close(): Promise<void> };
  /** Without it, the jobs of other processes begin up to 15 seconds after they are due. */
  readonly news?: JobNews;
  readonly logger: Logger;
  /** null means that this process only adds jobs. Other processes run them and the schedules. */
  readonly handlers: JobHandlers | null;
  readonly definitions?: JobDefinitions;
  readonly schedules?: readonly Schedule[];
  /** Adds fields to everything that a job logs. Without it, only the lines about the job itself have them. */
  readonly inLogContext?: PerformOptions['inLogContext'];
  readonly observer?: JobObserver | undefined;
  /** The clock, which tests replace. */
  readonly clock?: Clock;
};

/** The job queue of this process, in the schema `pgboss` of its database. It uses up to four connections of its own. */
export class PgBossJobs {
  readonly #database: ReturnType<PgBossJobsOptions['openDatabase']>;
  readonly #boss: PgBoss;
  readonly #news: JobNews;
  readonly #logger: Logger;
  readonly #handlers: JobHandlers | null;
  readonly #definitions: JobDefinitions;
  readonly #schedules: readonly Schedule[];
  readonly #perform: PerformOptions;
  readonly #errors: RepeatedErrors;
  readonly #dueJobs: DueJobs;
  /** The ids of the workers of this process, by queue. */
  readonly #workers = new Map<string, string[]>();
  #stopping = false;
  #closing: Promise<void> | undefined;

  constructor(options: PgBossJobsOptions) {
    const { logger, handlers, news = NO_OTHERS, clock = systemClock } = options;
    this.#logger = logger;
    this.#news = news;
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
    this.#database = options.openDatabase({
      connections: works ? 4 : 1,
      onIdleError: (error) => this.#report(error),
    });
    this.#dueJobs = new DueJobs({
      clock,
      wake: (queues) => this.#wake(queues),
      isServed: (queue) => this.#workers.has(queue),
      announce: () => news.announce(),
      onError: (error) => this.#report(error),
    });
    this.#boss = new PgBoss({
      db: this.#dueJobs.watch(this.#database),
      schema: 'pgboss',
      supervise: works,
      schedule: works,
      cronWorkerIntervalSeconds: SCHEDULE_POLLING_SECONDS,
      flowIntervalSeconds: FLOW_SECONDS,
      queueCacheIntervalSeconds: QUEUE_SETTINGS_SECONDS,
      clock,
    });
    this.#boss.on('error', (error) => this.#report(error));
    this.#boss.on('warning', ({ message, data }) =>
      logger.warn('job queue warning', { warning: message, data }),
    );
  }

  /**
   * Creates the tables and queues. If there are handlers, it also starts the workers and stores the schedules.
   * Processes that start at the same time wait for each other.
   */
  async start(): Promise<void> {
    try {
      await this.#boss.start();
      await this.#declareAll();
      if (this.#handlers === null) return;
      for (const name of this.#names()) await this.#work(name, this.#handlers);
      for (const { name, id } of this.#boss.getWipData({ includeInternal: true }))
        this.#workers.set(name, [...(this.#workers.get(name) ?? []), id]);
      await this.#dueJobs.start(this.#boss.getDb());
      this.#news.subscribe(() => this.#dueJobs.announced());
      await register(this.#boss, this.#schedules);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Returns a queue whose jobs are added in this transaction, which must be in the queue's database. The functions that
   * are passed to `afterCommit` must be called once the transaction has committed.
   */
  within(transaction: KyselyTransactionLike, afterCommit: AfterCommit): JobQueue {
    return new PgBossJobQueue(this.#boss, fromKysely(transaction), (name, startAfter) => {
      afterCommit(() => this.#dueJobs.added(name, startAfter));
    });
  }

  /** Returns a queue that adds jobs immediately. */
  queue(): JobQueue {
    return new PgBossJobQueue(this.#boss, this.#boss.getDb(), (name, startAfter) =>
      this.#dueJobs.added(name, startAfter),
    );
  }

  /** Returns the functions with which operators manage single jobs and schedules. */
  operations(): JobOperations {
    return new PgBossJobOperations(this.#boss);
  }

  /**
   * Returns the number of jobs by kind. The workers count them every minute. Kinds that only an earlier version had are
   * left out, because their jobs never run.
   */
  async counts(): Promise<readonly JobCounts[]> {
    const known = (await this.#boss.getQueues()).filter(({ name }) => Object.hasOwn(this.#definitions, name));
    return known.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
      job: name,
      waiting: readyCount,
      deferred: deferredCount,
      active: activeCount,
      failed: failedCount,
    }));
  }

  /**
   * Starts no more jobs and waits for running ones. Jobs that are not finished within GRACE_MS count as failed, and
   * are retried if they have retries left. Open transactions can still add jobs.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#dueJobs.stop();
    await this.#boss.stop({ graceful: true, timeout: GRACE_MS });
    await (this.#closing ??= this.#database.close());
  }

  #names(): JobName[] {
    return Object.keys(this.#definitions) as JobName[];
  }

  /** Creates the queues, or updates their settings if they differ from the definitions. */
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
      // pg-boss reads the settings of a new queue when it first uses the queue. This query makes pg-boss read them
      // now instead of within the transaction of a request.
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
          // More jobs may be waiting. Without this call, the worker would wait up to a second after each job.
          this.#boss.notifyWorker(worker);
          return Promise.all(jobs.map((job) => perform(job, definition, handlers[name], this.#perform)));
        },
      );
    }
  }

  #wake(queues: Iterable<string>): void {
    for (const queue of queues)
      for (const worker of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(worker);
  }

  /**
   * Logs an error of pg-boss, which also reports plain objects. During a stop it logs at level debug only, because
   * interrupted jobs complain about the closed queue.
   */
  #report(reported: unknown): void {
    const error =
      reported instanceof Error
        ? reported
        : Object.assign(new Error('unknown'), typeof reported === 'object' ? reported : {});
    if (this.#stopping) this.#logger.debug('job queue error while stopping', { error });
    else this.#errors.add(error);
  }
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
