import type { Clock, Attempts, RateLimiter } from '../../../application/shared/ports.js';

/** Counts for one process. */
export class InMemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Attempts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(key: string, windowMs: number): Promise<Attempts> {
    const now = this.#clock.now();
    const open = this.#windows.get(key);
    const attempts =
      open === undefined || open.resetsAt <= now
        ? { count: 1, resetsAt: now + windowMs }
        : { count: open.count + 1, resetsAt: Math.min(open.resetsAt, now + windowMs) };
    this.#windows.set(key, attempts);
    return Promise.resolve(attempts);
  }

  forget(key: string): Promise<void> {
    this.#windows.delete(key);
    return Promise.resolve();
  }

  undo(key: string): Promise<void> {
    const open = this.#windows.get(key);
    if (open !== undefined) this.#windows.set(key, { ...open, count: Math.max(0, open.count - 1) });
    return Promise.resolve();
  }

  purge(): Promise<void> {
    for (const [key, { resetsAt }] of this.#windows)
      if (resetsAt <= this.#clock.now()) this.#windows.delete(key);
    return Promise.resolve();
  }
}
