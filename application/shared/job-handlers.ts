import type { JobName, Jobs } from './job-queue.js';

/**
 * What each job does. A handler that resolves has done its work. One that rejects is called again later, a
 * bounded number of times and after ever longer pauses, unless it rejects with a {@link PermanentJobError}.
 * It may be called twice for one job, also when it resolved: the process can die before that is noted.
 */
export type JobHandlers = { readonly [Name in JobName]: (payload: Jobs[Name]) => Promise<unknown> };

/** Ends a job for good: what is wrong with it does not change by waiting. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}
