import { IsString } from 'class-validator';
import { jobDefinitions, type JobDefinitions } from '../../adapters/jobs/definitions.js';
import { accepts } from '../../adapters/jobs/payloads.js';
import { field } from '../../adapters/validation/compose.js';
import { isList } from '../../adapters/validation/values.js';
import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/** The payload of a job that exists only in tests. */
export class Probe {
  @field({ type: 'string' }, IsString()) label!: string;
  @field({ type: 'array' }, isList({ max: 10 }), IsString({ each: true })) members!: string[];
}

const NAME = 'probe';

/** The queue handles only this job, because each further job would add a queue and workers to every test. */
export const probeDefinitions = {
  [NAME]: {
    accepts: accepts(Probe),
    concurrency: 2,
    retryLimit: 2,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 60,
    expireInSeconds: 900,
  },
} as object as JobDefinitions;

export function enqueueProbe(jobs: JobQueue, label: string, options?: EnqueueOptions): Promise<void> {
  return enqueuePayload(jobs, aProbe(label), options);
}

export const aProbe = (label: string): Probe => ({ label, members: ['ann', 'ben'] });

export function enqueuePayload(jobs: JobQueue, payload: object, options?: EnqueueOptions): Promise<void> {
  return jobs.enqueue(NAME as JobName, payload as Jobs[JobName], options);
}

export function probeHandlers(handle: (probe: Probe) => Promise<void> | void): JobHandlers {
  const own = { [NAME]: async (payload: Probe) => handle(payload) };
  return { ...handlersWith({}), ...own };
}

/** Returns these handlers. The handlers of all other jobs fail. */
export function handlersWith(own: Partial<JobHandlers>): JobHandlers {
  const unexpected = Object.keys(jobDefinitions).map((name) => [
    name,
    () => Promise.reject(new Error(`${name} is not expected in this test`)),
  ]);
  return { ...(Object.fromEntries(unexpected) as JobHandlers), ...own };
}
