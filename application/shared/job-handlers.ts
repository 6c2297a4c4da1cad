import type { JobName, Jobs } from './job-queue.js';

/**
 * The handler of each job.
 *
 * A handler that resolves has done its work. If it rejects, the job is retried a limited number of times with
 * growing pauses, unless the error is a {@link PermanentJobError}. A handler may run twice for one job, even
 * after it resolved, because the process can die before the result is stored.
 */
export type JobHandlers = { readonly [Name in JobName]: (payload: Jobs[Name]) => Promise<unknown> };

/** Ends a job without a retry, because the error is permanent. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}
