import type { JobQueue } from '../../application/shared/job-queue.js';

/** For units of work that add no jobs. */
export function withoutJobs(): JobQueue {
  return { enqueue: (name) => Promise.reject(new Error(`this test has no queue for ${name}`)) };
}
