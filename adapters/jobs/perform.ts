import type { Job, JobResult } from 'pg-boss';
import { PermanentJobError } from '../../application/shared/job-handlers.js';
import type { LogFields, Logger } from '../../application/shared/ports.js';
import type { JobDefinition } from './definitions.js';
import { untraced } from './pg-boss-job-queue.js';

/** completed; retried: it failed and is tried again; failed: for good. */
export type JobOutcome = 'completed' | 'retried' | 'failed';

/** Whoever wants to know how the runs of this process went. */
export type JobObserver = {
  /** Is told of each run when it has ended. */
  ran(job: string, outcome: JobOutcome, seconds: number): void;
};

export type PerformOptions = {
  readonly logger: Logger;
  /** Runs `work` so that all that is logged meanwhile carries `fields`. */
  readonly inLogContext: <T>(fields: LogFields, work: () => T) => T;
  readonly observer?: JobObserver | undefined;
};

/**
 * Runs a job once and tells how it ended. A rejection makes the queue try it again later, until its retries are
 * used up; after a PermanentJobError, or with a payload that nobody understands, it has failed at once.
 */
export function perform<Payload>(
  job: Job<unknown>,
  definition: JobDefinition<Payload>,
  handler: (payload: Payload) => Promise<unknown>,
  { logger, inLogContext, observer }: PerformOptions,
): Promise<JobResult> {
  const { payload, requestId } = untraced(job.data);
  const fields = { job: job.name, jobId: job.id, ...(requestId !== undefined && { requestId }) };
  const attempt = { ...fields, attempt: job.retryCount + 1 };
  const begunAt = performance.now();
  const ran = (outcome: JobOutcome) => observer?.ran(job.name, outcome, (performance.now() - begunAt) / 1000);
  return inLogContext(fields, async (): Promise<JobResult> => {
    try {
      if (!definition.accepts(payload)) throw new PermanentJobError('The payload is not one of this job');
      await handler(payload);
      ran('completed');
      logger.debug('job done', attempt);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      if (error instanceof PermanentJobError) {
        ran('failed');
        logger.error('job failed permanently', { ...attempt, error });
        return { id: job.id, status: 'deadletter', output: { name: error.name, message: error.message } };
      }
      const isLast = job.retryCount >= definition.retryLimit;
      ran(isLast ? 'failed' : 'retried');
      if (isLast) logger.error('job failed, no attempts left', { ...attempt, error });
      else logger.warn('job failed, will retry', { ...attempt, error });
      throw error;
    }
  });
}
