import type { Instant } from '../../domain/shared/zone.js';

/** How many attempts there were in the window, this one included, and when the next window can begin. */
export type Attempts = { readonly count: number; readonly resetsAt: Instant };

/** Counts attempts, for all processes together. */
export interface RateLimiter {
  /**
   * Counts one more under `key`, atomically. A window begins with its first attempt and lasts `windowMs`; the
   * first attempt after it begins another. Outside any transaction: an attempt counts whatever comes of it.
   */
  hit(key: string, windowMs: number): Promise<Attempts>;
  /** Takes one attempt back; without one it changes nothing. */
  undo(key: string): Promise<void>;
  /** Forgets what was counted under `key`, when it is of somebody who is gone. */
  forget(key: string): Promise<void>;
  /** Forgets the windows that are over. */
  purge(): Promise<void>;
}
