import type { JobQueue } from '../../application/shared/job-queue.js';

/** A job queue for units of work that add no jobs. It rejects every job. */
export function withoutJobs(): JobQueue {
  return { enqueue: (name) => Promise.reject(new Error(`this test has no queue for ${name}`)) };
}
