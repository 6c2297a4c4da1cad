import { randomUUID } from 'node:crypto';
import type { Db, PgBoss } from 'pg-boss';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/** Returns the id of the request that the caller works for, or undefined if there is none, as for scheduled jobs. */
export type CurrentRequestId = () => string | undefined;

const REQUEST_ID = 'requestId';
/** Matches a valid request id. The queue may also contain values that another program has stored. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Adds the id of the current request, if there is one, to each job, so that the log lines of the job can be found
 * with it. Jobs that are added while the job runs get the same id.
 */
export class TracedJobQueue implements JobQueue {
  readonly #queue: JobQueue;
  readonly #currentRequestId: CurrentRequestId;

  constructor(queue: JobQueue, currentRequestId: CurrentRequestId) {
    this.#queue = queue;
    this.#currentRequestId = currentRequestId;
  }

  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: EnqueueOptions): Promise<void> {
    const requestId = this.#currentRequestId();
    const sent = requestId === undefined ? payload : { ...payload, [REQUEST_ID]: requestId };
    return this.#queue.enqueue(name, sent, options);
  }
}

/** Separates the payload from the request id that {@link TracedJobQueue} has added. */
export function splitRequestId(data: unknown): { readonly payload: unknown; readonly requestId?: string } {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !(REQUEST_ID in data))
    return { payload: data };
  const { [REQUEST_ID]: requestId, ...payload } = data;
  return typeof requestId === 'string' && ACCEPTABLE.test(requestId) ? { payload, requestId } : { payload };
}

/**
 * How often the queue tries to add a job, at most. If a job with the same key is already waiting, the queue locks
 * that job instead. But the waiting job may start before it is locked, and then the queue tries again.
 */
const TRIES = 20;

/** Called when a job was added, with the time from which it may start. undefined means immediately. */
type OnAdded = (name: JobName, startAfter: number | undefined) => void;

/**
 * Adds jobs with the given connection or transaction. The queues have the policy `short`, so the database refuses a
 * second waiting job with the same key. A job without a key gets a random one.
 */
export class PgBossJobQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #db: Db;
  readonly #onAdded: OnAdded;

  constructor(boss: PgBoss, db: Db, onAdded: OnAdded) {
    this.#boss = boss;
    this.#db = db;
    this.#onAdded = onAdded;
  }

  async enqueue<Name extends JobName>(
    name: Name,
    payload: Jobs[Name],
    { startAfter, singletonKey = randomUUID() }: EnqueueOptions = {},
  ): Promise<void> {
    const options = {
      db: this.#db,
      singletonKey,
      ...(startAfter !== undefined && { startAfter: new Date(startAfter) }),
    };
    for (let i = 0; i < TRIES; i++) {
      const isAdded = (await this.#boss.send(name, payload, options)) !== null;
      if (!isAdded && !(await this.#hold(name, singletonKey))) continue;
      this.#onAdded(name, startAfter);
      return;
    }
    throw new Error(`A job ${name} could neither be added nor found waiting`);
  }

  /**
   * Locks the waiting job by an update that changes nothing. Workers skip locked rows, so the job starts only after
   * this transaction has ended and sees all of its changes. Returns false if the job has already started.
   */
  async #hold(name: JobName, singletonKey: string): Promise<boolean> {
    const { updated } = await this.#boss.update(name, undefined, {
      db: this.#db,
      singletonKey,
      match: 'oldest',
    });
    return updated > 0;
  }
}
