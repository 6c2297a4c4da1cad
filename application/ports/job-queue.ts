import type { Instant } from '../../domain/shared/zone.js';

/** Every kind of background work and what it is told: ids only, since the queue keeps what it is given. */
export type Jobs = {
  /** Brings the rows of all series up to the horizon. */
  'extend-horizons': Record<string, never>;
};
export type JobName = keyof Jobs;

export type EnqueueOptions = {
  /** Not before; default: at once. */
  readonly startAfter?: Instant;
  /** While a job with this key waits, another one is dropped: it would find nothing left to do. */
  readonly singletonKey?: string;
};

export interface JobQueue {
  /**
   * Adds a job, in the transaction of the scope that it is taken from: it runs, at least once, if and only if
   * the transaction commits. Jobs must be safe to run twice.
   */
  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: EnqueueOptions): Promise<void>;
}
