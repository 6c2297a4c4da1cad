import { randomUUID } from 'node:crypto';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../../application/shared/job-queue.js';
import type { QueuedJob, Store } from '../store.js';

/** Jobs lie in the store like everything else, so they are forgotten with the draft of a failed unit of work. */
export class InMemoryJobQueue implements JobQueue {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async enqueue<Name extends JobName>(
    name: Name,
    payload: Jobs[Name],
    { startAfter, singletonKey }: EnqueueOptions = {},
  ): Promise<void> {
    const waiting = singletonKey === undefined ? undefined : this.#waiting(name, singletonKey);
    const job = waiting ?? {
      id: randomUUID(),
      name,
      payload,
      startAfter: startAfter ?? null,
      singletonKey: singletonKey ?? null,
    };
    // Also when it waits already: should it start before this draft is committed, it comes back with it.
    this.#store.jobs.set(job.id, job);
  }

  #waiting(name: string, key: string): QueuedJob | undefined {
    return this.#store.jobs.filter((job) => job.name === name && job.singletonKey === key)[0];
  }
}
