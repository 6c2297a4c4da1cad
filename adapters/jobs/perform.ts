import type { Job, JobResult } from 'pg-boss';
import { PermanentJobError } from '../../application/job-handlers.js';
import type { Logger } from '../../application/ports/logger.js';
import type { JobDefinition } from './definitions.js';

/**
 * Runs a job once and tells how it ended. A rejection makes the queue try it again later, until its retries are
 * used up; after a PermanentJobError, or with a payload that nobody understands, it has failed at once.
 */
export async function perform<Payload>(
  job: Job<unknown>,
  definition: JobDefinition<Payload>,
  handler: (payload: Payload) => Promise<void>,
  logger: Logger,
): Promise<JobResult> {
  const fields = { job: job.name, jobId: job.id, attempt: job.retryCount + 1 };
  try {
    if (!definition.accepts(job.data)) throw new PermanentJobError('The payload is not one of this job');
    await handler(job.data);
    logger.debug('job done', fields);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    if (error instanceof PermanentJobError) {
      logger.error('job failed for good', { ...fields, error });
      return { id: job.id, status: 'deadletter', output: { name: error.name, message: error.message } };
    }
    if (job.retryCount >= definition.retryLimit)
      logger.error('job failed and is given up', { ...fields, error });
    else logger.warn('job failed and is tried again later', { ...fields, error });
    throw error;
  }
}
