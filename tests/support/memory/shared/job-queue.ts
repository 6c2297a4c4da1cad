import { randomUUID } from 'node:crypto';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../../../application/shared/job-queue.js';
import { type QueuedJob, InMemoryRepository } from '../store.js';

/** Stores jobs in the store like all other rows. If a unit of work fails, its jobs are dropped with its draft. */
export class InMemoryJobQueue extends InMemoryRepository implements JobQueue {
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
    // The job is stored even if an equal job is already waiting. If the waiting job starts before this draft is
    // committed, the commit adds the job again.
    this.store.jobs.set(job.id, job);
  }

  #waiting(name: string, key: string): QueuedJob | undefined {
    return this.store.jobs.filter((job) => job.name === name && job.singletonKey === key)[0];
  }
}
