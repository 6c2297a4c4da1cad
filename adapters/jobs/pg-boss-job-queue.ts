import { randomUUID } from 'node:crypto';
import type { Db, PgBoss } from 'pg-boss';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

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
