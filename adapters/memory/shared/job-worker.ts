import { PermanentJobError, type JobHandlers } from '../../../application/shared/job-handlers.js';
import type { JobName, Jobs } from '../../../application/shared/job-queue.js';
import type { Clock } from '../../../application/shared/ports.js';
import type { QueuedJob } from './job-queue.js';
import type { Store } from '../store.js';

const TRIES = 11;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

export type FailedJob = { readonly job: QueuedJob; readonly error: unknown };

/** Runs the jobs of a store when it is told to, so that a test decides when background work happens. */
export class InMemoryJobWorker {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #handlers: JobHandlers;

  constructor(store: Store, clock: Clock, handlers: JobHandlers) {
    this.#store = store;
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /**
   * Runs what is due, oldest first, and what becomes due by that, until nothing is left; tells what failed.
   * What may be tried again waits for the clock to be moved.
   */
  async runDue(): Promise<readonly FailedJob[]> {
    const failed: FailedJob[] = [];
    for (let job = this.#take(); job !== undefined; job = this.#take()) {
      try {
        await this.#run(job.name, structuredClone(job.payload));
      } catch (error) {
        failed.push({ job, error });
        if (!(error instanceof PermanentJobError)) this.#tryLater(job);
      }
    }
    return failed;
  }

  #run<Name extends JobName>(name: Name, payload: Jobs[JobName]): Promise<void> {
    return this.#handlers[name](payload as Jobs[Name]);
  }

  #take(): QueuedJob | undefined {
    const now = this.#clock.now();
    const [job] = this.#store.jobs.filter(({ startAfter }) => startAfter === null || startAfter <= now);
    if (job !== undefined) this.#store.jobs.delete(job.id);
    return job;
  }

  #tryLater(job: QueuedJob): void {
    const failures = job.failures + 1;
    if (failures >= TRIES) return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    this.#store.jobs.set(job.id, { ...job, failures, startAfter: this.#clock.now() + pause });
  }
}
