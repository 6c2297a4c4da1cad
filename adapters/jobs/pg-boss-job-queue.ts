import { randomUUID } from 'node:crypto';
import type { Db, PgBoss } from 'pg-boss';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/** The request on whose behalf something happens; undefined: nobody's, such as the clock's. */
export type CurrentRequestId = () => string | undefined;

const REQUEST_ID = 'requestId';
/** What the service takes as an id of a request; a queue may hold what others put into it. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/** Sends the id of the request along with its jobs, and theirs with the jobs that follow from them. */
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

/** What came out of the queue, as it was before a {@link TracedJobQueue} sent it. */
export function untraced(data: unknown): { readonly payload: unknown; readonly requestId?: string } {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !(REQUEST_ID in data))
    return { payload: data };
  const { [REQUEST_ID]: requestId, ...payload } = data;
  return typeof requestId === 'string' && ACCEPTABLE.test(requestId) ? { payload, requestId } : { payload };
}

/** How often a waiting job may start between the two looks at it before that is no longer chance. */
const TRIES = 20;

/**
 * Adds jobs through one connection. The queues have the policy `short`: the database refuses a second waiting
 * job with the same key, which is why a job without a key gets one of its own.
 */
export class PgBossJobQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #db: Db;

  constructor(boss: PgBoss, db: Db) {
    this.#boss = boss;
    this.#db = db;
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
      if ((await this.#boss.send(name, payload, options)) !== null) return;
      if (await this.#hold(name, singletonKey)) return;
    }
    throw new Error(`A job ${name} could neither be added nor found waiting`);
  }

  /**
   * Writes the waiting job without changing it: workers pass over a row that is locked, so it cannot start
   * before this transaction ends and miss what the transaction is about to commit. False: it has started.
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
