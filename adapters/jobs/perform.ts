import type { Job, JobResult } from 'pg-boss';
import { PermanentJobError } from '../../application/shared/job-handlers.js';
import type { LogFields, Logger } from '../../application/shared/ports.js';
import type { JobDefinition } from './definitions.js';
import { splitRequestId } from './pg-boss-job-queue.js';

/** `retried` means that the job failed and will be retried, and `failed` that it will not be retried. */
export type JobOutcome = 'completed' | 'retried' | 'failed';

/** Receives the outcome of each job that this process runs. */
export type JobObserver = {
  /** Called after a job has ended. */
  ran(job: string, outcome: JobOutcome, seconds: number): void;
};

export type PerformOptions = {
  readonly logger: Logger;
  /** Runs `work` and adds `fields` to everything that it logs. */
  readonly inLogContext: <T>(fields: LogFields, work: () => T) => T;
  readonly observer?: JobObserver | undefined;
};

/**
 * Runs a job once and reports the outcome to the observer. If it rejects, the queue retries the job until its retries
 * are used up. After a PermanentJobError or with an invalid payload, the job fails without a retry.
 */
export function perform<Payload>(
  job: Job<unknown>,
  definition: JobDefinition<Payload>,
  handler: (payload: Payload) => Promise<unknown>,
  { logger, inLogContext, observer }: PerformOptions,
): Promise<JobResult> {
  const { payload, requestId } = splitRequestId(job.data);
  const fields = { job: job.name, jobId: job.id, ...(requestId !== undefined && { requestId }) };
  const attempt = { ...fields, attempt: job.retryCount + 1 };
  const begunAt = performance.now();
  const ran = (outcome: JobOutcome) => observer?.ran(job.name, outcome, (performance.now() - begunAt) / 1000);
  return inLogContext(fields, async (): Promise<JobResult> => {
    try {
      if (!definition.accepts(payload)) throw new PermanentJobError('The payload of the job is invalid');
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
