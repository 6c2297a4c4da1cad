import type { Instant } from '../../domain/shared/zone.js';

/** A job as operators see it. E-mail addresses and possible tokens are masked. */
export type InspectedJob = {
  readonly queue: string;
  readonly id: string;
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  /** The number of times that the job was started, and the maximum number. */
  readonly attempts: { readonly made: number; readonly most: number };
  readonly createdAt: Instant;
  /** The earliest time at which the job starts. */
  readonly startAfter: Instant;
  readonly startedAt: Instant | null;
  readonly completedAt: Instant | null;
  /** The time when the worker that runs the job last reported that it is alive. */
  readonly heartbeatAt: Instant | null;
  readonly data: unknown;
  /** The output of the last attempt: the error if it failed, otherwise usually null. */
  readonly output: unknown;
};

export type InspectedSchedule = {
  readonly queue: string;
  /** A cron expression: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  readonly timeZone: string;
  /** The id of the last job that the schedule added. null means that it has added no job yet. */
  readonly lastJobId: string | null;
};

/**
 * The changes that an operator can make to a job. `retry` starts a failed job again, `cancel` ends an unfinished job,
 * and `resume` puts a cancelled job back into the queue.
 */
export const JOB_CHANGES = ['retry', 'cancel', 'resume'] as const;
export type JobChange = (typeof JOB_CHANGES)[number];

export const CHANGES_IN_STATE: Readonly<Record<InspectedJob['state'], readonly JobChange[]>> = {
  created: ['cancel'],
  retry: ['cancel'],
  active: ['cancel'],
  completed: [],
  cancelled: ['resume'],
  failed: ['retry'],
};

/**
 * Lets operators inspect single jobs of the queue, change their state, and start scheduled jobs at once. Implemented
 * by an adapter.
 */
export type JobOperations = {
  /** Returns null if there is no such job, or no such queue. */
  find(queue: string, id: string): Promise<InspectedJob | null>;
  /**
   * Returns false if the state of the job does not allow the change. The same applies if the job does not exist, or
   * if a cancelled job is resumed while another job with the same key waits.
   */
  change(queue: string, id: string, change: JobChange): Promise<boolean>;
  /** Lists all schedules by the name of their queue. */
  listSchedules(): Promise<readonly InspectedSchedule[]>;
  /**
   * Adds the job of a schedule, to start at once, and returns its id. The schedule itself does not change.
   * Returns null if there is no such schedule.
   */
  runNow(queue: string): Promise<string | null>;
};
